// What the page of a puzzle shows: functions of how far the visitor is.
import "../duel/mad/board";
import "../duel/war/board";
import { html, nothing, type TemplateResult } from "lit";
import { type Colour, emblem, icon } from "../arena/icons";
import { say, shipClass, shipName } from "../duel/words/say";
import { type SideName, wordsOf } from "../duel/words/words";
import type { MadMove, Refusal, Seat, View, WarMove } from "../rules/view";
import type { JoustPuzzles } from "./element";
import { fits, kindOf } from "./pick";
import { isLast, key, type Solving } from "./solve";
import { named, type Words } from "./words/words";

const NOBODY: readonly Seat[] = [];

const sideOf = (view: View, seat: Seat, words: Words) => named(words.sides, view.sides[seat]);

/** The solver's seat. */
function solver({ puzzle }: Solving, view: View): Seat {
  const letter = puzzle.position.split(" ")[1];
  return view.sides[0].startsWith(letter) ? 0 : 1;
}

export function puzzlePage(page: JoustPuzzles, now: Solving, view: View | null): TemplateResult {
  if (!view) return html``;
  return html`<div class="puzzle">
      <div class="standing">${statusView(page, now, view)}</div>
      <div class="stage" data-game=${view.game}>${boardView(page, now, view)}</div>
      <div class="side">
        ${actionsView(page, now)}
        ${page.over ? lineView(page, view) : nothing}
        ${page.over ? aboutView(page, now, view) : nothing}
        ${progressView(page)}
        ${filterView(page)}
      </div>
    </div>
    <p class="unseen" role="status" aria-live="polite">${page.said}</p>`;
}

/** There is nothing to solve: why, and what to do about it. */
export function noneView(page: JoustPuzzles): TemplateResult {
  const { words, trouble } = page;
  return html`<div class="puzzle none">
    <div class="standing">
      <div class="status panel">
        <h1>${trouble || words.none}</h1>
        ${trouble ? nothing : html`<p>${words.noneText}</p>`}
        ${page.puzzles.length > 0 ? html`<div class="row">${nextButton(page)}</div>` : nothing}
      </div>
    </div>
    <div class="side">${page.puzzles.length > 0 ? [filterView(page), progressView(page)] : nothing}</div>
  </div>`;
}

function boardView(page: JoustPuzzles, now: Solving, view: View): TemplateResult {
  const seat = solver(now, view);
  const seats: readonly Seat[] = now.phase === "find" ? [seat] : NOBODY;
  const hint = now.phase === "find" ? pointed(now, view) : null;
  const why = (text: string) => refusal(page, now, seat, text);
  return view.game === "mad"
    ? html`<mad-board .view=${view} .seats=${seats} .flipped=${seat === 1} .look=${page.look} .hint=${hint}
        .language=${page.language} .why=${why}></mad-board>`
    : html`<war-board .view=${view} .seats=${seats} .hint=${hint} .language=${page.language} .why=${why}></war-board>`;
}

/** Why the board cannot do what was wanted: the rules, or how far the puzzle is. */
function refusal(page: JoustPuzzles, { phase }: Solving, seat: Seat, text: string): Refusal | null {
  const { over, wrong } = page.words.refused;
  if (page.over) return { clause: "", text: over };
  return phase === "wrong" || phase === "refuted" ? { clause: "", text: wrong } : page.why(seat, text);
}

/** What the hint points at: first the ship, then the move. */
function pointed(now: Solving, view: View): string | null {
  if (now.hint === 2) return key(now);
  if (now.hint === 0 || view.game !== "mad") return null;
  return view.moves.find(({ text }) => text === key(now))?.from ?? null;
}

// How it stands

