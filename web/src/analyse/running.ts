// The games that the visitor plays against people now. Until they are over, the page does not analyse them.
import type { View } from "../rules/view";

/** What the server says of such a game (`GET /analyse/running`). */
interface Running {
  game: string;
  board: string;
  position: string;
}

/** How long an answer holds, and how long it is waited for, in milliseconds. */
const HOLDS = 10_000;
const PATIENT = 2_000;

export class RunningGames {
  private games: Promise<readonly Running[]> = Promise.resolve([]);
  private asked = Number.NEGATIVE_INFINITY;

  /** Whether a line that begins with a position and leads to a view is that of such a game. */
  async have(start: string, { game, board, plies }: View): Promise<boolean> {
    if (performance.now() - this.asked > HOLDS) {
      this.asked = performance.now();
      this.games = ask();
    }
    const games = (await this.games).filter(one => one.game === game && one.board === board);
    if (games.length === 0) return false;
    const line = new Set([start, ...plies.flatMap(ply => ("position" in ply ? [ply.position] : []))]);
    return games.some(({ position }) => line.has(position));
  }
}

/** Without a network nothing is known. */
async function ask(): Promise<readonly Running[]> {
  try {
    const answer = await fetch("/analyse/running", { signal: AbortSignal.timeout(PATIENT) });
    return answer.ok ? await answer.json() : [];
  } catch {
    return [];
  }
}
