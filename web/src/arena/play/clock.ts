import type { Seat } from "../../rules/view";
import type { ClockInfo } from "./messages";

/** Below this the tenths are shown. */
const TENTHS = 10_000;
/** Time is low below a tenth of the start, within these bounds. */
const LOW = { share: 0.1, least: 10_000, most: 30_000 };

/** Milliseconds that a side has, so long after the clock was told. */
export function left(clock: ClockInfo, seat: Seat, since: number): number {
  const then = clock.left[seat];
  return Math.max(0, clock.running === seat ? then - Math.max(0, since) : then);
}

/** Time as a clock shows it: `1:02:03`, `4:05`, `9.4`. */
export function shown(ms: number): string {
  if (ms < TENTHS) return `${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)}`;
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** After how many milliseconds the clock shows something else. */
export function untilChange(ms: number): number {
  // Just above ten seconds the next thing shown is tenths.
  const unit = ms < TENTHS ? 100 : 1000;
  return (ms % unit) + 1;
}

/** The time at which a side should hurry. */
export function lowBelow(clock: ClockInfo): number {
  return Math.min(LOW.most, Math.max(LOW.least, clock.start * LOW.share));
}
