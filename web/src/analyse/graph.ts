// The course of a game as a curve: above the middle the first side is better.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Report, Value } from "../engine/engine";

export interface GraphProps {
  report: Report;
  /** How many plies are shown on the board; none off the main line. */
  at: number | null;
  colours: readonly [string, string];
  name: string;
  /** What a reader hears of the place where the board is. */
  text: string;
  go(ply: number): void;
}

const WIDE = 1000;
const HIGH = 240;

export function graphView({ report, at, colours, name, text, go }: GraphProps): TemplateResult {
  const values: Value[] = [report.start, ...report.plies.map(ply => ply.value)];
  const last = Math.max(1, values.length - 1);
  const x = (ply: number) => (WIDE * ply) / last;
  const y = (chance: number) => (HIGH / 2) * (1 - Math.max(-1, Math.min(1, chance)) * 0.96);
  const points = values.map(({ chance }, ply) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`);
  const curve = `M${points.join(" L")}`;
  const area = `${curve} L${WIDE} ${HIGH / 2} L0 ${HIGH / 2} z`;
  const plyAt = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return Math.round((last * (event.clientX - box.left)) / Math.max(1, box.width));
  };
  const pick = (event: PointerEvent) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    go(Math.max(0, Math.min(values.length - 1, plyAt(event))));
  };
  const keyed = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { PageUp: -10, PageDown: 10, ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[event.key];
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? last : by === undefined ? null : (at ?? 0) + by;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.max(0, Math.min(values.length - 1, to)));
  };
  return html`<div class="graph" role="slider" tabindex="0" aria-label=${name} aria-valuemin="0"
      aria-valuemax=${values.length - 1} aria-valuenow=${at ?? 0} aria-valuetext=${text}
      @pointerdown=${pick} @pointermove=${pick} @keydown=${keyed}>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <clipPath id="upper"><rect width=${WIDE} height=${HIGH / 2} /></clipPath>
        <clipPath id="lower"><rect y=${HIGH / 2} width=${WIDE} height=${HIGH / 2} /></clipPath>
      </defs>
      <path class="area ${colours[0]}" clip-path="url(#upper)" d=${area} />
      <path class="area ${colours[1]}" clip-path="url(#lower)" d=${area} />
      <path class="middle" d="M0 ${HIGH / 2} H${WIDE}" />
      <path class="curve" d=${curve} />
      ${at === null ? nothing : svg`<path class="now" d="M${x(at)} 0 V${HIGH}" />`}
    </svg>
    ${report.turning.map(ply => html`<i class="dot ${report.plies[ply].grade}" data-x=${x(ply + 1) / WIDE} data-y=${y(report.plies[ply].value.chance) / HIGH}></i>`)}
    ${at === null ? nothing : html`<i class="dot now" data-x=${x(at) / WIDE} data-y=${y(values[at].chance) / HIGH}></i>`}
  </div>`;
}

/** Puts the dots in their places. The policy of the page allows no style attributes, so properties are set. */
export function placeDots(root: ParentNode): void {
  for (const dot of root.querySelectorAll<HTMLElement>(".graph .dot")) {
    dot.style.left = `${100 * Number(dot.dataset.x)}%`;
    dot.style.top = `${100 * Number(dot.dataset.y)}%`;
  }
}
