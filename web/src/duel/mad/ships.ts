// Ships as pictures, in a square of 100 units around the origin.
//
// Fleet: what a ship can do is what it is built of. One or two sails astern are M, one or two cannons
// at the prow are A, one or two shields before it are D. Red is angular, Blue is round.
import { svg, type TemplateResult } from "lit";
import type { Seat } from "../../rules/view";
import { type ShipClass, shipClass } from "../words/say";

export type Look = "plain" | "fleet";

/** Half the length and half the width of hulls. */
const HULLS: Record<ShipClass, { long: number; wide: number }> = {
  corvette: { long: 17, wide: 12 },
  frigate: { long: 20, wide: 10.5 },
  destroyer: { long: 24, wide: 13 },
  cruiser: { long: 28, wide: 16 },
};

/** A ship; in the fleet it points up or down. */
export function shipPicture(side: Seat, ship: string, look: Look, up: boolean): TemplateResult {
  return look === "plain" ? counter(side, ship) : vessel(side, ship, up);
}

/** A counter with three digits: Red's are square, Blue's are round; the corvette has a second rim. */
function counter(side: Seat, ship: string): TemplateResult {
  const corvette = ship === "111";
  const rim = (size: number, name: string) =>
    side === 0
      ? svg`<rect class=${name} x=${-size} y=${-size} width=${2 * size} height=${2 * size} rx=${size / 4} />`
      : svg`<circle class=${name} r=${size + 2} />`;
  return svg`<g class="counter side${side}">
    ${rim(34, "body")}${corvette ? rim(28.5, "rim") : rim(30, "edge")}
    ${corvette ? svg`<path class="crown" d="M-9 -15.5 l2.5 -8 l4 4.5 l2.5 -6 l2.5 6 l4 -4.5 l2.5 8 z" />` : ""}
    <text class="digits" y=${corvette ? 13 : 10.5}>${ship}</text>
  </g>`;
}

function vessel(side: Seat, ship: string, up: boolean): TemplateResult {
  const kind = shipClass(ship);
  const [sails, cannons, shields] = [...ship].map(Number);
  const { long, wide } = HULLS[kind];
  // Everything is drawn pointing up, a little astern of the middle to make room for the shields.
  return svg`<g class="vessel side${side} ${kind}">
    <g transform=${up ? "translate(0 4)" : "translate(0 -4) scale(1 -1)"}>
      ${shieldArcs(shields)}
      ${sailFans(sails, long, wide)}
      <path class="flame" d="M-4 ${long - 2} L0 ${long + 9} L4 ${long - 2} z" />
      ${barrels(cannons, long, wide)}
      <path class="hull" fill="url(#hull${side})" d=${side === 0 ? dart(long, wide) : pod(long, wide)} />
      ${kind === "cruiser" ? bridge(side, long, wide) : ""}
      ${kind === "corvette" ? "" : side === 0 ? chevrons(long, wide) : ports(long, kind === "cruiser" ? wide * 0.6 : wide)}
      ${kind === "corvette" ? orb() : ""}
    </g>
    ${kind === "corvette" ? crown(up) : ""}
    ${digits(ship, up)}
  </g>`;
}

/** The number of a ship of the fleet, in a corner of its square. */
export const digits = (ship: string, up: boolean): TemplateResult =>
  svg`<text class="digits" x="45" y=${up ? 45 : -34}>${ship}</text>`;

/** Red: a dart with edges. */
function dart(l: number, w: number): string {
  return `M0 ${-l} L${w} ${-l * 0.1} L${w * 0.85} ${l * 0.75} L${w * 0.4} ${l} H${-w * 0.4} L${-w * 0.85} ${l * 0.75} L${-w} ${-l * 0.1} z`;
}

/** Blue: a pod without edges. */
function pod(l: number, w: number): string {
  return `M0 ${-l} C${w * 0.9} ${-l} ${w * 1.1} ${-l * 0.2} ${w} ${l * 0.3} C${w * 0.9} ${l * 0.9} ${w * 0.5} ${l} 0 ${l} C${-w * 0.5} ${l} ${-w * 0.9} ${l * 0.9} ${-w} ${l * 0.3} C${-w * 1.1} ${-l * 0.2} ${-w * 0.9} ${-l} 0 ${-l} z`;
}

