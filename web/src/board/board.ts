import { type Camera, centred, type Frame, fitted, looking, zoomed } from "./camera";
import { type Hands, listen } from "./input";
import { draw } from "./render";
import { Terrain } from "./terrain";
import type { View } from "./view";

/** A board on a canvas. It knows no rules and decides nothing: it shows a view and tells of hands. */
export class Board {
  private readonly terrain = new Terrain();
  private readonly stop: () => void;
  private readonly resized: ResizeObserver;
  private size = { width: 0, height: 0 };
  private cells = { rows: 1, columns: 1 };
  /** Nothing while the whole map is seen. */
  private chosen: Camera | undefined;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly on: {
      click(row: number, col: number): void;
      hover: Hands["hover"];
      /** A person has moved this board. */
      looked(board: Board): void;
      /** Something must be drawn again. */
      stale(): void;
    },
  ) {
    this.stop = listen(canvas, {
      frame: () => this.frame,
      camera: () => this.camera,
      look: camera => {
        this.look(camera);
        on.looked(this);
      },
      click: on.click,
      hover: on.hover,
    });
    this.resized = new ResizeObserver(() => {
      this.measure();
      on.stale();
    });
    this.resized.observe(canvas);
    this.measure();
  }

  private measure(): void {
    this.size = { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  get frame(): Frame {
    return { ...this.cells, ...this.size };
  }

  get camera(): Camera {
    return this.chosen ? centred(this.chosen, this.frame) : fitted(this.frame);
  }

  /** Whether the whole map is seen. */
  get isWhole(): boolean {
    return this.chosen === undefined;
  }

  look(camera: Camera): void {
    const whole = fitted(this.frame);
    this.chosen = camera.scale <= whole.scale * 1.001 ? undefined : camera;
    this.on.stale();
  }

  /** Shows the part of the map that another board shows. */
  mirror(other: Board): void {
    this.chosen = other.chosen;
  }

  /** Nearer or farther, around the middle or towards a cell. */
  zoom(factor: number, towards?: { row: number; col: number }): void {
    this.look(zoomed(this.camera, this.frame, factor, this.size.width / 2, this.size.height / 2));
    if (towards) this.lookAt(towards.row, towards.col);
  }

  fit(): void {
    this.chosen = undefined;
    this.on.stale();
  }

  /** Brings a cell into the middle; the size of the cells stays. */
  lookAt(row: number, col: number): void {
    if (this.chosen) this.chosen = looking(this.camera, this.frame, row, col);
  }

  /** Brings a cell into the middle unless it is seen well. */
  show(row: number, col: number): void {
    if (!this.chosen || row < 0) return;
    const { scale, ...corner } = this.camera;
    const margin = Math.min(4, this.size.height / scale / 4);
    const inside = (at: number, start: number, pixels: number) =>
      at >= start + margin && at <= start + pixels / scale - margin;
    if (inside(row, corner.row, this.size.height) && inside(col, corner.col, this.size.width)) return;
    this.lookAt(row, col);
    this.on.stale();
  }

  render(view: Omit<View, "camera">): void {
    const { rows, columns } = view.film.head;
    this.cells = { rows, columns };
    // While there is nothing to drag, a finger on the map scrolls the page.
    this.canvas.style.touchAction = this.isWhole ? "pan-y" : "none";
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(this.size.width * ratio), Math.round(this.size.height * ratio)];
    if (width === 0 || height === 0) return;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const context = this.canvas.getContext("2d", { alpha: false });
    if (context) draw(context, this.terrain, { ...view, camera: this.camera }, this.frame, ratio);
  }

  close(): void {
    this.stop();
    this.resized.disconnect();
  }
}
