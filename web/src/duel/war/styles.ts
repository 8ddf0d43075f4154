// Styles of the city. Colours are those of colours.css; without it the board still can be read.
import { css } from "lit";
import { stage } from "../styles";

const layout = css`
  :host {
    container-type: inline-size;
  }
  /*
   * The city gets the height that scores and words leave, however high their font makes them. Both
   * are planned for, so that they are as wide as the city; where the plan fails the city is smaller.
   */
  .duel {
    --height: var(--duel-height, calc(100dvh - 6rem));
    --scores: calc(2.3rem + 14px);
    --info: calc(3.9rem + 2px);
    --around: calc(var(--scores) + var(--info) + 1.2rem);
    --least: min(100cqi, 17rem);
    --planned: min(100cqi, max(var(--least), (var(--height) - var(--around)) * var(--ratio, 1)));
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 0.6rem;
    max-height: max(var(--height), var(--least) / var(--ratio, 1) + var(--around));
  }
  .duel.roomy {
    --info: 7.75rem;
  }
  .duel.bare {
    --around: 0px;
  }
  .duel > * {
    flex: none;
    width: var(--planned);
  }
  .duel > .room {
    flex: 0 1 calc(var(--planned) / var(--ratio, 1));
    min-height: 0;
    container-type: size;
    display: grid;
    justify-content: center;
  }
  .stage {
    width: min(100cqw, 100cqh * var(--ratio, 1));
    aspect-ratio: var(--ratio, 1);
  }
  /* Three lines where lines are short. */
  @container (max-width: 480px) {
    .duel:not(.roomy) {
      --info: calc(5.25rem + 2px);
    }
  }
  /* A phone on its side: the words stand beside the city, and only the scores share its height. */
  @media (max-height: 500px) {
    .duel:not(.bare) {
      --around: calc(var(--scores) + 0.6rem);
      --least: 0px;
      display: grid;
      grid-template: auto minmax(0, 1fr) / min(var(--planned), 100cqi - 9rem) minmax(0, 1fr);
      place-items: stretch;
      gap: 0.6rem 0.75rem;
      height: var(--height);
    }
    .duel:not(.bare) > * {
      width: auto;
      min-height: 0;
    }
    .duel > .scores {
      grid-column: 1 / -1;
    }
    .duel > .words {
      overflow: auto;
    }
    .duel:not(.bare) .info {
      height: auto;
    }
  }
  .cell {
    border-radius: 10%;
    touch-action: manipulation;
  }
  .cell.open {
    cursor: pointer;
  }
  .cell:focus-visible {
    outline: 3px solid var(--ink, #1d1a16);
    outline-offset: -4px;
    box-shadow: inset 0 0 0 2px var(--panel, #fff);
  }
`;

