// From fingers, mice and keys to what they mean. It knows where squares are, not what is allowed.
import type { Frame, Point } from "./frame";

/** What a person does to the board. */
export interface Doings {
  /** Presses a square, by a finger, a mouse or a key. */
  press(square: string, by: "pointer" | "key"): void;
  /** Whether a ship on a square can be dragged; if so it is chosen. */
  lift(square: string): boolean;
  /** Carries it over a square, or over none; the ship itself is drawn at the place. */
  carry(at: Point, over: string | null): void;
  /** Lets it go. */
  drop(over: string | null): void;
  /** Points at a square, or at none. */
  point(square: string | null): void;
  /** Goes with the arrow keys. */
  go(square: string): void;
  /** A square has the focus now. */
  focus(square: string): void;
  /** One step back; whether there was one. */
  back(): boolean;
}

/** How far a press must move to be a drag, in pixels: a finger is never still. */
const FARTHEST_PRESS = { mouse: 4, touch: 9 };

/** Where the squares of a board are at this moment. */
export interface Ground {
  frame(): Frame;
  stage(): HTMLElement | null;
  exists(square: string): boolean;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Which square a key of the grid leads to. */
export function keyLeads(
  key: string,
  square: string,
  frame: Frame,
  exists: (square: string) => boolean,
): string | null {
  const arrow = ARROWS[key];
  if (arrow) return frame.neighbour(square, arrow[0], arrow[1], exists);
  if (key !== "Home" && key !== "End") return null;
  let far = square;
  for (;;) {
    const next = frame.neighbour(far, key === "Home" ? -1 : 1, 0, exists);
    if (!next) return far;
    far = next;
  }
}

/** Listens on a board, and on what stands around it, until it is told to stop. */
export function listen(root: ShadowRoot, ground: Ground, doings: Doings, signal: AbortSignal): void {
  let down: { id: number; square: string; x: number; y: number; far: number; drags: boolean } | null = null;
  let dragged = false;

  const squareOf = (event: Event): string | null => {
    const cell = event.composedPath().find(node => node instanceof HTMLElement && node.dataset.square);
    return cell instanceof HTMLElement ? (cell.dataset.square ?? null) : null;
  };
  const placeOf = (event: PointerEvent): Point => {
    const box = ground.stage()?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const scale = ground.frame().width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  const overOf = (at: Point): string | null => {
    const square = ground.frame().squareAt(at);
    return square && ground.exists(square) ? square : null;
  };
  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    root.addEventListener(type, act as EventListener, { signal });

  on("pointerdown", event => {
    dragged = false;
    const square = squareOf(event);
    if (!square || !event.isPrimary || event.button !== 0) return;
    const far = FARTHEST_PRESS[event.pointerType === "mouse" ? "mouse" : "touch"];
    down = { id: event.pointerId, square, x: event.clientX, y: event.clientY, far, drags: false };
  });
  on("pointermove", event => {
    if (!down || down.id !== event.pointerId) return;
    if (!down.drags) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < down.far) return;
      if (!doings.lift(down.square)) {
        down = null;
        return;
      }
      down.drags = true;
      dragged = true;
      ground.stage()?.setPointerCapture(event.pointerId);
    }
    const at = placeOf(event);
    doings.carry(at, overOf(at));
  });
  const end = (event: PointerEvent, over: string | null) => {
    if (down?.id === event.pointerId && down.drags) doings.drop(over);
    down = null;
  };
  on("pointerup", event => end(event, overOf(placeOf(event))));
  on("pointercancel", event => end(event, null));
  on("click", event => {
    const square = squareOf(event);
    // The click that ends a drag is not a press.
    if (square && !dragged) doings.press(square, "pointer");
    dragged = false;
  });
  on("pointerover", event => {
    const square = squareOf(event);
    if (square && !down?.drags) doings.point(square);
  });
  on("pointerout", event => {
    if (squareOf(event) && !down?.drags) doings.point(null);
  });
  on("focusin", event => {
    const square = squareOf(event);
    if (square) doings.focus(square);
  });
  on("keydown", event => {
    if (event.key === "Escape" && doings.back()) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const square = squareOf(event);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      doings.press(square, "key");
      return;
    }
    const leads = keyLeads(event.key, square, ground.frame(), name => ground.exists(name));
    if (leads === null && !(event.key in ARROWS)) return;
    event.preventDefault();
    if (leads) doings.go(leads);
  });
}
