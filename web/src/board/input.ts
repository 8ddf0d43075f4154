import { type Camera, cellAt, type Frame, panned, zoomed } from "./camera";

/** What the board tells about what a person does on it. */
export interface Hands {
  frame(): Frame;
  camera(): Camera;
  look(camera: Camera): void;
  click(row: number, col: number): void;
  hover(place: { row: number; col: number; x: number; y: number } | undefined): void;
}

/** A pointer that moves less than this is a click, in pixels. */
const STILL = 5;

/** Listens to mouse, pen, fingers and wheel; gives back how to stop. */
export function listen(canvas: HTMLCanvasElement, hands: Hands): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const stop = new AbortController();
  const { signal } = stop;
  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (at: { x: number; y: number }) => cellAt(hands.camera(), hands.frame(), at.x, at.y);

  canvas.addEventListener(
    "pointerdown",
    event => {
      canvas.setPointerCapture(event.pointerId);
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, place(event));
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    event => {
      const now = place(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        const cell = under(now);
        hands.hover(cell && event.pointerType !== "touch" ? { ...cell, ...now } : undefined);
        return;
      }
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      let camera = hands.camera();
      if (others.length === 1) {
        const apart = (at: { x: number; y: number }) => Math.hypot(at.x - others[0].x, at.y - others[0].y);
        const middle = { x: (now.x + others[0].x) / 2, y: (now.y + others[0].y) / 2 };
        camera = zoomed(camera, hands.frame(), apart(now) / Math.max(1, apart(before)), middle.x, middle.y);
      }
      if (moved > STILL) {
        const share = others.length === 1 ? 0.5 : 1;
        camera = panned(camera, hands.frame(), (before.x - now.x) * share, (before.y - now.y) * share);
        hands.look(camera);
      }
      pointers.set(event.pointerId, now);
    },
    { signal },
  );
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || event.type === "pointercancel" || moved > STILL) return;
    const cell = under(place(event));
    if (cell) hands.click(cell.row, cell.col);
  };
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", up, { signal });
  canvas.addEventListener("pointerleave", () => hands.hover(undefined), { signal });
  canvas.addEventListener(
    "wheel",
    event => {
      event.preventDefault();
      const at = place(event);
      const steps = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      hands.look(zoomed(hands.camera(), hands.frame(), Math.exp(-steps * 0.0016), at.x, at.y));
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}
