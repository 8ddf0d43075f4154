// Where things stand around the picture, and what words and buttons look like.
import { css } from "lit";
import { stage } from "../styles";

const layout = css`
  :host {
    container-type: inline-size;
  }
  .duel {
    gap: 0.75rem;
  }
  .stage {
    width: min(100%, calc(var(--duel-height, calc(100dvh - 6rem)) * var(--ratio, 0.6)));
    /* Squares of 44 px and more. */
    min-width: min(100%, 13rem);
    aspect-ratio: var(--ratio, 0.6);
  }
  .stage > svg.lower {
    border-radius: 10px;
  }
  .stage > svg.upper {
    pointer-events: none;
    overflow: visible;
  }
  .cell {
    border-radius: 8%;
    cursor: default;
  }
  .cell[data-mine] {
    cursor: grab;
    touch-action: none;
  }
  .cell:focus-visible {
    outline: 3px solid var(--focus, #fff);
    outline-offset: -5px;
    box-shadow: inset 0 0 0 3px rgb(0 0 0 / 65%);
  }
  .dragging .cell,
  .dragging .cell[data-mine] {
    cursor: grabbing;
  }
  .exile {
    position: absolute;
    left: var(--left);
    width: var(--wide);
    height: var(--dock);
    margin: 0;
    padding: 0;
    list-style: none;
    display: grid;
    grid-template-columns: repeat(8, 1fr);
    pointer-events: none;
  }
  .exile.above {
    top: var(--above);
  }
  .exile.below {
    top: var(--below);
  }
  .exile li {
    grid-row: 1;
    justify-self: center;
    width: max(100%, 44px);
  }
  .exile li[data-slot="1"] { grid-column: 1; }
  .exile li[data-slot="2"] { grid-column: 2; }
  .exile li[data-slot="3"] { grid-column: 3; }
  .exile li[data-slot="4"] { grid-column: 4; }
  .exile li[data-slot="5"] { grid-column: 5; }
  .exile li[data-slot="6"] { grid-column: 6; }
  .exile li[data-slot="7"] { grid-column: 7; }
  .exile li[data-slot="8"] { grid-column: 8; }
  .exile button {
    pointer-events: auto;
    width: 100%;
    height: 100%;
    min-height: 44px;
    border: 0;
    border-radius: 8px;
    background: none;
    cursor: pointer;
  }
  .exile button:focus-visible {
    outline: 3px solid var(--focus, #fff);
    outline-offset: -3px;
  }
  .exile button[aria-pressed="true"] {
    box-shadow: inset 0 0 0 3px var(--pick);
  }
  .unseen-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .look-plain {
    --focus: #1d1a16;
  }
  /* Narrow: the board, then all shifts, then words. */
  .shifts { order: 2; }
  .tie { order: 3; }
  .note { order: 4; }
  /* Over the line above a narrow board, so that no square is hidden and nothing jumps. */
  .note.over {
    position: absolute;
    z-index: 2;
    /* As wide as the place of the board, which may be wider than the board. */
    inset: auto calc((100% - 100cqi) / 2) 100%;
    width: auto;
    padding: 5px 10px 6px;
    box-shadow: 0 4px 18px rgb(0 0 0 / 25%);
    font-size: 0.78rem;
    line-height: 1.25;
    pointer-events: none;
  }
  .over h2 {
    margin: 0 0 2px;
    font-size: 0.82rem;
  }
  .over .powers {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 0.5rem;
  }
  .over .powers li {
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.3rem;
  }
  .docked {
    position: absolute;
    left: var(--left);
    width: var(--wide);
    height: var(--dock);
    padding: 0 4px 0 12px;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    font-size: 0.85rem;
    line-height: 1.25;
    color: var(--ink, #1d1a16);
  }
  .look-fleet .docked {
    color: #e6ebff;
  }
  .docked.above {
    top: var(--above);
  }
  .docked.below {
    top: var(--below);
  }
  .docked b {
    display: block;
  }
  .docked .button {
    flex: none;
  }
  .docked {
    container-type: inline-size;
  }
  @container (max-width: 239px) {
    .docked .short {
      display: none;
    }
  }
  .look-fleet .docked .button {
    background: var(--pick);
    border-color: var(--pick);
    color: #14183a;
  }
  @container (min-width: 608px) {
    .duel.controls {
      grid-template-columns: minmax(0, 1fr) minmax(0, 268px);
      grid-template-rows: minmax(0, 1fr) auto auto auto minmax(0, 1fr);
      gap: 0 1.25rem;
    }
    .controls .stage { grid-column: 1; grid-row: 1 / -1; }
    .controls .note {
      grid-column: 2;
      grid-row: 2;
      /* Room for the longest note, so that nothing jumps when it changes. */
      min-height: 172px;
    }
    .controls .shifts { grid-column: 2; grid-row: 3; margin-top: 0.75rem; }
    .controls .tie { grid-column: 2; grid-row: 4; margin-top: 0.75rem; }
  }
  /* A phone on its side: the board as high as the screen, the shifts beside it. */
  @media (max-height: 500px) {
    .stage { min-width: 0; }
    @container (min-width: 340px) {
      .duel.controls {
        grid-template-columns: auto minmax(0, 1fr);
        grid-template-rows: auto auto minmax(0, 1fr);
        align-items: start;
        gap: 0 0.75rem;
      }
      .controls .stage {
        grid-row: 1 / -1;
        width: calc(var(--duel-height, 100dvh) * var(--ratio, 0.6));
      }
      .controls :is(.shifts, .tie, .note) { grid-column: 2; margin: 0 0 0.5rem; }
      .controls .shifts { grid-row: 2; }
      .controls .tie { grid-row: 3; }
      /* What must be known to move comes first, and is short. */
      .controls .note { grid-row: 1; min-height: 0; padding: 6px 10px; font-size: 0.8rem; line-height: 1.3; }
      .note .hint-text,
      .note:not(:has(:not(.hint-text))) { display: none; }
      .powers { gap: 0; }
    }
  }
`;

