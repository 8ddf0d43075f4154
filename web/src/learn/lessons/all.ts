import type { GameName, Lesson } from "../steps";
import { mad } from "./mad";
import { madmax } from "./madmax";
import { tactics } from "./tactics";
import { war } from "./war";

export const LESSONS: readonly Lesson[] = [...mad, ...tactics, ...war, ...madmax];

/** The lesson of this name; the server knows which there are. */
export function lessonOf(game: GameName, id: string): Lesson {
  const found = LESSONS.find(lesson => lesson.game === game && lesson.id === id);
  if (!found) throw new Error(`there is no lesson ${game}/${id}`);
  return found;
}
