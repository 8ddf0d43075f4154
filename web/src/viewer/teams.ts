import { html } from "lit";
import { TEAMS } from "../film/head";
import { fill, percent } from "../words/words";
import { badge } from "./chips";
import { icon } from "./icons";
import type { Session } from "./session";

/** The four teams with what they have now, the best first. */
export function teamsView(session: Session) {
  const { film, words, state, hidden } = session;
  const shot = film.shots[Math.min(state, film.last)];
  const seats = Array.from({ length: TEAMS }, (_, seat) => seat);
  seats.sort((a, b) => shot.scores[b] - shot.scores[a] || a - b);
  const top = shot.scores[seats[0]];
  const over = film.ended && state >= film.last;
  const most = Math.max(1, top);
  const now = Math.min(state, film.last);
  const head = (what: "cities" | "warriors" | "cars" | "status") =>
    html`<th scope="col" class="n" title=${words[what]}>${icon(what)}<span class="unseen">${words[what]}</span></th>`;
  return html`<section class="teams" aria-label=${words.standings}>
    <table>
      <thead>
        <tr>
          <th scope="col">${words.standings}</th>
          <th scope="col" class="n">${words.score}</th>
          ${head("cities")}
          ${head("warriors")}
          ${head("cars")}
          ${film.timed ? head("status") : ""}
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${seats.map(seat => {
          const name = film.names[seat];
          const off = hidden.has(seat);
          const status = shot.status[seat];
          // If all scores are equal, no team leads.
          const leader = shot.scores[seat] === top && shot.scores[seats[TEAMS - 1]] < top;
          return html`<tr class=${off ? "off" : ""} data-seat=${seat}>
            <th scope="row">
              <span class="name">${badge(seat)}<span title=${name}>${name}</span>${
                leader ? html`<em>${over ? words.won : words.leads}</em>` : ""
              }</span>
              <span class="meter"><i class="t${seat}" .style=${`width:${(100 * shot.scores[seat]) / most}%`}></i></span>
            </th>
            <td class="n strong">${shot.scores[seat]}</td>
            <td class="n">${shot.cities[seat]}</td>
            <td class="n">${film.warriors[now][seat]}</td>
            <td class="n">${film.cars[now][seat]}</td>
            ${
              film.timed
                ? html`<td class="n">${status < 0 ? words.out : percent(status / 1e6, session.language)}</td>`
                : status < 0
                  ? html`<td class="n">${words.out}</td>`
                  : ""
            }
            <td class="n">
              <button class="quiet" aria-pressed=${!off} title=${fill(words.show, { name })}
                aria-label=${`${fill(words.show, { name })} (${words.teams[seat]})`}
                @click=${() => session.toggleTeam(seat)}>${icon(off ? "hidden" : "eye")}</button>
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}
