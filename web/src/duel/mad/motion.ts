// How ships get to where they are shown. Nothing waits for it: a picture is right without it.
import type { MadMove } from "../../rules/view";
import type { Point } from "./frame";
import { keyOf } from "./state";

export interface Place extends Point {
  exiled: boolean;
}

/** Milliseconds of a movement, of a shift, and of the way into exile. */
const GLIDE = 240;
const LEAP = 460;
const EXILE = 620;

const put = ({ x, y }: Point, scale = 1): string => `translate(${x}px, ${y}px) scale(${scale})`;

/** Moves ships from where they were to where they are; `move` tells how, if one led here. */
export function animateShips(
  root: ParentNode,
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
  move: MadMove | null,
  /** Where the step of a bonus move led before its shift. */
  midway: Point | null,
): void {
  const stepper = move?.kind === "move" && move.ship ? keyOf(move.seat, move.ship) : null;
  const start = stepper ? before.get(stepper) : undefined;
  // The shift of a bonus begins when the step has been seen, which may stand on the board already.
  const steps = Boolean(move?.bonus && start && midway && (start.x !== midway.x || start.y !== midway.y));
  for (const [key, to] of after) {
    const from = before.get(key);
    if (!from || (from.x === to.x && from.y === to.y)) continue;
    const ship = root.querySelector(`[data-ship="${key}"]`);
    if (!ship) continue;
    const mover = key === stepper;
    const late = steps && !mover ? GLIDE + 80 : 0;
    if (mover && steps && midway) {
      const way = [put(from), put(midway), put(midway), put(to, 0.6), put(to)];
      run(ship, way, [0, 0.3, 0.4, 0.95, 1], GLIDE + LEAP + 80);
    } else if (mover && !move?.bonus) {
      run(ship, [put(from), put(to)], [0, 1], GLIDE);
    } else if (from.exiled || to.exiled) {
      vanish(ship, from, to, late || (move?.expels && !mover ? GLIDE * 0.6 : 0));
    } else if (move && move.ships.length > 0) {
      const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      run(ship, [put(from), put(half, 0.62), put(to)], [0, 0.5, 1], LEAP, late);
    } else {
      run(ship, [put(from), put(to)], [0, 1], GLIDE);
    }
  }
}

function run(ship: Element, transforms: string[], offsets: number[], duration: number, delay = 0): void {
  const frames = transforms.map((transform, i) => ({ transform, offset: offsets[i] }));
  ship.animate(frames, { duration, delay, fill: "backwards", easing: "cubic-bezier(.3,.1,.2,1)" });
}

/** Into the other universe or back: it shrinks away here and grows there. */
function vanish(ship: Element, from: Place, to: Place, delay: number): void {
  const frames = [
    { transform: put(from), opacity: 1, offset: 0 },
    { transform: put(from, 0.1), opacity: 0, offset: 0.45 },
    { transform: put(to, 0.1), opacity: 0, offset: 0.5 },
    { transform: put(to, 1.15), opacity: 1, offset: 0.9 },
    { transform: put(to), opacity: 1, offset: 1 },
  ];
  ship.animate(frames, { duration: EXILE, delay, fill: "backwards", easing: "ease-in-out" });
}

/** A ring that opens where a ship was expelled. */
export function flash(layer: Element, at: Point, late = 0): void {
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ring.setAttribute("class", "flash");
  ring.setAttribute("r", "30");
  ring.setAttribute("transform", `translate(${at.x} ${at.y})`);
  layer.append(ring);
  const frames = [
    { transform: put(at, 0.4), opacity: 0 },
    { transform: put(at, 1), opacity: 0.95, offset: 0.35 },
    { transform: put(at, 1.9 + 3 * late), opacity: 0 },
  ];
  ring.animate(frames, { duration: 560 + 300 * late, delay: 110 + 130 * late, fill: "both" }).finished.then(
    () => ring.remove(),
    () => ring.remove(),
  );
}

/** Whether things should move at all. */
export function wantsMotion(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
}
