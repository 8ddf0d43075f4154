// The last studies, in the browser: nothing is lost when a page is closed.

/** A study that was kept. */
export interface Kept {
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  title: string;
  record: string;
  at: string;
}

const NAME = "joust.studies";
/** How many are kept, and how long one may be: what is longer cannot be read again, as in joust-study. */
const MOST = 8;
const LONGEST = 1 << 20;

/** The studies that were kept, the last first. */
export function kept(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    const isKept = (one: Kept) =>
      [one?.id, one?.title, one?.record, one?.at].every(text => typeof text === "string") &&
      typeof one.time === "number";
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Keeps a study in place of the one with its id; the oldest give way. Says whether it could be kept. */
export function keep(study: Kept): boolean {
  if (study.record.length > LONGEST) return false;
  const others = kept().filter(({ id }) => id !== study.id);
  for (let most = MOST; most > 0; most -= 1) {
    try {
      localStorage.setItem(NAME, JSON.stringify([study, ...others].slice(0, most)));
      return true;
    } catch {
      // The storage is full: with fewer old studies this one fits.
    }
  }
  return false;
}

/** A name for a study of its own. */
export const newId = (): string => Math.random().toString(36).slice(2, 12);