function statusView(page: JoustPuzzles, now: Solving, view: View): TemplateResult {
  const { words } = page;
  const { puzzle, phase, found } = now;
  const seat = solver(now, view);
  const colour = view.sides[seat] as Colour;
  const [title, text] = standing(page, now, view);
  const place = puzzle.game === "mad" ? named(words.kinds, puzzle.board) : words.warBoard(puzzle.board);
  return html`<div class="status panel ${colour} ${phase}" data-phase=${phase}>
    <p class="where">
      ${emblem(colour, seat)}
      <span>${place}</span>
      ${page.isDaily ? html`<span class="tag">${words.daily}</span>` : nothing}
      ${
        puzzle.moves > 1
          ? html`<span class="steps" role="img" aria-label=${words.progress(found, puzzle.moves)}>${Array.from(
              { length: puzzle.moves },
              (_, i) => html`<i class=${i < found ? "done" : ""}></i>`,
            )}</span>`
          : nothing
      }
    </p>
    <h1>${mark(phase)}${title}</h1>
    ${text ? html`<p>${text}</p>` : nothing}
    ${resultView(page, now)}
  </div>`;
}

const mark = (phase: string) =>
  phase === "solved" || phase === "right"
    ? icon("check")
    : phase === "wrong" || phase === "refuted"
      ? icon("close")
      : nothing;

/** The rating after the puzzle. */
function resultView({ words, change, wasDone, over, progress }: JoustPuzzles, now: Solving) {
  if (wasDone && now.phase === "solved") return html`<p>${words.again}</p>`;
  if (!over || change === null) return nothing;
  const rating = Math.round(progress.rating.value);
  return html`<p class="rated">${words.newRating(words.change(change), rating)}</p>`;
}

function standing(page: JoustPuzzles, now: Solving, view: View): [string, string] {
  const { words, language } = page;
  const { puzzle, phase, found } = now;
  const side = sideOf(view, solver(now, view), words);
  const last = view.last ? say(view.last, view, language) : "";
  const left = puzzle.moves - found;
  switch (phase) {
    case "find": {
      if (now.hint > 0) return [aim(now, words), hintText(page, now, view)];
      if (found > 0) return [aim(now, words), `${words.answers(last)} ${words.stillIn(left)}`];
      if (view.game === "wargame") {
        return [aim(now, words), words.winWarText(side, view.owners.filter(owner => owner === null).length)];
      }
      return [aim(now, words), puzzle.moves === 1 ? words.winInText.one(side) : words.winInText.more(side)];
    }
    case "right":
      return [words.right, ""];
    case "wrong":
      return [words.wrong, wrongText(now, view, words)];
    case "refuted":
      return [
        words.refuted,
        puzzle.game === "mad"
          ? (view.over ? words.refutedLost : words.refutedMad)(last)
          : `${words.refutedWar(last)} ${wrongText(now, view, words)}`,
      ];
    case "solved": {
      const title = now.missed ? words.solvedLate : now.helped ? words.solvedHelped : words.solved;
      return [title, endText(page, now, view, last)];
    }
    case "shown":
      return [words.shown, last ? endText(page, now, view, last) : words.shownStart];
  }
}

const aim = ({ puzzle, found }: Solving, words: Words): string =>
  puzzle.game === "mad" ? words.winIn(puzzle.moves - found) : words.winWar(puzzle.moves - found);

/** The move that is looked at, and the score at the end of a War Game. */
function endText(page: JoustPuzzles, now: Solving, view: View, last: string): string {
  const { words } = page;
  const scores = page.end()?.over?.scores;
  const isThere = view.over !== null;
  if (!scores || (!isThere && view.at !== now.course.length)) return `${last}.`;
  const [one, other] = scores;
  const final = isThere ? words.finalScore : words.bestPlay;
  return `${last}. ${final(sideOf(view, 0, words), one, sideOf(view, 1, words), other)}`;
}

function wrongText(now: Solving, view: View, words: Words): string {
  const margin = now.answer?.margin ?? null;
  if (margin !== null) return margin === 0 ? words.wrongTie : words.wrongBy(-margin);
  if (view.over?.loser === solver(now, view)) return words.wrongFatal;
  return words.wrongMoves(isLast(now) ? 1 : now.puzzle.moves - now.found);
}

