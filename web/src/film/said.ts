/** What a player wrote to its error output in a round. */
export interface Speech {
  seat: number;
  text: string;
}

/** What players wrote, by round. */
export class Said {
  private readonly byRound = new Map<number, Speech[]>();

  add(round: number, seat: number, line: string): void {
    const speeches = this.byRound.get(round) ?? [];
    const last = speeches.at(-1);
    if (last?.seat === seat) last.text += `\n${line}`;
    else speeches.push({ seat, text: line });
    this.byRound.set(round, speeches);
  }

  in(round: number): readonly Speech[] {
    return this.byRound.get(round) ?? [];
  }

  /** The nearest round before or after another in which a player wrote something. */
  beside(round: number, step: 1 | -1): number | undefined {
    const rounds = [...this.byRound.keys()].sort((a, b) => a - b);
    return step > 0 ? rounds.find(other => other > round) : rounds.findLast(other => other < round);
  }
}

const ROUND = /^info: start round (\d+)$/;
const PLAYER = /^info: {5}start player ([0-3])$/;
const SILENCE = /^info: {5}end player [0-3]$/;
const OWN = /^info: /;

/** Whether a text is the log of a game, as `joust game` and the original program write it. */
export const isLog = (text: string) => /^info: (loading player|players loaded|start round)/m.test(text);

/** Reads the log of a game: what stands between the start and the end of a player is the player's. */
export function readLog(text: string): Said {
  const said = new Said();
  let round = -1;
  let seat = -1;
  for (const line of text.split(/\r?\n/)) {
    const begins = ROUND.exec(line);
    const speaks = PLAYER.exec(line);
    if (begins) round = Number(begins[1]);
    else if (speaks) seat = Number(speaks[1]);
    else if (SILENCE.test(line)) seat = -1;
    else if (!OWN.test(line) && round >= 0 && seat >= 0 && line !== "") said.add(round, seat, line);
  }
  return said;
}
