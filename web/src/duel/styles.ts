// What all boards share: a stage, a picture on it, and a grid of squares over the picture.
import { css } from "lit";

export const stage = css`
  :host {
    display: block;
    color: var(--ink, #1d1a16);
    font: inherit;
  }
  * {
    box-sizing: border-box;
  }
  .duel {
    display: grid;
    justify-items: center;
  }
  .stage {
    position: relative;
    user-select: none;
    -webkit-user-select: none;
    -webkit-tap-highlight-color: transparent;
  }
  .stage > svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    display: block;
    /* Letters are scaled with the picture, and the spaces between them as well. */
    text-rendering: geometricPrecision;
  }
  .grid {
    position: absolute;
    left: var(--left);
    top: var(--top);
    width: var(--wide);
    height: var(--high);
    display: grid;
    grid-auto-rows: 1fr;
  }
  .row {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
  }
  .cell {
    outline: none;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
`;
