// The page /learn: three games with their lessons, and where to go next.
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../arena/icons";
import { addressOf, CATALOGUE, GAMES, type Listed } from "./catalogue";
import { gamePicture, starRow } from "./icons";
import { keyOf, type Progress } from "./progress";
import type { GameName } from "./steps";
import { fill, LANGUAGES, type Language, type Words } from "./words/words";

export function overview(progress: Progress, language: Language, forget: () => void): TemplateResult {
  const words = LANGUAGES[language];
  const all = GAMES.reduce((sum, game) => sum + CATALOGUE[game].length, 0);
  const done = Object.keys(progress.stars).length;
  return html`<div class="overview">
    <header class="welcome">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${
        done > 0
          ? html`<p class="tally"><progress max=${all} value=${done} aria-label=${fill(words.done, { done, all })}></progress>
              <span>${fill(words.done, { done, all })}</span>
              <button type="button" class="button plain small" data-do="forget" @click=${() => confirm(words.forgetSure) && forget()}>${words.forget}</button></p>`
          : nothing
      }
    </header>
    <div class="courses">${GAMES.map(game => course(game, progress, language))}</div>
    <section class="more" aria-labelledby="more">
      <h2 id="more">${words.more}</h2>
      <div class="doors">
        ${door("/learn/search", words.laboratory, words.laboratoryAbout, treePicture)}
        ${door("/puzzles", words.puzzles, words.puzzlesAbout, keyPicture)}
        ${door("/rules/mad", words.rules, words.rulesAbout, bookPicture)}
      </div>
    </section>
  </div>`;
}

function course(game: GameName, progress: Progress, language: Language): TemplateResult {
  const words = LANGUAGES[language];
  const lessons = CATALOGUE[game];
  const stars = (listed: Listed) => progress.stars[keyOf(game, listed.id)] ?? 0;
  const done = lessons.filter(listed => stars(listed) > 0).length;
  const next = lessons.find(listed => stars(listed) === 0);
  const begun = lessons.some(listed => stars(listed) > 0 || progress.reached[keyOf(game, listed.id)] > 1);
  return html`<section class="lessons-of panel of-${game}" id="course-${game}" aria-labelledby="title-${game}">
    <header>
      ${gamePicture(game)}
      <div>
        <h2 id="title-${game}">${words.games[game]}</h2>
        <p>${words.abouts[game]}</p>
        ${done > 0 ? html`<p class="so-far"><progress max=${lessons.length} value=${done} aria-label=${fill(words.done, { done, all: lessons.length })}></progress><span aria-hidden="true">${done}/${lessons.length}</span></p>` : nothing}
      </div>
    </header>
    ${lead(game, next, begun, progress, words)}
    <ol class="lessons-list">
      ${lessons.map((listed, i) => row(game, listed, i + 1, stars(listed), listed === next, language))}
    </ol>
  </section>`;
}

/** The button that leads on, with the lesson where the learner stopped. */
function lead(game: GameName, next: Listed | undefined, begun: boolean, progress: Progress, words: Words) {
  if (!next) return nothing;
  const step = progress.reached[keyOf(game, next.id)] ?? 1;
  return html`<a class="button primary lead-on" href=${addressOf(game, next.id, step)}
    >${begun ? words.goOn : words.begin}${icon("next")}<span class="unseen">: ${words.games[game]}</span></a
  >`;
}

function row(
  game: GameName,
  listed: Listed,
  number: number,
  stars: number,
  isNext: boolean,
  language: Language,
): TemplateResult {
  const words: Words = LANGUAGES[language];
  const [title, about] = listed[language];
  return html`<li class=${stars > 0 ? "done" : isNext ? "next" : ""}>
    <a href=${addressOf(game, listed.id)} data-lesson="${game}/${listed.id}">
      <span class="number" aria-hidden="true">${stars > 0 ? icon("check") : number}</span>
      <span class="what"><b>${title}</b> <small>${about}</small></span>
      ${stars > 0 ? starRow(stars, words.stars[stars]) : nothing}
    </a>
  </li>`;
}

const door = (
  address: string,
  title: string,
  about: string,
  picture: TemplateResult,
) => html`<a class="door panel" href=${address}>
  ${picture}<span><b>${title}</b><small>${about}</small></span>
</a>`;

const treePicture = html`<svg class="picture" viewBox="0 0 72 64" aria-hidden="true">
  <path class="stroke" d="M36 14 16 34M36 14v20M36 14l20 20M16 34 9 52M16 34l8 18M36 34l-5 18M36 34l7 18M56 34l-5 18" />
  <path class="cut" d="M56 34l9 18" />
  <circle class="two" cx="36" cy="13" r="7" />
  <circle class="three" cx="16" cy="34" r="5.5" /><circle class="three" cx="36" cy="34" r="5.5" /><circle class="three" cx="56" cy="34" r="5.5" />
  <circle class="two" cx="9" cy="52" r="4" /><circle class="two" cx="24" cy="52" r="4" /><circle class="two" cx="31" cy="52" r="4" /><circle class="two" cx="43" cy="52" r="4" /><circle class="two" cx="51" cy="52" r="4" />
  <circle class="gone" cx="65" cy="52" r="4" />
</svg>`;
const keyPicture = html`<svg class="picture" viewBox="0 0 72 64" aria-hidden="true">
  <path class="spark" d="M36 8l6 13 14 2-10 10 3 14-13-7-13 7 3-14-10-10 14-2Z" />
</svg>`;
const bookPicture = html`<svg class="picture" viewBox="0 0 72 64" aria-hidden="true">
  <path class="stroke" d="M36 16c-7-5-16-6-24-5v38c8-1 17 0 24 5 7-5 16-6 24-5V11c-8-1-17 0-24 5Zm0 0v38M19 21c4 0 8 1 11 2M19 30c4 0 8 1 11 2M53 21c-4 0-8 1-11 2M53 30c-4 0-8 1-11 2" />
</svg>`;
