import type { GameEvent, Kind } from "../film/event";
import { mix } from "./terrain";
import type { View } from "./view";

/** Events that are seen on the map. */
const SEEN: ReadonlySet<Kind> = new Set([
  "attack",
  "thunderdome",
  "runOver",
  "runInto",
  "collision",
  "starved",
  "city",
  "respawned",
] as const);
/** The longest trail, in rounds. */
const TRAIL = 80;

type Place = (at: number) => number;

/** How strongly an event is seen: it grows while it happens and fades afterwards. */
export function strength(event: GameEvent, time: number, glow: number): number {
  const age = time - (event.round + 1);
  if (age < -1 || age >= glow) return 0;
  return age < 0 ? 1 + age : 1 - age / glow;
}

/** Bursts where something has just happened. */
export function drawBursts(to: CanvasRenderingContext2D, view: View, cell: number, x: Place, y: Place): void {
  const { film, time, glow } = view;
  const latest = Math.min(film.last, Math.floor(time) + 1);
  const earliest = Math.max(1, Math.floor(time - glow) + 1);
  for (let state = earliest; state <= latest; state += 1) {
    const [first, end] = film.shots[state].events;
    for (let i = first; i < end; i += 1) {
      const event = film.events[i];
      const shown = strength(event, time, glow);
      if (shown > 0 && SEEN.has(event.kind)) drawBurst(to, view, event, shown, cell, x, y);
    }
  }
  to.globalAlpha = 1;
}

function drawBurst(
  to: CanvasRenderingContext2D,
  { colours, hidden }: View,
  event: GameEvent,
  shown: number,
  cell: number,
  x: Place,
  y: Place,
): void {
  const team = event.kind === "city" ? event.teams[1] : event.teams[0];
  if (event.row < 0 || (hidden.has(event.teams[0]) && hidden.has(event.teams[1]))) return;
  const size = Math.max(cell, 5);
  const [left, top] = [x(event.col), y(event.row)];
  const reach = event.kind === "city" ? 3.4 : event.kind === "attack" ? 0.8 : 1.15;
  to.globalAlpha = shown * (event.kind === "respawned" ? 0.55 : 0.9);
  to.strokeStyle = event.kind === "starved" ? colours.mark : (colours.teams[team] ?? colours.mark);
  to.lineWidth = Math.max(1.5, size * 0.14);
  const r = size * reach * (0.75 + 0.35 * (1 - shown));
  to.beginPath();
  switch (event.kind) {
    case "city":
    case "respawned":
      to.arc(left, top, r, 0, 2 * Math.PI);
      break;
    case "starved":
      to.moveTo(left - r * 0.6, top - r * 0.6);
      to.lineTo(left + r * 0.6, top + r * 0.6);
      to.moveTo(left + r * 0.6, top - r * 0.6);
      to.lineTo(left - r * 0.6, top + r * 0.6);
      break;
    default: {
      // Rays: four for an attack, eight where a unit is lost.
      const rays = event.captures.length > 0 ? 8 : 4;
      for (let i = 0; i < rays; i += 1) {
        const angle = (Math.PI * 2 * i) / rays + Math.PI / 8;
        to.moveTo(left + Math.cos(angle) * r * 0.55, top + Math.sin(angle) * r * 0.55);
        to.lineTo(left + Math.cos(angle) * r, top + Math.sin(angle) * r);
      }
    }
  }
  to.stroke();
}

/** The selected event: the unit that acted and the unit that it acted on. */
export function drawEvent(to: CanvasRenderingContext2D, view: View, cell: number, x: Place, y: Place): void {
  const event = view.event?.cause ?? view.event;
  if (!event || event.row < 0) return;
  const size = Math.max(cell, 5);
  const [toX, toY, fromX, fromY] = [x(event.col), y(event.row), x(event.fromCol), y(event.fromRow)];
  to.strokeStyle = view.colours.mark;
  to.fillStyle = view.colours.mark;
  to.lineWidth = Math.max(2, size * 0.16);
  to.setLineDash([size * 0.4, size * 0.25]);
  to.beginPath();
  to.arc(toX, toY, size * (event.kind === "city" ? 3.8 : 1.35), 0, 2 * Math.PI);
  to.stroke();
  to.setLineDash([]);
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (event.on < 0 || length < 1) return;
  const [right, down] = [(toX - fromX) / length, (toY - fromY) / length];
  to.beginPath();
  to.moveTo(fromX - right * size * 1.6, fromY - down * size * 1.6);
  to.lineTo(toX - right * size * 0.6, toY - down * size * 0.6);
  to.stroke();
  const [tipX, tipY] = [toX - right * size * 0.15, toY - down * size * 0.15];
  to.beginPath();
  to.moveTo(tipX, tipY);
  to.lineTo(tipX - (right + down * 0.6) * size * 0.55, tipY - (down - right * 0.6) * size * 0.55);
  to.lineTo(tipX - (right - down * 0.6) * size * 0.55, tipY - (down + right * 0.6) * size * 0.55);
  to.fill();
}

/** The way of the selected unit, in the colours of the teams it belonged to. */
export function drawTrail(to: CanvasRenderingContext2D, view: View, cell: number, x: Place, y: Place): void {
  const { film, time, unit, colours } = view;
  if (!view.trail || unit < 0) return;
  const now = Math.floor(time);
  to.lineWidth = Math.max(1.5, cell * 0.2);
  to.lineCap = "round";
  for (let state = Math.max(1, now - TRAIL + 1); state <= now; state += 1) {
    const [from, at] = [film.unit(state - 1, unit), film.unit(state, unit)];
    if (from.team !== at.team || (from.row === at.row && from.col === at.col)) continue;
    to.globalAlpha = 0.25 + 0.75 * (1 - (now - state) / TRAIL);
    to.strokeStyle = mix(colours.teams[at.team], colours.mark, 0.25);
    to.beginPath();
    to.moveTo(x(from.col), y(from.row));
    to.lineTo(x(at.col), y(at.row));
    to.stroke();
  }
  to.globalAlpha = 1;
}

/** A small corner on every cell that a player wrote something about. */
export function drawNotes(to: CanvasRenderingContext2D, view: View, cell: number, x: Place, y: Place): void {
  to.fillStyle = view.colours.note;
  const size = Math.max(4, cell * 0.42);
  for (const note of view.notes?.in(Math.floor(view.time)) ?? []) {
    const [right, top] = [x(note.col) + cell / 2, y(note.row) - cell / 2];
    to.beginPath();
    to.moveTo(right, top);
    to.lineTo(right - size, top);
    to.lineTo(right, top + size);
    to.fill();
  }
}

/** The selected cell. */
export function drawCell(to: CanvasRenderingContext2D, view: View, cell: number, x: Place, y: Place): void {
  if (!view.cell || view.unit >= 0) return;
  to.lineWidth = Math.max(2, cell * 0.12);
  to.strokeStyle = view.colours.mark;
  to.strokeRect(x(view.cell.col) - cell / 2, y(view.cell.row) - cell / 2, cell, cell);
}
