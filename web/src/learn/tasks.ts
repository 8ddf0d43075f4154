// What a learner looks for in a battle of Mad Max. The film of the battle gives the answers.
import type { Kind } from "../film/event";
import type { Film } from "../film/film";
import { CAR, WARRIOR } from "../film/head";

export type Task =
  /** A cell of this kind: a letter of the map, or a city of a team. */
  | { find: "cell"; letter: "R" | "W" | "S" | "X" | "." }
  | { find: "city"; team: number }
  /** A unit of a team. */
  | { find: "unit"; kind: "warrior" | "car"; team?: number }
  /** A unit that moves in the coming round. */
  | { find: "mover"; kind: "warrior" | "car" }
  /** The warrior with the least water of all. */
  | { find: "thirstiest"; team?: number }
  /** The unit to which this happens next: it starves, is run over, is attacked, loses a thunderdome. */
  | { find: "next"; event: Kind }
  /** One of the two units that take part in the next event of this kind. */
  | { find: "either"; event: Kind }
  /** The city that changes hands next. */
  | { find: "nextCity" }
  /** The round in which this happens next: the learner steps there. */
  | { find: "round"; event: Kind }
  /** The last state of the battle. */
  | { find: "end" }
  /** A city of the team with the most cities, or with the most points. */
  | { find: "leader"; by: "cities" | "scores" };

/** Whether a task asks for a unit rather than for a place. */
export const isAboutUnits = ({ find }: Task): boolean =>
  ["unit", "mover", "thirstiest", "next", "either"].includes(find);

/** What was chosen: a cell with the unit on it, if there is one. */
export interface Chosen {
  row: number;
  col: number;
  unit: number;
}

/** The first state after this one whose round had such an event. */
export function stateOf(film: Film, from: number, kind: Kind): number {
  for (let state = from + 1; state <= film.last; state += 1) {
    const [first, end] = film.shots[state].events;
    if (film.events.slice(first, end).some(event => event.kind === kind)) return state;
  }
  return -1;
}

/** The number of the city that a cell belongs to; −1 for none. */
export function cityAt(film: Film, row: number, col: number): number {
  return film.head.cityCells.findIndex(cells => cells.includes(row * film.head.columns + col));
}

const all = (film: Film, state: number) =>
  Array.from({ length: film.head.unitCount }, (_, id) => film.unit(state, id)).filter(unit => unit.row >= 0);

/** The cells that are right, each with its unit. */
export function answers(film: Film, state: number, task: Task): Chosen[] {
  const units = all(film, state);
  const chosen = (ids: readonly number[]): Chosen[] =>
    units.filter(unit => ids.includes(unit.id)).map(({ row, col, id }) => ({ row, col, unit: id }));
  const cells = (fits: (letter: string, row: number, col: number) => boolean): Chosen[] => {
    const { rows, columns } = film.head;
    const found: Chosen[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < columns; col += 1) {
        if (fits(film.letter(state, row, col), row, col))
          found.push({ row, col, unit: film.unitAt(state, row, col) });
      }
    }
    return found;
  };
  switch (task.find) {
    case "cell":
      return cells(letter => letter === task.letter);
    case "city":
      return cells(letter => letter === String(task.team));
    case "unit": {
      const kind = task.kind === "car" ? CAR : WARRIOR;
      return chosen(
        units
          .filter(unit => unit.kind === kind && (task.team === undefined || unit.team === task.team))
          .map(unit => unit.id),
      );
    }
    case "mover": {
      const kind = task.kind === "car" ? CAR : WARRIOR;
      const moved = new Set([...(film.shots[state + 1]?.moves ?? [])].map(word => word >> 4));
      return chosen(units.filter(unit => unit.kind === kind && moved.has(unit.id)).map(unit => unit.id));
    }
    case "thirstiest": {
      const thirsty = units.filter(
        unit => unit.kind === WARRIOR && (task.team === undefined || unit.team === task.team),
      );
      const least = Math.min(...thirsty.map(unit => unit.water));
      return chosen(thirsty.filter(unit => unit.water === least).map(unit => unit.id));
    }
    case "next": {
      const at = stateOf(film, state, task.event);
      if (at < 0) return [];
      const [first, end] = film.shots[at].events;
      const happened = film.events.slice(first, end).filter(event => event.kind === task.event);
      return chosen(happened.map(event => (task.event === "starved" ? event.by : event.on)));
    }
    case "either": {
      const at = stateOf(film, state, task.event);
      if (at < 0) return [];
      const event = film.events.slice(...film.shots[at].events).find(({ kind }) => kind === task.event);
      return event ? chosen([event.by, event.on]) : [];
    }
    case "nextCity": {
      const at = stateOf(film, state, "city");
      if (at < 0) return [];
      const [first, end] = film.shots[at].events;
      const changed = film.events.slice(first, end).filter(event => event.kind === "city");
      const wanted = new Set(changed.map(event => event.city));
      return cells((_, row, col) => wanted.has(cityAt(film, row, col)));
    }
    case "leader": {
      const counts = [...film.shots[state][task.by]];
      const most = Math.max(...counts);
      return cells(letter => /[0-3]/.test(letter) && counts[Number(letter)] === most);
    }
    case "round":
    case "end":
      return [];
  }
}

/** The state to which the learner must step, for tasks about rounds; −1 for others. */
export function wantedState(film: Film, from: number, task: Task): number {
  if (task.find === "end") return film.last;
  return task.find === "round" ? stateOf(film, from, task.event) : -1;
}

/** Whether a choice is right. A city may be chosen by any of its cells, a unit only by its own. */
export const isRight = (film: Film, state: number, task: Task, at: Chosen): boolean =>
  answers(film, state, task).some(({ row, col }) => row === at.row && col === at.col);
