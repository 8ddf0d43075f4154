import { html, nothing } from "lit";
import { isSaid } from "../../rules/view";
import { emblem, icon } from "../icons";
import type { Scene } from "./scene";

/** The course of the game, action by action; each leads to the board after it. */
export function movesView(scene: Scene) {
  const { words, now, at } = scene;
  const plies = now?.plies ?? [];
  const shown = at ?? plies.length;
  const step = (name: string, icon: unknown, title: string, off: boolean) =>
    html`<button class="button tool" data-do=${name} aria-label=${title} title=${title} ?disabled=${off}>${icon}</button>`;
  return html`
    <section class="moves panel" aria-labelledby="moves-title">
      <header>
        <h2 id="moves-title">${words.moves}</h2>
        ${step("first", icon("first"), words.first, shown === 0)}
        ${step("back", icon("back"), words.back, shown === 0)}
        ${step("next", icon("next"), words.forward, at === undefined)}
        ${step("now", icon("now"), words.now, at === undefined)}
      </header>
      <ol class="course" tabindex="-1">
        ${plies.length === 0 ? html`<li class="none">${words.noMoves}</li>` : nothing}
        ${plies.map((_, index) => plyView(scene, index, shown))}
      </ol>
    </section>
  `;
}

function plyView({ now, words, colours, pending, say }: Scene, index: number, shown: number) {
  if (!now) return nothing;
  const ply = now.plies[index];
  const number = index + 1;
  const word = isSaid(ply);
  const last = number === now.plies.length;
  const said = word ? "" : say(ply, now);
  return html`<li>
    <button class="ply by${ply.seat} ${word ? "word" : ""} ${last && pending !== undefined ? "pending" : ""}"
      data-do="go" data-ply=${number} aria-current=${number === shown ? "step" : nothing} title=${said || nothing}
      aria-label=${said ? `${ply.turn}. ${ply.text}: ${said}` : nothing}>
      <span class="n">${word ? nothing : `${ply.turn}.`}</span>
      ${emblem(colours[ply.seat], ply.seat)}
      <span class="text">${word ? words.words[ply.kind as keyof typeof words.words] : ply.text}</span>
    </button>
  </li>`;
}

/** Brings the action that is looked at into sight, without moving the page. */
export function scrollCourse(root: ParentNode): void {
  const course = root.querySelector<HTMLElement>(".course");
  const current = course?.querySelector<HTMLElement>("[aria-current]");
  if (!course) return;
  if (!current) {
    course.scrollTop = 0;
    return;
  }
  const top = current.offsetTop - course.offsetTop;
  const bottom = top + current.offsetHeight;
  if (top < course.scrollTop) course.scrollTop = top - 6;
  else if (bottom > course.scrollTop + course.clientHeight)
    course.scrollTop = bottom - course.clientHeight + 6;
}
