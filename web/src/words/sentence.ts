import type { GameEvent } from "../film/event";
import type { Film } from "../film/film";
import type { Words } from "./words";

/** A part of a sentence: words, a unit or a team. */
export type Part = string | { unit: number; team: number } | { team: number; short?: boolean };

/** Stands before the team that a unit goes to. */
export const ARROW = " → ";

/** What an event says. */
export function sentence(event: GameEvent, film: Film, words: Words): Part[] {
  const { cause } = event;
  if (event.kind === "captured" && cause && cause.kind in words.lost) {
    const killer = cause.by === event.by ? cause.on : cause.by;
    const parts = filled(words.lost[cause.kind as keyof Words["lost"]], cause, film, words, {
      by: { unit: event.by, team: event.teams[0] },
      killer: { unit: killer, team: killer === cause.by ? cause.teams[0] : cause.teams[1] },
    });
    return [...parts, ARROW, { team: event.teams[1], short: true }];
  }
  const parts = filled(words.told[event.kind], event, film, words, {});
  if (event.kind === "captured") parts.push(ARROW, { team: event.teams[1], short: true });
  return parts;
}

function filled(
  template: string,
  event: GameEvent,
  film: Film,
  words: Words,
  own: Record<string, Part>,
): Part[] {
  const [first, second, third] = event.numbers;
  const lacking = [first ? words.food : "", second ? words.water : ""].filter(Boolean);
  const things: Record<string, Part> = {
    by: { unit: event.by, team: event.teams[0] },
    on: { unit: event.on, team: event.teams[1] },
    from: { team: event.teams[0] },
    to: { team: event.teams[1] },
    city: String(event.city),
    "0": String(first),
    "1": String(second),
    rest: String(second - first),
    what: event.kind === "starved" ? lacking.join(words.and) : "",
    dir: words.directions[first] ?? String(first),
    why: words.refusals[second] ?? "",
    ...own,
  };
  // In a thunderdome the number drawn is known only from a record.
  if (event.kind === "thunderdome" && film.head.exact) things.rest = `${second - first} (${third})`;
  return template.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 0 ? part : (things[part] ?? part)));
}

/** A sentence as plain text. */
export function plain(parts: Part[], film: Film): string {
  return parts
    .map(part => {
      if (typeof part === "string") return part;
      if ("unit" in part) return String(part.unit);
      return film.names[part.team] ?? String(part.team);
    })
    .join("");
}