/** Red is marked by a chevron, Blue by lights in a row. */
function chevrons(l: number, w: number): TemplateResult {
  const y = l * 0.22;
  return svg`<path class="trim" d="M${-w * 0.56} ${y + w * 0.5} L0 ${y} L${w * 0.56} ${y + w * 0.5}" />
    <path class="glass" d="M0 ${-l * 0.62} L${w * 0.34} ${-l * 0.12} H${-w * 0.34} z" />`;
}

function ports(l: number, w: number): TemplateResult {
  return svg`<path class="trim dots" d="M${-w * 0.48} ${l * 0.42} v0 M0 ${l * 0.5} v0 M${w * 0.48} ${l * 0.42} v0" />
    <ellipse class="glass" cy=${-l * 0.42} rx=${w * 0.42} ry=${l * 0.22} />`;
}

/** The cruiser is a ship within a ship, rimmed with gold. */
function bridge(side: Seat, l: number, w: number): TemplateResult {
  const path = side === 0 ? dart(l * 0.66, w * 0.62) : pod(l * 0.66, w * 0.62);
  return svg`<path class="deck" transform="translate(0 ${l * 0.1})" d=${path} />`;
}

/** The corvette carries the sphere without which the fleet is lost. */
function orb(): TemplateResult {
  return svg`<circle fill="url(#halo)" r="13" /><circle class="orb" fill="url(#orb)" r="6.6" /><circle class="spark" cx="-2" cy="-2.4" r="1.9" />`;
}

/** Its crown stands where other ships have nothing, beside the digits. */
function crown(up: boolean): TemplateResult {
  return svg`<path class="crown" transform="translate(32 ${up ? 28 : -17})" d="M-9 0 l-2 -9 l6 4 l5 -7.5 l5 7.5 l6 -4 l-2 9 z" />`;
}

function barrels(count: number, l: number, w: number): TemplateResult {
  const places = count === 1 ? [0] : [-w * 0.68, w * 0.68];
  // A single barrel stands on the prow, a pair beside it.
  const top = count === 1 ? -l - 8 : -l - 4;
  return svg`${places.map(
    x =>
      svg`<path class="barrel" d="M${x} ${-l * 0.2} V${top}" /><path class="muzzle" d="M${x} ${top + 2} V${top - 1.5}" />
        <circle class="glow" cx=${x} cy=${top - 2.5} r="4.6" /><circle class="tip" cx=${x} cy=${top - 2.5} r="2.1" />`,
  )}`;
}

/** A fan that spreads astern from the origin. */
const FAN = "M0 0 C-13 1 -24 9 -26 23 Q0 11 26 23 C24 9 13 1 0 0 z";
const RIBS = "M0 1 V16.6 M0 1 C-7 5 -12 10 -14 18.2 M0 1 C7 5 12 10 14 18.2";

function sailFans(count: number, l: number, w: number): TemplateResult {
  const fan = (transform: string) =>
    svg`<g transform=${transform}><path class="sail" fill="url(#sail)" d=${FAN} /><path class="ribs" d=${RIBS} /></g>`;
  if (count === 1) return fan(`translate(0 ${l * 0.55})`);
  const [x, y] = [w * 0.55, l * 0.3];
  return svg`${fan(`translate(${-x} ${y}) rotate(62) scale(1.08)`)}${fan(`translate(${x} ${y}) rotate(-62) scale(1.08)`)}`;
}

function shieldArcs(count: number): TemplateResult {
  const arc = (r: number) => {
    const [x, y] = [r * Math.sin(0.85), r * Math.cos(0.85)];
    return `M${-x} ${-y} A${r} ${r} 0 0 1 ${x} ${-y}`;
  };
  return svg`${(count === 1 ? [43] : [40, 47.5]).map(r => svg`<path class="aura" d=${arc(r)} /><path class="shield" d=${arc(r)} />`)}`;
}
