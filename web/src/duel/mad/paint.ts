// The paint of the picture. Colours are those of colours.css; without it the board still can be read.
import { css } from "lit";

const picture = css`
  text {
    font-family: var(--code, ui-monospace, monospace);
    font-weight: 700;
  }
  .ground {
    fill: var(--duel-ground, #e5d9c1);
  }
  .tile {
    fill: var(--duel-tile, #faf4e6);
    stroke: var(--duel-edge, #cdbd9c);
    stroke-width: 1.5;
  }
  .tile.other {
    fill: var(--duel-other, #f1e7d2);
  }
  .name {
    font-size: 13px;
    font-weight: 600;
    fill: var(--duel-name, #7d6d4f);
  }
  .dock {
    fill: none;
    stroke: var(--duel-edge, #cdbd9c);
    stroke-width: 1.5;
    stroke-dasharray: 3 5;
  }
  .caption {
    font: 600 14px/1 inherit;
    font-family: inherit;
    letter-spacing: 0.04em;
    text-anchor: middle;
    fill: var(--duel-name, #7d6d4f);
  }
  .look-fleet .tile {
    fill: rgb(120 145 255 / 9%);
    stroke: var(--duel-sky-line, #8fa3e6);
    stroke-opacity: 0.34;
  }
  .look-fleet .tile.other {
    fill: rgb(120 145 255 / 4%);
  }
  .look-fleet .dock {
    fill: rgb(0 0 0 / 28%);
    stroke: var(--duel-sky-line, #8fa3e6);
    stroke-opacity: 0.4;
  }
  .look-fleet .name,
  .look-fleet .caption {
    fill: var(--duel-sky-name, #a9b6e8);
  }
  .filled0 .caption0,
  .filled1 .caption1 {
    visibility: hidden;
  }
  .sky-near { stop-color: var(--duel-sky-near, #232b57); }
  .sky-far { stop-color: var(--duel-sky-far, #0b0f26); }
  .cloud-warm { stop-color: #d4476f; stop-opacity: 0.24; }
  .cloud-cool { stop-color: #3f7bd8; stop-opacity: 0.3; }
  .cloud-none { stop-color: #000; stop-opacity: 0; }
  .star { fill: #fff; opacity: 0.75; }
  .star.s1 { fill: #bcd0ff; }
  .star.s2 { fill: #ffe2c4; opacity: 0.6; }

  /* Marks. */
  .last {
    fill: var(--mark);
    fill-opacity: 0.2;
    stroke: var(--mark);
    stroke-opacity: 0.75;
    stroke-width: 2;
    stroke-dasharray: 5 5;
  }
  .chosen {
    fill: var(--pick);
    fill-opacity: 0.2;
    stroke: var(--pick);
    stroke-width: 4;
  }
  .looked {
    fill: none;
    stroke: var(--pick);
    stroke-width: 2.5;
  }
  .left {
    fill: none;
    stroke: var(--pick);
    stroke-width: 2.5;
    stroke-dasharray: 2 7;
    stroke-linecap: round;
  }
  rect.hint {
    fill: none;
    stroke: var(--hint);
    stroke-width: 4;
  }
  .hint-way {
    fill: var(--hint);
    fill-opacity: 0.82;
    stroke: #fff;
    stroke-opacity: 0.7;
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .disc {
    fill: var(--pick);
    fill-opacity: 0.9;
    stroke: rgb(0 0 0 / 45%);
    stroke-width: 1.5;
  }
  .star4 {
    fill: #fff6d6;
    stroke: #5a4300;
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .reticle {
    fill: none;
    stroke: var(--pick);
    stroke-width: 5;
    stroke-linecap: round;
  }
  .there {
    fill: var(--pick);
    fill-opacity: 0.14;
    stroke: var(--pick);
    stroke-width: 2.5;
    stroke-dasharray: 8 6;
  }
  .ghost {
    opacity: 0.88;
    pointer-events: none;
  }
  .ship {
    transition: opacity 0.15s;
  }
  .ship.leaving {
    opacity: 0.14;
  }
  .ship.waiting {
    opacity: 0.7;
  }
  .ship.lifted {
    opacity: 0.18;
  }
  /* The game is over: the fleet that lost steps back, and the corvette that won shines. */
  .won0 .fleet [data-ship^="1"],
  .won1 .fleet [data-ship^="0"] {
    opacity: 0.4;
  }
  .crowned {
    fill: #ffd45e;
    fill-opacity: 0.16;
    stroke: #ffd45e;
    stroke-width: 5;
  }
  @media (prefers-reduced-motion: no-preference) {
    .crowned {
      animation: shine 1.1s ease-in-out 4 alternate;
    }
    @keyframes shine {
      to {
        stroke-width: 11;
        fill-opacity: 0.4;
      }
    }
  }
  .flash {
    fill: none;
    stroke: #fff2b8;
    stroke-width: 7;
    pointer-events: none;
  }
`;

