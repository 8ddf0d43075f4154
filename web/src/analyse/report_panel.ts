// The report of the main line: the curve, the accuracy of both sides, and the turning points.
import { html, nothing, type TemplateResult } from "lit";
import { emblem, icon } from "../arena/icons";
import { sideName, wordsOf } from "../duel/words/words";
import type { Report } from "../engine/engine";
import type { View } from "../rules/view";
import { graphView } from "./graph";
import { label, written } from "./moves";
import { BOTH, COLOURS } from "./panels";
import { turningText } from "./report";
import type { Progress } from "./reporter";
import type { Node, Tree } from "./tree";
import { told } from "./value";
import type { Language, Words } from "./words/words";

export interface ReportProps {
  tree: Tree;
  node: Node;
  report: Report | null;
  /** The nodes of the report, in order. */
  reported: readonly Node[];
  reporting: Progress | null;
  view: View;
  words: Words;
  language: Language;
  go(node: Node): void;
  make(): void;
  /** Shows the best line in place of a move. */
  better(ply: number): void;
}

export function reportPanel(props: ReportProps): TemplateResult | typeof nothing {
  const { tree, node: current, report, reported, reporting, view, words, language } = props;
  const main = tree.main();
  if (main.length < 2) return nothing;
  const sides = BOTH.map(seat => sideName(view, seat, wordsOf(language)));
  const colours = COLOURS[view.game];
  const stale =
    report !== null && (main.length !== reported.length || main.some((node, i) => node !== reported[i]));
  const percent = (n: number) => (n / 100).toLocaleString(language, { style: "percent" });
  const index = reported.indexOf(current);
  const at = current === tree.root ? 0 : index < 0 ? null : index + 1;
  const shown = at === null || !report ? null : at === 0 ? report.start : report.plies[at - 1].value;
  const here =
    at === null || at === 0
      ? words.startPosition
      : `${label(reported[at - 1])} ${written(reported[at - 1], words)}`;
  return html`<section class="report panel" aria-labelledby="report-title">
    <header><h2 id="report-title">${words.report}</h2>
      ${
        report
          ? html`<p class="accuracy"><span class="soft">${words.accuracy}</span> ${BOTH.map(
              seat =>
                html`<span title=${sides[seat]}>${emblem(colours[seat], seat)}<span class="unseen">${sides[seat]}</span> <b>${report.accuracy[seat] === null ? "–" : percent(report.accuracy[seat] ?? 0)}</b></span> `,
            )}</p>`
          : nothing
      }
      ${
        reporting
          ? html`<span class="soft" role="status">${words.reportBusy(percent((100 * reporting.done) / Math.max(1, reporting.of)))}</span>
            <button class="button" data-do="stop-report" @click=${() => reporting.stop()}>${words.reportStop}</button>`
          : !report || stale
            ? html`<button class="button ${report ? "" : "primary"}" data-do="report" @click=${() => props.make()}>${report ? words.reportAgain : words.reportGo}</button>`
            : nothing
      }
    </header>
    ${reporting ? html`<progress max=${reporting.of} value=${reporting.done} aria-label=${words.report}></progress>` : nothing}
    ${
      report
        ? html`${graphView({
            report,
            at,
            colours,
            name: words.graph,
            text: shown ? words.graphAt(here, told(shown, view, words, language)) : here,
            go: ply => props.go(ply === 0 ? tree.root : reported[ply - 1]),
          })}
          ${shown ? html`<p class="caption"><b>${here}</b> ${told(shown, view, words, language)}</p>` : nothing}
          <h3>${words.turning}</h3>
          ${
            report.turning.length === 0
              ? html`<p class="soft">${words.noTurning}</p>`
              : html`<ol class="turning">${report.turning.map(
                  ply => html`<li><button class="turn ${report.plies[ply].grade} ${current === reported[ply] ? "here" : ""}" data-turning=${ply}
                    @click=${() => props.go(reported[ply])}>
                    ${emblem(colours[report.plies[ply].seat], report.plies[ply].seat)}
                    <span class="n">${label(reported[ply])}</span> <span class="text">${reported[ply].text}</span>
                    <span class="why">${turningText(report, ply, words, language)}</span></button>
                    ${report.plies[ply].line.length > 0 ? html`<button class="button plain" data-better=${ply} @click=${() => props.better(ply)}>${icon("hint")}<span>${words.better}</span></button>` : nothing}</li>`,
                )}</ol>`
          }`
        : reporting
          ? nothing
          : html`<p class="soft">${words.reportText}</p>`
    }
  </section>`;
}
