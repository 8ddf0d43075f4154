import { type GameEvent, KINDS, STEPS } from "./event";
import { CAR, type Head, TEAMS, type Trouble } from "./head";

/** Numbers before the lists of a state in a chunk. */
const FIXED = 17;
const PER_EVENT = 6;
const PER_UNIT = 4;
/** The share of its health below which a warrior is in danger. */
const LOW = 0.25;

/** One state, and the round that led to it. */
export interface Shot {
  round: number;
  /** Whether the rules explain how the state came about. */
  explained: boolean;
  cities: Int32Array;
  scores: Int32Array;
  /** Shares of time used, in millionths; below 0 for a dead player. */
  status: Int32Array;
  /** Unit × 16 + direction, in the order executed. */
  moves: Int32Array;
  units: Int32Array;
  /** Letters of the map, row by row; shared by the states between two changes. */
  grid: Uint8Array;
  /** The first event of the round that led here, and the first after it. */
  events: [number, number];
}

/** A unit in a state. */
export interface Unit {
  id: number;
  kind: number;
  team: number;
  row: number;
  col: number;
  /** Food of a warrior, fuel of a car. */
  food: number;
  water: number;
}

export const METRICS = ["scores", "cities", "warriors", "cars", "status"] as const;
export type Metric = (typeof METRICS)[number];

/**
 * A game as far as it is known: it grows while rounds arrive, from a file or from a game that is
 * being played.
 */
export class Film {
  readonly shots: Shot[] = [];
  readonly events: GameEvent[] = [];
  /** Warriors and cars of each team in each state. */
  readonly warriors: Int32Array[] = [];
  readonly cars: Int32Array[] = [];
  /** Whether all of it has arrived. */
  ended = false;
  trouble: Trouble | undefined;
  /** The names of the players; equal ones are numbered. */
  readonly names: string[];
  private readonly byUnit: GameEvent[][];

  constructor(
    readonly head: Head,
    readonly name: string,
  ) {
    this.names = numbered(head.names);
    this.byUnit = Array.from({ length: head.unitCount }, () => []);
  }

  /** The number of the last state; −1 before the first has come. */
  get last(): number {
    return this.shots.length - 1;
  }

  /** Whether the time that players use was measured. */
  get timed(): boolean {
    return this.head.origin === "SecGame";
  }

  /** Appends states in the form in which the rules give them. */
  append(chunk: ArrayBuffer): void {
    const words = new Int32Array(chunk);
    let at = 0;
    while (at < words.length) at = this.appendState(words, at);
  }

  private appendState(words: Int32Array, start: number): number {
    const moves = words[start + 2];
    const events = words[start + 3];
    const gridWords = words[start + 16];
    const atEvents = start + FIXED + moves;
    const atUnits = atEvents + events * PER_EVENT;
    const atGrid = atUnits + this.head.unitCount * PER_UNIT;
    const cells = this.head.rows * this.head.columns;
    const grid =
      gridWords > 0
        ? new Uint8Array(words.buffer, words.byteOffset + atGrid * 4, cells)
        : this.shots[this.last].grid;
    const shot: Shot = {
      round: words[start],
      explained: words[start + 1] !== 0,
      cities: words.subarray(start + 4, start + 8),
      scores: words.subarray(start + 8, start + 12),
      status: words.subarray(start + 12, start + 16),
      moves: words.subarray(start + FIXED, atEvents),
      units: words.subarray(atUnits, atGrid),
      grid,
      events: [this.events.length, this.events.length + events],
    };
    for (let i = 0; i < events; i += 1) {
      const from = atEvents + i * PER_EVENT;
      this.appendEvent(words.subarray(from, from + PER_EVENT), shot);
    }
    this.shots.push(shot);
    this.countUnits(shot);
    return atGrid + gridWords;
  }

  private countUnits(shot: Shot): void {
    const warriors = new Int32Array(TEAMS);
    const cars = new Int32Array(TEAMS);
    for (let id = 0; id < this.head.unitCount; id += 1) {
      const word = shot.units[id * PER_UNIT];
      (word >> 8 === CAR ? cars : warriors)[word & 255] += 1;
    }
    this.warriors.push(warriors);
    this.cars.push(cars);
  }

  private appendEvent(words: Int32Array, shot: Shot): void {
    const kind = KINDS[words[0]];
    const before = this.last;
    const event: GameEvent = {
      index: this.events.length,
      round: shot.round - 1,
      kind,
      by: words[1],
      on: -1,
      teams: [-1, -1],
      row: -1,
      col: -1,
      fromRow: -1,
      fromCol: -1,
      numbers: [0, 0, 0],
      captures: [],
      city: -1,
    };
    switch (kind) {
      case "refused":
        event.by = words[2];
        event.teams = [words[1], words[1]];
        event.numbers = [words[3], words[4], words[5]];
        break;
      case "captured":
        event.teams = [words[2], words[3]];
        [event.row, event.col] = [words[4], words[5]];
        this.linkCause(event, shot.events[0]);
        break;
      case "respawned":
        [event.row, event.col] = [words[2], words[3]];
        event.teams = [(shot.units[event.by * PER_UNIT] ?? 0) & 255, -1];
        break;
      case "city":
        event.by = -1;
        event.city = words[1];
        event.teams = [words[2], words[3]];
        [event.row, event.col] = this.middle(words[1]);
        break;
      default:
        event.on = kind === "starved" ? -1 : words[2];
        event.numbers = kind === "starved" ? [words[2], words[3], 0] : [words[3], words[4], words[5]];
        this.place(event, shot);
    }
    if (kind !== "city" && event.by >= 0 && event.by < this.head.unitCount && before >= 0) {
      const unit = this.unit(before, event.by);
      if (event.teams[0] < 0) event.teams[0] = unit.team;
      [event.fromRow, event.fromCol] = [unit.row, unit.col];
      if (event.row < 0) [event.row, event.col] = [unit.row, unit.col];
      if (event.on >= 0) event.teams[1] = this.unit(before, event.on).team;
    }
    this.events.push(event);
    for (const id of [event.by, event.on]) this.byUnit[id]?.push(event);
  }