const picture = css`
  text {
    font-family: var(--code, ui-monospace, monospace);
    font-weight: 700;
    text-anchor: middle;
  }
  .side0 { --hue: var(--duel-blue, #1f66c1); --deep: var(--duel-blue-deep, #15458a); --light: var(--duel-blue-light, #74b0f2); }
  .side1 { --hue: var(--duel-green, #1c7f4d); --deep: var(--duel-green-deep, #0f5a35); --light: var(--duel-green-light, #7fd0a4); }
  .ground { fill: var(--duel-ground, #e5d9c1); }
  .name { font-size: 17px; font-weight: 600; fill: var(--duel-name, #6b5c40); }
  .fill0 { fill: var(--duel-blue, #1f66c1); }
  .lines0 { fill: var(--duel-blue-deep, #15458a); }
  .fill1 { fill: var(--duel-green, #1c7f4d); }
  .dots1 { fill: var(--duel-green-light, #7fd0a4); fill-opacity: 0.75; }
  .lanes { fill: none; stroke: var(--duel-edge, #cdbd9c); stroke-width: 1.5; stroke-dasharray: 9 7; }
  .plot { stroke: var(--duel-edge, #cdbd9c); stroke-width: 1.5; }
  .vacant .plot { fill: var(--duel-tile, #faf4e6); }
  .owned .plot { stroke: var(--deep); stroke-width: 2; }
  .quarter { --wall: var(--duel-city, #b8893a); }
  .owned .quarter { --wall: var(--light); }
  .wall { stroke: color-mix(in srgb, var(--wall) 50%, #1a1405); stroke-width: 1; stroke-linejoin: round; }
  .w0 { fill: var(--wall); }
  .w1 { fill: color-mix(in srgb, var(--wall) 78%, #fff); }
  .w2 { fill: color-mix(in srgb, var(--wall) 82%, #2a1c08); }
  .window { fill: var(--duel-window, #fff6d6); }
  .lawn { fill: var(--duel-lawn, #b9d39a); }
  .trunk { stroke: #7a5a34; stroke-width: 3; }
  .tree { fill: var(--duel-tree, #5f9150); stroke: rgb(0 0 0 / 25%); }
  .pole { stroke: #fff; stroke-width: 3; stroke-linecap: round; }
  .cloth { fill: var(--deep); stroke: #fff; stroke-width: 1.8; stroke-linejoin: round; }
  .plate { fill: var(--panel, #fff); stroke: var(--duel-edge, #cdbd9c); stroke-width: 1.2; }
  .owned .plate { fill: var(--deep); stroke: #fff; stroke-width: 1.5; }
  .value { font-size: 30px; fill: var(--ink, #1d1a16); }
  .owned .value { fill: #fff; }
  .flash { fill: none; stroke: var(--duel-mark, #d9a400); stroke-width: 8; pointer-events: none; }
  /* The game is over: what the loser holds steps back. */
  .won0 .owned.side1,
  .won1 .owned.side0 { opacity: 0.55; }
  .last { fill: none; stroke: var(--duel-mark, #d9a400); stroke-width: 5; }
  .conquered { fill: none; stroke: var(--duel-mark, #d9a400); stroke-width: 3; stroke-dasharray: 6 7; stroke-linecap: round; }
  rect.hint { fill: none; stroke: var(--duel-permute, #7a3ff0); stroke-width: 5; stroke-dasharray: 14 8; }
  .take { fill: var(--hue); fill-opacity: 0.1; stroke: var(--hue); stroke-width: 4; }
  .fall { fill: none; stroke: var(--hue); stroke-width: 5; stroke-dasharray: 9 6; }
  .arrow { fill: var(--light); stroke: var(--deep); stroke-width: 2; stroke-linejoin: round; }
  .badge rect { fill: var(--deep); stroke: #fff; stroke-width: 1.5; }
  .badge text { fill: #fff; font-size: 18px; }
`;

const panel = css`
  .line {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 0.5rem;
    height: 2rem;
    margin-bottom: 0.3rem;
    line-height: 2rem;
    white-space: nowrap;
  }
  .score {
    display: flex;
    align-items: center;
    gap: 0.4rem;
  }
  .score b {
    font-size: 1.35rem;
    font-variant-numeric: tabular-nums;
  }
  .score i {
    width: 0.8rem;
    height: 0.8rem;
    background: var(--hue);
    border: 2px solid var(--deep);
    border-radius: 3px;
  }
  .score.side1 i {
    border-radius: 50%;
  }
  .left {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--soft, #655d52);
    font-size: 0.85rem;
  }
  .bar {
    display: block;
    width: 100%;
    height: 14px;
  }
  .rest { fill: var(--line, #e3dccf); }
  .half { fill: var(--ink, #1d1a16); fill-opacity: 0.55; }
  /* Words come and go with what is pointed at: they may never move the city. */
  .info {
    height: var(--info);
    overflow: auto;
    padding: 0.6rem 0.75rem;
    border: 1px solid var(--line, #e3dccf);
    border-radius: 10px;
    background: var(--panel, #fff);
    color: var(--soft, #655d52);
    font-size: 0.9rem;
  }
  .info p {
    margin: 0;
  }
  .info b {
    color: var(--ink, #1d1a16);
  }
  .info em {
    display: block;
    font-style: normal;
    color: var(--ink, #1d1a16);
  }
  /* A question stands until it is answered, so it takes the height that it needs. */
  .asks {
    height: auto;
    min-height: var(--info);
    border-color: var(--duel-pick, #e0a100);
    box-shadow: inset 3px 0 0 var(--duel-pick, #e0a100);
  }
  .buttons {
    margin-top: 0.4rem;
  }
  .button {
    font: inherit;
    min-height: 44px;
    padding: 0.2rem 0.8rem;
    border-radius: 8px;
    border: 1px solid var(--line, #cdbd9c);
    background: none;
    color: var(--ink, #1d1a16);
    cursor: pointer;
    text-align: start;
  }
  .way b,
  .way small {
    display: block;
  }
  .way {
    border-color: var(--ink, #1d1a16);
  }
  .button:hover {
    background: var(--hover, #f3eee4);
  }
  .button:focus-visible {
    outline: 3px solid var(--ink, #1d1a16);
    outline-offset: 2px;
  }
`;

export const styles = [stage, layout, picture, panel];
