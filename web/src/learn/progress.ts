// What a learner has done, kept in the browser.

/** Stars of a lesson: none before it is done, three without a mistake or help. */
export type Stars = 0 | 1 | 2 | 3;

const KEY = "joust.learn";
/** More than all lessons that there are: what a browser keeps is bounded. */
const MOST = 500;

/** What is kept: the stars of each lesson, and how far it has been read. */
export interface Progress {
  stars: Record<string, Stars>;
  reached: Record<string, number>;
}

const nothing = (): Progress => ({ stars: {}, reached: {} });
let memory = nothing();

/** Reads what was kept; anything else than what was written counts as nothing. */
export function read(text: string | null): Progress {
  const found = nothing();
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    const part = (name: string, most: number) => {
      const values = (kept as Record<string, unknown>)?.[name];
      if (typeof values !== "object" || values === null) return [];
      return Object.entries(values)
        .filter(([, value]) => Number.isInteger(value) && value > 0 && value <= most)
        .slice(0, MOST) as [string, number][];
    };
    for (const [key, value] of part("stars", 3)) found.stars[key] = value as Stars;
    for (const [key, value] of part("reached", 99)) found.reached[key] = value;
  } catch {
    // Somebody else has written there.
  }
  return found;
}

export function load(): Progress {
  try {
    const text = localStorage.getItem(KEY);
    if (text !== null) memory = read(text);
  } catch {
    // A private window may forbid it: then it holds for the page.
  }
  return memory;
}

function keep(progress: Progress): void {
  memory = progress;
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // As above.
  }
}

export const keyOf = (game: string, lesson: string): string => `${game}/${lesson}`;

/** A step was reached; the largest counts. */
export function reach(key: string, step: number): void {
  const progress = load();
  if ((progress.reached[key] ?? 0) >= step) return;
  keep({ ...progress, reached: { ...progress.reached, [key]: step } });
}

/** A lesson is done; the best result counts. */
export function finish(key: string, stars: Stars): void {
  const progress = load();
  if ((progress.stars[key] ?? 0) >= stars) return;
  keep({ ...progress, stars: { ...progress.stars, [key]: stars } });
}

/** The stars for this many mistakes and helps. */
export const starsFor = (slips: number): Stars => (slips === 0 ? 3 : slips <= 2 ? 2 : 1);

export function forget(): void {
  keep(nothing());
}