  /** Where a unit met another: one step from where it stood, because a unit moves once a round. */
  private place(event: GameEvent, shot: Shot): void {
    const move = shot.moves.find(word => word >> 4 === event.by);
    if (this.last < 0 || move === undefined || event.on < 0) return;
    const unit = this.unit(this.last, event.by);
    const [down, right] = STEPS[move & 15];
    [event.row, event.col] = [unit.row + down, unit.col + right];
  }

  /** What captured a unit is told just before. */
  private linkCause(captured: GameEvent, first: number): void {
    for (let i = this.events.length - 1; i >= first; i -= 1) {
      const event = this.events[i];
      if (event.kind === "captured") continue;
      if (event.kind !== "refused" && (event.by === captured.by || event.on === captured.by)) {
        captured.cause = event;
        event.captures.push(captured);
      }
      return;
    }
  }

  private middle(city: number): [number, number] {
    const cells = this.head.cityCells[city] ?? [];
    const { columns } = this.head;
    if (cells.length === 0) return [-1, -1];
    const row = cells.reduce((sum, cell) => sum + Math.floor(cell / columns), 0) / cells.length;
    const col = cells.reduce((sum, cell) => sum + (cell % columns), 0) / cells.length;
    return [row, col];
  }

  unit(state: number, id: number): Unit {
    const { units } = this.shots[state];
    const at = id * PER_UNIT;
    return {
      id,
      kind: units[at] >> 8,
      team: units[at] & 255,
      row: units[at + 1] >> 16,
      col: units[at + 1] & 0xffff,
      food: units[at + 2],
      water: units[at + 3],
    };
  }

  /** The unit on a cell; −1 where there is none. */
  unitAt(state: number, row: number, col: number): number {
    const { units } = this.shots[state];
    const place = (row << 16) | col;
    for (let id = 0; id < this.head.unitCount; id += 1) {
      if (units[id * PER_UNIT + 1] === place) return id;
    }
    return -1;
  }

  /** The letter of a cell. */
  letter(state: number, row: number, col: number): string {
    return String.fromCharCode(this.shots[state].grid[row * this.head.columns + col]);
  }

  /** All that happened to a unit, or by it. */
  history(id: number): readonly GameEvent[] {
    return this.byUnit[id] ?? [];
  }

  /**
   * The last capture of a unit up to a state, or else the first one after it. Of a unit that is dying of
   * hunger or thirst it is the one to come.
   */
  captureOf(id: number, state: number): GameEvent | undefined {
    const captures = this.capturesOf(id);
    const next = captures.find(event => event.round >= state);
    if (next && this.isDying(id, state, next)) return next;
    return captures.findLast(event => event.round < state) ?? captures[0];
  }

  /** All captures of a unit. */
  capturesOf(id: number): GameEvent[] {
    return this.history(id).filter(event => event.kind === "captured" && event.by === id);
  }

  /** Whether a unit has little left of what it lacks at its end, and gets nothing more of it. */
  private isDying(id: number, state: number, end: GameEvent): boolean {
    if (end.cause?.kind !== "starved") return false;
    const [hungers, thirsts] = end.cause.numbers;
    const low = (this.head.settings.warriors_health ?? 0) * LOW;
    const falls = (level: (unit: Unit) => number) => {
      if (level(this.unit(state, id)) > low) return false;
      for (let at = state; at < end.round; at += 1) {
        if (level(this.unit(at + 1, id)) > level(this.unit(at, id))) return false;
      }
      return true;
    };
    return (hungers !== 0 && falls(unit => unit.food)) || (thirsts !== 0 && falls(unit => unit.water));
  }

  value(metric: Metric, state: number, team: number): number {
    const shot = this.shots[state];
    switch (metric) {
      case "scores":
        return shot.scores[team];
      case "cities":
        return shot.cities[team];
      case "status":
        return shot.status[team] / 1e6;
      case "warriors":
        return this.warriors[state][team];
      case "cars":
        return this.cars[state][team];
    }
  }
}

/** Names that can be told apart: equal ones get a number. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const same = names.filter(other => other === name).length;
    const before = names.slice(0, i).filter(other => other === name).length;
    return same > 1 ? `${name} ${before + 1}` : name;
  });
}
