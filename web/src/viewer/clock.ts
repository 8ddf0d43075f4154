import { PACE, type Session } from "./session";

/** How long a single step glides, in seconds. */
const STEP = 0.18;
/** A page that slept must not jump. */
const LONGEST = 0.25;

/** Advances the time of a session by some seconds. Returns whether it is still playing. */
export function advance(session: Session, seconds: number): boolean {
  const passed = Math.min(seconds, LONGEST);
  if (session.goal !== undefined) {
    const from = Math.ceil(session.goal) - 1;
    session.time = Math.max(session.time, from) + passed / STEP;
    if (session.time < session.goal) return true;
    session.time = session.goal;
    session.goal = undefined;
    return false;
  }
  if (!session.playing) return false;
  session.time = Math.min(session.last, session.time + passed * PACE * session.speed);
  if (session.time >= session.last && session.films.every(film => film.ended)) session.playing = false;
  return session.playing;
}