const ships = css`
  .side0 { --hue: var(--duel-red, #c4361f); --deep: var(--duel-red-deep, #8f2413); }
  .side1 { --hue: var(--duel-blue, #1f66c1); --deep: var(--duel-blue-deep, #15458a); }
  .counter .body { fill: var(--hue); stroke: var(--deep); stroke-width: 2; }
  .counter .edge { fill: none; stroke: rgb(255 255 255 / 45%); stroke-width: 1.5; }
  .counter .rim { fill: none; stroke: #ffd45e; stroke-width: 3.5; }
  .counter .crown { fill: #ffd45e; }
  .counter .digits {
    fill: #fff;
    font-size: 29px;
    text-anchor: middle;
    letter-spacing: 0.02em;
  }
  .hull0-a { stop-color: #ff9d7d; }
  .hull0-b { stop-color: #d8432a; }
  .hull0-c { stop-color: #7d1d0f; }
  .hull1-a { stop-color: #a5d3ff; }
  .hull1-b { stop-color: #2f7fe0; }
  .hull1-c { stop-color: #123f86; }
  .orb-a { stop-color: #fffbe2; }
  .orb-b { stop-color: #ffd34d; }
  .orb-c { stop-color: #d88a00; }
  .halo-a { stop-color: #ffdf7a; stop-opacity: 0.75; }
  .halo-b { stop-color: #ffdf7a; stop-opacity: 0; }
  .sail-a { stop-color: #fff8e6; stop-opacity: 0.98; }
  .sail-b { stop-color: #ffb968; stop-opacity: 0.82; }
  .vessel .hull { stroke: rgb(255 255 255 / 80%); stroke-width: 1.3; stroke-linejoin: round; }
  .vessel .trim { fill: none; stroke: rgb(255 255 255 / 90%); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
  .vessel .trim.dots { stroke-width: 3.8; }
  .vessel .glass { fill: #d9f3ff; fill-opacity: 0.85; stroke: rgb(0 0 0 / 35%); stroke-width: 0.8; stroke-linejoin: round; }
  .vessel .deck { fill: rgb(0 0 0 / 26%); stroke: #ffd45e; stroke-width: 1.8; stroke-linejoin: round; }
  .vessel .barrel { stroke: #aab7d6; stroke-width: 5; }
  .vessel .muzzle { stroke: #f1f5ff; stroke-width: 7; }
  .vessel .glow { fill: #ffb347; fill-opacity: 0.45; }
  .vessel .tip { fill: #fff0c2; }
  .vessel .sail { stroke: #fffaf0; stroke-width: 1.1; stroke-linejoin: round; }
  .vessel .ribs { fill: none; stroke: #a35f14; stroke-opacity: 0.5; stroke-width: 0.9; }
  .vessel .aura { fill: none; stroke: #54d8ff; stroke-opacity: 0.28; stroke-width: 8; stroke-linecap: round; }
  .vessel .shield { fill: none; stroke: #9bf3ff; stroke-width: 3; stroke-linecap: round; }
  .vessel .flame { fill: #bfe9ff; opacity: 0.8; }
  .vessel .spark { fill: #fff; }
  .vessel .crown { fill: #ffd45e; stroke: rgb(8 10 30 / 80%); stroke-width: 1.5; stroke-linejoin: round; }
  .vessel .digits {
    font-size: 15.5px;
    text-anchor: end;
    fill: #fff;
    paint-order: stroke;
    stroke: rgb(8 10 30 / 80%);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .exiled .vessel .digits,
  .ghost.gone .vessel .digits {
    font-size: 24px;
  }
`;

const arcs = css`
  .permute { --way: var(--permute-on-board); }
  .rotate { --way: var(--turn-on-board); }
  .look-fleet { --permute-on-board: #cbb0ff; --turn-on-board: #6ff0dd; --halo: rgb(4 6 24 / 75%); --hint: #52e39a; --pick: #ffcf4a; --mark: #ffd96b; }
  .look-plain { --permute-on-board: var(--duel-permute, #7a3ff0); --turn-on-board: var(--duel-turn, #0b7d74); --halo: var(--duel-tile, #faf4e6); --hint: var(--duel-hint, #18a06a); --pick: var(--duel-pick, #e0a100); --mark: var(--duel-mark, #d9a400); }
  .arcs .under { fill: none; stroke: var(--halo); stroke-width: 9; stroke-linecap: round; opacity: 0; }
  .arcs .under.main,
  .arcs.seen .under { opacity: 0.7; }
  .arcs .arc { fill: none; stroke: var(--way); stroke-width: 2.6; stroke-linecap: round; stroke-dasharray: 1 7; opacity: 0.6; }
  .arcs .arc.main { stroke-width: 4.6; stroke-dasharray: none; opacity: 1; }
  .arcs.seen .arc { stroke-width: 5.2; stroke-dasharray: none; opacity: 1; }
  .arcs.unseen { opacity: 0.3; }
  .arcs .head { fill: var(--way); stroke: var(--halo); stroke-width: 1; }
  .handle.none { --way: #7fe3a0; }
  .handle.back { --way: #ffb19c; }
  .look-plain .handle.none { --way: var(--duel-green-ink, #176a41); }
  .look-plain .handle.back { --way: var(--duel-red-ink, #a32a15); }
  .handle { cursor: pointer; pointer-events: auto; outline: none; }
  .handle .hit { fill: transparent; }
  .handle .knob { fill: var(--knob, #141a3d); stroke: var(--way); stroke-width: 3.4; }
  .look-plain .handle .knob { fill: var(--panel, #fff); }
  .handle .sign { fill: none; stroke: var(--way); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
  .handle.seen .knob,
  .handle:hover .knob { fill: var(--way); }
  .handle.seen .sign,
  .handle:hover .sign { stroke: var(--knob, #141a3d); }
  .look-plain .handle.seen .sign,
  .look-plain .handle:hover .sign { stroke: var(--panel, #fff); }
  .handle:focus-visible .knob { stroke: var(--focus, #fff); stroke-width: 5; }
`;

export const paint = [picture, ships, arcs];
