import { html } from "lit";
import { METRICS } from "../film/film";
import { fill } from "../words/words";
import { type Icon, icon } from "./icons";
import { type Session, SPEEDS } from "./session";

/** Buttons to play and step, the round, and the speed. */
export function transportView(session: Session) {
  const { words, last } = session;
  const live = session.films.some(film => !film.ended);
  const button = (name: Icon, label: string, act: () => void, extra = "") =>
    html`<button class="quiet ${extra}" data-do=${name} title=${label} aria-label=${label} @click=${act}>${icon(name)}</button>`;
  const toRound = (event: Event) => session.seek(Number((event.target as HTMLInputElement).value));
  const toSpeed = (event: Event) =>
    session.set({ speed: SPEEDS[Number((event.target as HTMLInputElement).value)] });
  return html`<div class="transport" role="group" aria-label=${words.transport}>
    <div class="buttons">
      ${button("first", words.first, () => session.seek(0))}
      ${button("back", words.back, () => session.step(-10))}
      ${button("previous", words.previous, () => session.step(-1))}
      ${
        session.playing
          ? button("pause", words.pause, () => session.toggle(), "play")
          : button("play", words.play, () => session.toggle(), "play")
      }
      ${button("next", words.next, () => session.step(1))}
      ${button("forward", words.forward, () => session.step(10))}
      ${button("last", words.last, () => session.seek(last))}
    </div>
    <label class="round">${words.round}
      <input type="number" min="0" max=${last} .value=${String(session.state)} @change=${toRound} />
      <span>${fill(words.roundOf, { last })}</span></label>
    ${live ? html`<span class="live">${words.live}</span>` : ""}
    <label class="speed">${words.speed}
      <input type="range" min="0" max=${SPEEDS.length - 1} step="1" .value=${String(SPEEDS.indexOf(session.speed))}
        aria-valuetext="${session.speed}×" @input=${toSpeed} />
      <output>${session.speed}×</output></label>
  </div>`;
}

/** Which chart is seen. */
export function metricsView(session: Session) {
  const { words, film } = session;
  const metrics = METRICS.filter(metric => metric !== "status" || film.timed);
  return html`<div class="metrics" role="group" aria-label=${words.charts}>
    ${metrics.map(
      metric => html`<button class="chip" data-metric=${metric} aria-pressed=${session.metric === metric}
        @click=${() => session.set({ metric })}>${words[metric]}</button>`,
    )}
  </div>`;
}
