import { html, nothing } from "lit";
import type { Seat } from "../../rules/view";
import { icon } from "../icons";
import { analysisOf } from "./links";
import type { Scene } from "./scene";
import { rematchOffer } from "./state";

/** How the game stands, in a headline and a sentence. */
export interface Standing {
  title: string;
  text: string;
  /** Whose colour it has. */
  seat: Seat | null;
  /** The visitor has lost. */
  lost?: boolean;
}

export function standing(scene: Scene): Standing {
  return scene.game.ending ? ended(scene) : going(scene);
}

/** The hint in words, if there is one. */
export function hintText({ state, now, say, words }: Scene): string {
  const move = state.hint && now?.moves.find(each => each.text === state.hint?.move);
  return move && now ? words.hinted(say(move, now)) : "";
}

function going(scene: Scene): Standing {
  const { game, words, names, sides, now, turn, mine, open, pending, state } = scene;
  // Before the rules are loaded this is unknown; a space keeps the line.
  if (turn === null || !now) return { title: "\u00a0", text: "", seat: null };
  if (game.fault !== null) return { title: words.fault, text: words.faultText, seat: turn };
  const asked = now.words.includes("accept");
  const many = game.you.length > 1;
  if (asked) {
    const offerer: Seat = turn === 0 ? 1 : 0;
    const own = game.you.includes(offerer) && !many;
    return { title: own ? words.offerSent : words.offered(sides[offerer]), text: "", seat: turn };
  }
  if (pending !== undefined) {
    return { title: words.toMove(sides[turn]), text: scene.lost ? words.confirming : "", seat: turn };
  }
  if (mine) {
    const text = state.hinting === undefined ? hintText(scene) : words.hinting;
    return { title: many ? words.toMove(sides[turn]) : words.yourTurn, text, seat: turn };
  }
  if (game.seats[turn].kind === "computer") return { title: words.thinking, text: "", seat: turn };
  if (open === turn) return { title: words.waitingForFriend, text: "", seat: turn };
  const title = game.you.length > 0 ? words.waitingFor(names[turn]) : words.toMove(sides[turn]);
  return { title, text: "", seat: turn };
}

function ended({ game, words, sides, now }: Scene): Standing {
  const { ending } = game;
  if (!ending) return { title: "", text: "", seat: null };
  const { why, winner, loser } = ending;
  if (why === "given-up") return { title: words.givenUp, text: words.why["given-up"], seat: null };
  const score = now?.game === "wargame" ? words.score(sides[0], now.scores[0], sides[1], now.scores[1]) : "";
  if (winner === null || loser === null) return { title: words.tie, text: words.why.full(score), seat: null };
  const nobody = now?.game === "mad" && now.expeller === null;
  const texts = {
    exile: () => words.why.exile(sides[loser]),
    "tie-break": () => words.why["tie-break"](sides[winner], nobody),
    agreed: () => words.why.agreed(sides[winner]),
    full: () => words.why.full(score),
    resigned: () => words.why.resigned(sides[loser]),
    time: () => words.why.time(sides[loser]),
  };
  const you = game.you.length === 1 ? game.you[0] : null;
  const title = you === null ? words.wins(sides[winner]) : you === winner ? words.youWin : words.youLose;
  return { title, text: texts[why](), seat: winner, lost: you === loser };
}

export function statusView(scene: Scene) {
  const { game, words, colours, now } = scene;
  const { title, text, seat, lost } = standing(scene);
  const answer = scene.mine && now?.words.includes("accept");
  const colour = seat === null ? "" : colours[seat];
  // A loss has no colour of joy.
  const mood = !game.ending ? "" : lost ? "ended lost" : "ended";
  return html`
    <section class="status panel ${colour} ${mood}">
      <h1>${title}</h1>
      ${stepsView(scene)}
      ${text ? html`<p>${text}</p>` : nothing}
      ${game.ending?.points ? html`<p>${words.points(game.ending.points.replaceAll("1/2", "½"))}</p>` : nothing}
      ${
        answer
          ? html`<div class="row"><button class="button primary" data-do="answer">${words.answer}</button></div>`
          : nothing
      }
      ${game.fault !== null && !game.ending && game.you.length > 0 ? retryView(scene) : nothing}
      ${game.ending ? afterwards(scene) : nothing}
    </section>
    ${pastView(scene)}
  `;
}

/** Ways out when the computer has stopped; moves are taken back, and games resigned, where they always are. */
function retryView({ words, state }: Scene) {
  const busy = state.asked !== undefined;
  return html`<div class="row">
    <button class="button primary" data-do="retry" ?disabled=${busy}>${words.retry}</button>
    <button class="button" data-do="give-up" ?disabled=${busy}>${words.giveUp}</button>
  </div>`;
}

function afterwards(scene: Scene) {
  const { game, words } = scene;
  const said = rematchText(scene);
  return html`${said ? html`<p>${said}</p>` : nothing}
  <div class="row">
    ${game.rematch ? html`<a class="button primary" data-do="rematch" href="/game/${game.rematch}">${icon("rematch")}${words.toRematch}</a>` : rematchButtons(scene)}
    ${game.course.length > 0 ? html`<a class="button" data-do="analyse" href=${analysisOf(game)}>${icon("look")}${words.analyse}</a>` : nothing}
    <a class="button" href="/new?game=${game.game}&board=${encodeURIComponent(game.board)}">${words.newGame}</a>
  </div>`;
}

/** What the players are told about a rematch that is not made yet. */
export function rematchText({ game, words, names }: Scene): string {
  const { rematch_offer: offer, rematch, you } = game;
  if (!offer || rematch || you.length !== 1) return "";
  const other = names[you[0] === 0 ? 1 : 0];
  const own = offer.by === you[0];
  if (offer.declined) return own ? words.rematchDeclined(other) : "";
  return own ? words.rematchOffered(other) : words.rematchAsked(other);
}

function rematchButtons({ game, words, state }: Scene) {
  const offer = rematchOffer(game);
  const declined = game.rematch_offer?.declined && game.rematch_offer.by === game.you[0];
  if (game.you.length === 0 || offer === "ours" || declined) return nothing;
  const busy = state.asked !== undefined;
  const text = offer ? words.accept : words.rematch;
  return html`<button class="button primary" data-do="rematch" ?disabled=${busy}>${icon("rematch")}${text}</button>
    ${offer ? html`<button class="button" data-do="decline-rematch" ?disabled=${busy}>${words.decline}</button>` : nothing}`;
}

/** On a phone the list of moves is far from the board: its arrows stand above the board as well. */
function stepsView({ at, now, words }: Scene) {
  const length = now?.plies.length ?? 0;
  const step = (name: "back" | "next", title: string, off: boolean) =>
    html`<button class="button tool" data-do=${name} aria-label=${title} title=${title} ?disabled=${off}>${icon(name)}</button>`;
  return html`<div class="steps" role="group" aria-label=${words.moves}>
    ${step("back", words.back, (at ?? length) === 0)} ${step("next", words.forward, at === undefined)}
  </div>`;
}

function pastView({ at, now, words }: Scene) {
  if (at === undefined) return nothing;
  const text = at === 0 ? words.pastStart : words.past(at, now?.plies.length ?? at);
  return html`<div class="pastness">
    <span>${text}</span>
    <button class="button" data-do="now" title=${words.now}><span>${words.now}</span>${icon("now")}</button>
  </div>`;
}
