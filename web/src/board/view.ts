import type { GameEvent } from "../film/event";
import type { Film } from "../film/film";
import type { Notes } from "../film/notes";
import type { Camera } from "./camera";
import type { Palette } from "./palette";

/** Everything a picture of the board depends on. Rendering is a function of it. */
export interface View {
  film: Film;
  /** The state that is seen, and how far it is on the way to the next. */
  time: number;
  camera: Camera;
  colours: Palette;
  /** Teams that are not shown. */
  hidden: ReadonlySet<number>;
  /** The selected unit; −1 for none. */
  unit: number;
  /** The selected cell. */
  cell: { row: number; col: number } | undefined;
  /** The event that was jumped to. */
  event: GameEvent | undefined;
  trail: boolean;
  bars: boolean;
  ids: boolean;
  /** For how many rounds an event stays visible. */
  glow: number;
  /** Whether units glide from cell to cell. */
  smooth: boolean;
  notes: Notes | undefined;
  /** Units that differ from the other game. */
  differing: ReadonlySet<number>;
}
