import type { View } from "../../rules/view";
import type { Scene } from "./scene";
import type { Sound } from "./sound";
import { hintText, rematchText, standing } from "./status";

/** Announces texts to screen readers. */
export class Announcer {
  text = "";

  constructor(private readonly stale: () => void) {}

  say(text: string): void {
    // The same words twice would not be read out twice.
    this.text = text === this.text ? `${text}\u00a0` : text;
    this.stale();
  }
}

/** What has happened between two scenes, in words and as a sound. */
export function tidings(before: Scene, after: Scene): { said: string; sound: Sound | undefined } {
  const parts: string[] = [];
  let sound: Sound | undefined;
  const [old, now] = [before.now, after.now];
  const last = now?.plies.at(-1);
  const grown = last !== undefined && now !== undefined && now.plies.length > (old?.plies.length ?? 0);
  if (grown && old) {
    parts.push(after.say(last, now));
    sound = takes(last) ? "capture" : "move";
    // A move of the other side ends with the call that it is one's turn.
    if (after.mine && !before.mine && document.hidden) sound = "turn";
  }
  if (old && now && now.plies.length < old.plies.length && !after.state.refused)
    parts.push(after.words.undone);
  const hint = hintText(after);
  if (hint && after.state.hint !== before.state.hint) parts.push(hint);
  if (after.game.ending && !before.game.ending) {
    const { title, text } = standing(after);
    parts.push(`${title}. ${text}`);
    sound = ending(after);
  } else if (after.game.ending && rematchText(after) !== rematchText(before)) {
    parts.push(rematchText(after));
  } else if (after.mine && !before.mine && old && after.game.you.length === 1) {
    parts.push(after.words.yourTurn);
  }
  return { said: parts.filter(Boolean).join(". "), sound };
}

function takes(ply: View["plies"][number]): boolean {
  if ("expels" in ply) return ply.expels !== null;
  return "conquers" in ply && ply.conquers.length > 0;
}

function ending({ game }: Scene): Sound {
  const { ending, you } = game;
  if (!ending || ending.loser === null || you.length !== 1) return "end";
  return ending.loser === you[0] ? "lose" : "win";
}