function hintText(page: JoustPuzzles, now: Solving, view: View): string {
  const { words, language } = page;
  const moves = view.moves as readonly (MadMove | WarMove)[];
  const move = moves.find(({ text }) => text === key(now));
  if (!move) return "";
  if (now.hint === 2) return words.hintMove(say(move, view, language));
  if ("square" in move) {
    if (move.kind === "drop") return words.hintDrop;
    return move.conquers.length > 0 ? words.hintConquer(move.conquers.length) : words.hintBlitz;
  }
  if (move.kind === "rotate") return words.hintRotate;
  if (move.kind === "permute" || !move.ship) return words.hintPermute;
  const boards = wordsOf(language);
  const article = boards.articles[boards.genders[shipClass(move.ship)]];
  return words.hintShip(article + shipName(move.ship, view.sides[view.side] as SideName, boards));
}

// What can be done

const nextButton = ({ words }: JoustPuzzles, primary = true) =>
  html`<button type="button" class=${primary ? "button primary" : "button"} data-do="another">
    ${icon("next")}<span>${primary ? words.next : words.skip}</span>
  </button>`;

function actionsView(page: JoustPuzzles, now: Solving): TemplateResult {
  return html`<div class="actions" role="group" aria-label=${page.words.actions}>${doings(page, now)}</div>`;
}

function doings(page: JoustPuzzles, now: Solving): unknown {
  const { words, at, line, over } = page;
  const solution = html`<button type="button" class="button" data-do="solution" ?disabled=${now.phase === "right"}>
    ${icon("eye")}<span>${words.solution}</span>
  </button>`;
  if (over) {
    const step = (name: "first" | "back" | "next" | "now", label: string, off: boolean) =>
      html`<button type="button" class="button step ${name}" data-do=${name} aria-label=${label} title=${label} ?disabled=${off}>
        ${icon(name)}
      </button>`;
    return [
      step("first", words.first, at === 0),
      step("back", words.back, at === 0),
      step("next", words.forward, at === line.length),
      step("now", words.last, at === line.length),
      nextButton(page),
    ];
  }
  if (now.phase === "wrong" || now.phase === "refuted") {
    return html`<button type="button" class="button primary" data-do="undo">${icon("undo")}<span>${words.retry}</span></button>
      ${
        now.phase === "wrong" && now.answer
          ? html`<button type="button" class="button" data-do="why">${icon("help")}<span>${words.why}</span></button>`
          : nothing
      }
      ${solution}`;
  }
  return html`<button type="button" class="button" data-do="hint" ?disabled=${now.phase !== "find" || now.hint === 2}>
      ${icon("hint")}<span>${now.hint === 0 ? words.hint : words.hintMore}</span>
    </button>
    ${solution} ${nextButton(page, false)}`;
}

/** The solution, move by move. */
function lineView(page: JoustPuzzles, view: View): TemplateResult {
  const { words, at, line } = page;
  const ply = (text: string, i: number) => {
    const seat = view.plies[i]?.seat ?? 0;
    const colour = view.sides[seat] as Colour;
    return html`<li><button type="button" class="move ${colour}" data-do="go" data-ply=${i + 1}
      aria-current=${at === i + 1 ? "step" : nothing}>${emblem(colour, seat)}<span>${text}</span></button></li>`;
  };
  return html`<section class="panel line-panel" aria-label=${words.line}>
    <ol class="plies">${line.map(ply)}</ol>
  </section>`;
}

function aboutView(page: JoustPuzzles, now: Solving, view: View): TemplateResult {
  const { words } = page;
  const { puzzle } = now;
  const { game, board, rules } = puzzle;
  // A finished game has nothing to analyse: there it is the position of the puzzle.
  const query = new URLSearchParams({
    game,
    board,
    rules,
    position: view.over ? puzzle.position : view.position,
  });
  const theme = (name: string) => html`<li>
    <button type="button" class="theme" data-do="theme" data-theme=${name} title=${named(words.themesText, name)}>
      ${named(words.themes, name)}
    </button>
  </li>`;
  return html`<section class="panel about">
    <h2>${words.aboutThis}</h2>
    <p class="facts"><span>${words.puzzleRating} <b>${puzzle.rating}</b></span>
      <a href="/puzzles/${puzzle.id}" data-puzzle=${puzzle.id}>${puzzle.id}</a></p>
    ${puzzle.themes.length > 0 ? html`<ul class="themes">${puzzle.themes.map(theme)}</ul>` : nothing}
    <p class="links">
      <a href="/analyse?${query}">${words.analyse}</a>
      ${view.over ? nothing : html`<a href="/new?${query}">${words.playOn}</a>`}
    </p>
  </section>`;
}