const panel = css`
  .shifts,
  .tie,
  .note {
    width: 100%;
    font-size: 0.9rem;
    line-height: 1.4;
  }
  :where(.duel) h2 {
    margin: 0 0 0.3rem;
    font-size: 0.75rem;
    font-weight: 600;
    letter-spacing: 0.04em;
    text-transform: uppercase;
    color: var(--soft, #655d52);
  }
  .note p,
  .tie p {
    margin: 0;
  }
  .note .hint-text {
    margin-top: 0.5rem;
    font-size: 0.85rem;
  }
  .powers {
    margin: 0;
    padding: 0;
    list-style: none;
    display: grid;
    gap: 0.25rem;
  }
  .powers li {
    display: grid;
    grid-template-columns: 2rem 1fr;
  }
  .powers b {
    font-family: var(--code, ui-monospace, monospace);
    color: var(--ink, #1d1a16);
  }
  .note {
    padding: 0.6rem 0.75rem;
    border: 1px solid var(--line, #e3dccf);
    border-radius: 10px;
    background: var(--panel, #fff);
    color: var(--soft, #655d52);
  }
  .note header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 0.5rem;
    margin-bottom: 0.3rem;
  }
  .note header h2 {
    margin: 0;
  }
  .note.bonus,
  .note.positioning {
    border-color: var(--pick);
    box-shadow: inset 3px 0 0 var(--pick);
    color: var(--ink, #1d1a16);
  }
  .note h2 {
    color: var(--ink, #1d1a16);
    text-transform: none;
    letter-spacing: 0;
    font-size: 0.95rem;
  }
  .buttons {
    margin-top: 0.5rem;
  }
  .button {
    font: inherit;
    font-weight: 600;
    min-height: 44px;
    padding: 0 1rem;
    border-radius: 8px;
    border: 1px solid var(--accent, #1d1a16);
    background: var(--accent, #1d1a16);
    color: var(--on-accent, #fff);
    cursor: pointer;
  }
  .button.quiet {
    background: none;
    color: inherit;
    border-color: var(--line, #cdbd9c);
    font-weight: 500;
  }
  .button:focus-visible,
  .shift:focus-visible {
    outline: 3px solid var(--ink, #1d1a16);
    outline-offset: 2px;
  }
  .list {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.4rem;
    margin-bottom: 0.5rem;
  }
  .shift {
    font: inherit;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 2px;
    min-height: 52px;
    padding: 4px 2px;
    border: 1px solid var(--line, #e3dccf);
    border-radius: 9px;
    background: var(--panel, #fff);
    color: inherit;
    cursor: pointer;
  }
  .look-fleet .shift {
    background: radial-gradient(circle at 50% 20%, var(--duel-sky-near, #232b57), var(--duel-sky-far, #0b0f26));
    border-color: transparent;
    color: #e6ebff;
  }
  .shift.idle,
  .shift.dim {
    cursor: default;
  }
  .shift.dim {
    background: none;
    border: 1px dashed var(--line, #cdbd9c);
    color: var(--soft, #655d52);
  }
  .shift.dim .minis {
    opacity: 0.45;
  }
  .shift:not(.dim, .idle):hover,
  .shift.seen {
    border-color: var(--pick);
    box-shadow: 0 0 0 1px var(--pick);
  }
  .shift.near {
    border-color: var(--pick);
  }
  .button.hinted,
  .shift.hinted {
    border-color: var(--hint);
    box-shadow: 0 0 0 2px var(--hint);
  }
  .minis {
    display: flex;
    align-items: center;
  }
  .mini {
    width: 32px;
    height: 32px;
    overflow: visible;
  }
  .look-plain .mini {
    width: 30px;
    height: 30px;
    margin: 0 1px;
  }
  .three .mini {
    width: 27px;
    height: 27px;
  }
  .look-plain .three .mini {
    width: 24px;
    height: 24px;
    margin: 0;
  }
  .look-fleet .mini .digits {
    display: none;
  }
  .mini.gone {
    opacity: 0.5;
  }
  .minis .sign {
    width: 10px;
    height: 12px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2.6;
    stroke-linecap: round;
    stroke-linejoin: round;
    flex: none;
  }
  .numbers {
    font: 600 0.68rem/1.1 var(--code, ui-monospace, monospace);
    letter-spacing: -0.01em;
  }
  .look-plain .numbers {
    display: none;
  }
  /* A phone on its side: three ships and their numbers in half of what the board leaves, or in all of it. */
  @media (max-height: 500px) {
    .list {
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 94px), 1fr));
    }
    .three .mini,
    .look-plain .three .mini {
      width: 22px;
      height: 22px;
    }
    .three .sign {
      width: 8px;
    }
    .numbers {
      letter-spacing: -0.04em;
      word-spacing: -0.25em;
    }
  }
  .tie p {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 0.5rem;
    margin-bottom: 0.3rem;
  }
  .tie b {
    white-space: nowrap;
  }
  .tie span {
    color: var(--soft, #655d52);
  }
  .meter {
    display: block;
    width: 100%;
    height: 8px;
  }
  .meter .rest {
    fill: var(--line, #e3dccf);
  }
  .meter .done {
    fill: var(--hue);
  }
  dialog {
    max-width: 26rem;
    border: 0;
    border-radius: 14px;
    padding: 1.25rem 1.4rem;
    background: var(--panel, #fff);
    color: inherit;
    box-shadow: 0 20px 60px rgb(0 0 0 / 45%);
  }
  dialog::backdrop {
    background: rgb(6 8 20 / 60%);
  }
  dialog h2 {
    margin: 0 0 0.5rem;
    font-size: 1.15rem;
  }
  dialog p {
    margin: 0 0 1rem;
  }
  .button.danger {
    background: var(--duel-red-deep, #8f2413);
    border-color: var(--duel-red-deep, #8f2413);
    color: #fff;
  }
`;

export const styles = [stage, layout, panel];
