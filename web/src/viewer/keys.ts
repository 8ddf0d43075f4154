import type { Board } from "../board/board";
import { panned } from "../board/camera";
import type { Session } from "./session";

/** How far a key moves the map, in pixels. */
const PAN = 80;

/** What keys do besides changing the session. */
export interface KeyDoings {
  /** Whether letters, digits and signs are commands. */
  readonly letters: boolean;
  boards(): Board[];
  zoom(factor: number): void;
  open(): void;
}

/** Answers a key. Gives whether it meant something. */
export function pressed(event: KeyboardEvent, session: Session, doings: KeyDoings): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.composedPath()[0] as HTMLElement;
  const typing = target.matches("input, select, textarea");
  // A dialog closes itself.
  if (session.dialog) return false;
  if (event.key === "Escape") {
    // Where nothing is selected, the key belongs to the browser: it ends a full screen.
    if (session.unit < 0 && !session.cell && !session.event) return false;
    session.deselect();
    return true;
  }
  if (typing || (!doings.letters && event.key.length === 1 && event.key !== " ")) return false;
  if ((event.key === " " || event.key === "Enter") && target.matches("button, summary, a")) return false;
  if (event.shiftKey && event.key.startsWith("Arrow")) return pan(event.key, doings);
  if (/^[1-4]$/.test(event.key)) {
    session.toggleTeam(Number(event.key) - 1);
    return true;
  }
  const deed = deeds(session, doings, event.shiftKey)[
    event.key.length === 1 ? event.key.toLowerCase() : event.key
  ];
  deed?.();
  return deed !== undefined;
}

function deeds(session: Session, doings: KeyDoings, shift: boolean): Record<string, () => void> {
  const { options } = session;
  return {
    " ": () => session.toggle(),
    ArrowLeft: () => session.step(-1),
    ArrowUp: () => session.step(-1),
    ArrowRight: () => session.step(1),
    ArrowDown: () => session.step(1),
    PageUp: () => session.step(-10),
    PageDown: () => session.step(10),
    Home: () => session.seek(0),
    End: () => session.seek(session.last),
    "[": () => session.changeSpeed(-1),
    "]": () => session.changeSpeed(1),
    "+": () => doings.zoom(1.4),
    "=": () => doings.zoom(1.4),
    "-": () => doings.zoom(1 / 1.4),
    "0": () => doings.boards().forEach(board => board.fit()),
    w: () => moveCell(session, -1, 0),
    a: () => moveCell(session, 0, -1),
    s: () => moveCell(session, 1, 0),
    d: () => moveCell(session, 0, 1),
    u: () => nextUnit(session, shift ? -1 : 1),
    n: () => session.walkEvents(1),
    p: () => session.walkEvents(-1),
    k: () => session.whoCaptured(),
    f: () => session.unit >= 0 && session.set({ follow: !session.follow }),
    t: () => session.choose({ trail: !options.trail }),
    b: () => session.choose({ bars: !options.bars }),
    g: () => session.choose({ ids: !options.ids }),
    o: () => doings.open(),
    h: () => session.set({ dialog: "help" }),
    "?": () => session.set({ dialog: "help" }),
  };
}

function pan(key: string, doings: KeyDoings): boolean {
  const right = key === "ArrowRight" ? PAN : key === "ArrowLeft" ? -PAN : 0;
  const down = key === "ArrowDown" ? PAN : key === "ArrowUp" ? -PAN : 0;
  for (const board of doings.boards()) board.look(panned(board.camera, board.frame, right, down));
  return true;
}

function moveCell(session: Session, down: number, right: number): void {
  const { film, unit, cell, state } = session;
  const { rows, columns } = film.head;
  const from = unit >= 0 ? film.unit(Math.min(state, film.last), unit) : cell;
  const start = from ?? { row: Math.floor(rows / 2), col: Math.floor(columns / 2) };
  const row = Math.min(Math.max(0, start.row + (from ? down : 0)), rows - 1);
  const col = Math.min(Math.max(0, start.col + (from ? right : 0)), columns - 1);
  session.selectCell(row, col);
}

/** The next unit of a team that is shown. */
function nextUnit(session: Session, steps: number): void {
  const { film, hidden } = session;
  const state = Math.min(session.state, film.last);
  const { unitCount } = film.head;
  let id = session.unit < 0 && steps < 0 ? 0 : session.unit;
  for (let i = 0; i < unitCount; i += 1) {
    id = (id + steps + unitCount) % unitCount;
    if (!hidden.has(film.unit(state, id).team)) break;
  }
  session.select(id);
}