/** How many of the last puzzles are shown. */
const RECENT = 24;

function progressView({ words, progress, puzzles, solving }: JoustPuzzles): TemplateResult {
  const { rating, streak, best, done } = progress;
  const solved = done.filter(({ score }) => score > 0).length;
  const known = new Set(puzzles.map(({ id }) => id));
  const recent = done
    .filter(({ id }) => known.has(id))
    .slice(-RECENT)
    .reverse();
  const word = (score: number) => (score === 1 ? "✓" : score === 0 ? "×" : "½");
  return html`<section class="panel yours">
    <h2>${words.you}</h2>
    <dl class="figures">
      <div><dt>${words.rating}</dt><dd data-rating>${Math.round(rating.value)}</dd></div>
      <div><dt>${words.streak}</dt><dd data-streak>${streak}</dd><dd class="of">${words.best(best)}</dd></div>
      <div><dt>${words.done}</dt><dd data-solved>${solved}</dd><dd class="of">${words.doneOf(puzzles.length)}</dd></div>
    </dl>
    ${
      recent.length > 0
        ? html`<ul class="recent" aria-label=${words.recent}>
            ${recent.map(
              ({ id, score }) => html`<li>
                <a class=${score === 1 ? "good" : score === 0 ? "bad" : "half"} href="/puzzles/${id}" data-puzzle=${id}
                  aria-current=${solving?.puzzle.id === id ? "true" : nothing}
                  aria-label="${words.puzzle(id)}: ${named(words.scores as Record<string, string>, String(score))}">${word(score)}</a>
              </li>`,
            )}
          </ul>`
        : nothing
    }
    <p class="small soft">${words.kept}</p>
  </section>`;
}

function filterView(page: JoustPuzzles): TemplateResult {
  const { words, filter, puzzles } = page;
  const option = (value: string, label: string, chosen: string) =>
    html`<option value=${value} ?selected=${value === chosen}>${label}</option>`;
  const select = (name: "kind" | "level" | "theme", label: string, options: unknown) =>
    html`<label class="field"><span>${label}</span><select name=${name} .value=${filter[name]}>${options}</select></label>`;
  const kinds = ["all", ...new Set(puzzles.map(kindOf))];
  const count = (theme: string) =>
    puzzles.filter(puzzle => fits(puzzle, { ...filter, level: "fit", theme })).length;
  const themed = (theme: string, label: string) => {
    const n = count(theme);
    return n > 0 || theme === filter.theme ? option(theme, `${label} (${n})`, filter.theme) : nothing;
  };
  const lengths = [1, 2, 3, 4, 5].map(String);
  return html`<section class="panel filters">
    <h2>${words.filters}</h2>
    <a class="button" href="/puzzles/daily" data-puzzle="daily">${words.toDaily}</a>
    ${select(
      "kind",
      words.board,
      kinds.map(kind => option(kind, named(words.kinds, kind), filter.kind)),
    )}
    ${select(
      "level",
      words.level,
      Object.entries(words.levels).map(([level, label]) => option(level, label, filter.level)),
    )}
    ${select(
      "theme",
      words.theme,
      html`${option("all", words.allThemes, filter.theme)}
        <optgroup label=${words.lengths}>${lengths.map(n => themed(n, words.inMoves(Number(n))))}</optgroup>
        <optgroup label=${words.theme}>${Object.entries(words.themes).map(([name, label]) => themed(name, label))}</optgroup>`,
    )}
  </section>`;
}
