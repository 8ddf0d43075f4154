import { html, nothing } from "lit";
import type { Seat } from "../../rules/view";
import { emblem, icon } from "../icons";
import { shown } from "./clock";
import type { Scene } from "./scene";

/** What a level of the computer is called: the server's words, which the form of a new game has too. */
const levelName = (level: number) =>
  document.querySelector<HTMLElement>("joust-game")?.dataset.levels?.split("|")[level] ?? "";

/** One player beside the board. */
export function playerView(scene: Scene, seat: Seat) {
  const { game, words, names, colours, sides, turn, state } = scene;
  const player = game.seats[seat];
  const { clock, ending } = game;
  const points = scene.shown?.game === "wargame" ? scene.shown.scores[seat] : undefined;
  const own = game.you.includes(seat) && game.you.length === 1;
  const level = player.kind === "computer" ? (player.level ?? game.level) : undefined;
  const what =
    typeof level === "number"
      ? `${sides[seat]} · ${words.level(level, levelName(level))}`
      : names[seat] === sides[seat]
        ? ""
        : sides[seat];
  // While the line is lost nobody knows who is there.
  const known = player.here && !scene.lost;
  const here = scene.lost ? words.reconnecting : player.here ? words.here : words.away;
  return html`
    <section class="player ${colours[seat]} ${turn === seat ? "turn" : ""}" data-player=${seat}
      aria-label=${`${sides[seat]}: ${names[seat]}`}>
      ${emblem(colours[seat], seat)}
      <div class="who">
        <div class="name">
          <bdi>${names[seat]}</bdi>
          ${own ? html`<span class="tag">${words.you}</span>` : nothing}
          ${
            player.kind === "person" && game.opponent === "friend"
              ? html`<span class="presence ${known ? "here" : ""}" role="img" aria-label=${here} title=${here}></span>`
              : nothing
          }
          ${player.kind === "computer" ? icon("robot") : nothing}
        </div>
        <div class="what">${what}</div>
      </div>
      ${points === undefined ? nothing : html`<div class="points" data-points=${seat}>${points}</div>`}
      ${
        clock
          ? html`<joust-clock data-clock=${seat} role="timer"
              aria-label=${words.timeOf(names[seat], shown(clock.left[seat]))}
              .time=${{ clock: ending ? { ...clock, running: null } : clock, seat, told: state.told }}></joust-clock>`
          : nothing
      }
    </section>
  `;
}
