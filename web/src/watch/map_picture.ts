import { fitted } from "../board/camera";
import { palette } from "../board/palette";
import { Terrain } from "../board/terrain";

/** A map without its units: give it the rows of letters. */
export class MapPicture extends HTMLElement {
  private letters: readonly string[] = [];
  private readonly canvas = document.createElement("canvas");
  private readonly terrain = new Terrain();
  private watch: (() => void) | undefined;

  set rows(rows: readonly string[]) {
    this.letters = rows;
    this.paint();
  }

  connectedCallback(): void {
    if (!this.canvas.isConnected) this.append(this.canvas);
    const sized = new ResizeObserver(() => this.paint());
    sized.observe(this.canvas);
    const themed = new MutationObserver(() => this.paint());
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.watch = () => {
      sized.disconnect();
      themed.disconnect();
    };
  }

  disconnectedCallback(): void {
    this.watch?.();
  }

  private paint(): void {
    const { canvas, letters } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (letters.length === 0 || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const columns = letters[0].length;
    const grid = new TextEncoder().encode(letters.join(""));
    const frame = { rows: letters.length, columns, width, height };
    const colours = palette(document.documentElement.dataset.theme === "dark", "safe");
    const context = canvas.getContext("2d");
    if (context)
      this.terrain.drawTo(context, { grid, cities: [], camera: fitted(frame), frame, ratio, colours });
  }
}

customElements.define("map-picture", MapPicture);
