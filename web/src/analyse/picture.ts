// Pictures of boards to take away: SVG, PNG and an animated GIF of a game.
import { html, render } from "lit";
import type { Look } from "../duel/mad/ships";
import { turned } from "../duel/war/state";
import type { View } from "../rules/view";

/** The properties that make a picture what it is, as attributes of SVG. */
const PAINT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "visibility",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "stop-color",
  "stop-opacity",
  "paint-order",
];

type Board = HTMLElement & { updateComplete: Promise<boolean> };

/** The picture that a board shows, as a file of its own: every style becomes an attribute. */
export function svgOf(board: HTMLElement): string {
  const source = board.shadowRoot?.querySelector<SVGSVGElement>(".stage svg, .city svg, svg");
  if (!source) throw new Error("the board shows nothing");
  const copy = source.cloneNode(true) as SVGSVGElement;
  inline(source, copy);
  const { width, height } = source.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, "");
}

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of PAINT) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  // What is hidden is not in the picture.
  if (style.display === "none") to.setAttribute("display", "none");
  to.removeAttribute("class");
  to.removeAttribute("style");
  [...from.children].forEach((child, i) => inline(child, to.children[i]));
}

/** A picture in pixels, this wide. */
export async function drawn(picture: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / Math.max(1, image.naturalWidth));
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function png(picture: string): Promise<Blob> {
  const canvas = await drawn(picture, 1080);
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser made no picture");
  return blob;
}

/** How long a position stays, and how long the last one: milliseconds. */
const STAYS = 900;
const ENDS = 3_000;
/** The number of colours, and the index of the pixels that stay as they are. */
const CLEAR = 127;
/** The width of an animation in pixels, and the most pictures that one has. */
const WIDTH = 480;
export const MOST = 300;

export interface FilmProps {
  flipped: boolean;
  look: Look;
  language: string;
  progress(done: number, of: number): void;
  signal: AbortSignal;
}

/** The views of a game, {@link MOST} at most, as an animated GIF. A board that nobody sees shows them one after another. */
export async function gif(shown: readonly View[], props: FilmProps): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import("gifenc");
  const { flipped, look, language, progress, signal } = props;
  const home = document.createElement("div");
  home.className = "darkroom";
  home.inert = true;
  document.body.append(home);
  const encoder = GIFEncoder();
  try {
    let palette: number[][] = [];
    let before: Uint8Array | null = null;
    // The second position has the marks of a move, so its colours are those of all.
    const order = shown.length > 1 ? [1, ...shown.keys()] : [0, 0];
    for (const [step, i] of order.entries()) {
      const view = shown[i];
      if (signal.aborted) throw new DOMException("stopped", "AbortError");
      render(
        view.game === "mad"
          ? html`<mad-board bare still .view=${view} .seats=${[]} .flipped=${flipped} .look=${look} .language=${language}></mad-board>`
          : html`<war-board bare still .view=${flipped ? turned(view) : view} .seats=${[]} .language=${language}></war-board>`,
        home,
      );
      const board = home.firstElementChild as Board;
      await board.updateComplete;
      const canvas = await drawn(svgOf(board), WIDTH);
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
      if (!pixels) throw new Error("the browser made no picture");
      if (step === 0) {
        palette = quantize(pixels, CLEAR);
        while (palette.length <= CLEAR) palette.push([0, 0, 0]);
        continue;
      }
      const indexes = applyPalette(pixels, palette.slice(0, CLEAR));
      // What has not changed is left clear: the file is a tenth as long.
      const { length } = indexes;
      const changed = new Uint8Array(length);
      for (let at = 0; at < length; at += 1) changed[at] = before?.[at] === indexes[at] ? CLEAR : indexes[at];
      before = indexes;
      const delay = i === shown.length - 1 ? ENDS : STAYS;
      encoder.writeFrame(changed, width, height, {
        palette: step === 1 ? palette : undefined,
        delay,
        transparent: step > 1,
        transparentIndex: CLEAR,
        dispose: 1,
      });
      progress(i + 1, shown.length);
      // The page stays awake between two pictures.
      await new Promise(done => setTimeout(done));
    }
    encoder.finish();
    return new Blob([encoder.bytes()], { type: "image/gif" });
  } finally {
    home.remove();
  }
}
