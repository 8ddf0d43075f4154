import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { strength } from "../../src/board/marks";
import type { GameEvent } from "../../src/film/event";
import { advance } from "../../src/viewer/clock";
import { Session } from "../../src/viewer/session";
import { game } from "../games";
import { load } from "../load";

beforeAll(() => {
  vi.stubGlobal("navigator", { languages: ["fr-CA", "en"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

function session(): Session {
  const { film } = load(readFileSync(game("a.res")));
  if (!film) throw new Error("a.res");
  const made = new Session(() => {});
  made.films = [film];
  return made;
}

test("the language is that of the browser", () => {
  expect(session().words.language).toBe("Français");
});

test("one second at speed 1 is ten rounds, and at 50 the game is over", () => {
  const playing = session();
  playing.toggle();
  for (let i = 0; i < 10; i += 1) advance(playing, 0.1);
  expect(playing.time).toBeCloseTo(10);
  playing.set({ speed: 50 });
  for (let i = 0; i < 9; i += 1) advance(playing, 0.1);
  expect(playing.time).toBeCloseTo(460);
  for (let i = 0; i < 2; i += 1) advance(playing, 0.1);
  expect([playing.time, playing.playing]).toEqual([500, false]);
});

test("a game that is still played goes on playing at its end", () => {
  const live = session();
  live.film.ended = false;
  live.seek(500);
  live.set({ playing: true });
  expect(advance(live, 0.1)).toBe(true);
  expect(live.playing).toBe(true);
});

test("a step glides to the next round and stops there; ten rounds are a jump", () => {
  const stepping = session();
  stepping.step(1);
  expect(stepping.time).toBe(0);
  advance(stepping, 0.05);
  expect(stepping.time).toBeGreaterThan(0);
  while (advance(stepping, 0.05));
  expect(stepping.time).toBe(1);
  stepping.step(10);
  expect(stepping.time).toBe(11);
  stepping.step(-10);
  stepping.step(-10);
  expect(stepping.time).toBe(0);
});

test("the list of events follows kinds, teams and the unit", () => {
  const listing = session();
  const kinds = () => new Set(listing.events().map(event => event.kind));
  expect(kinds()).toEqual(new Set(["captured", "city"]));
  listing.toggleKind("captured");
  expect(kinds()).toEqual(new Set(["city"]));
  listing.toggleAllKinds();
  expect(listing.events()).toHaveLength(listing.film.events.length);
  const { by } = listing.film.events.find(event => event.kind === "captured") as GameEvent;
  listing.select(by);
  listing.set({ onlyUnit: true });
  expect(listing.events().every(event => event.by === by || event.on === by)).toBe(true);
  listing.deselect();
  for (const team of [1, 2, 3]) listing.toggleTeam(team);
  expect(listing.events().every(event => event.teams.includes(0))).toBe(true);
});

test("walking along the list goes from event to event", () => {
  const walking = session();
  const events = walking.events();
  walking.walkEvents(1);
  expect(walking.event).toBe(events[0]);
  expect(walking.time).toBe(events[0].round + 1);
  walking.walkEvents(1);
  expect(walking.event).toBe(events[1]);
  walking.walkEvents(-1);
  expect(walking.event).toBe(events[0]);
});

test("an event grows while it happens and fades afterwards", () => {
  const event = { round: 9 } as GameEvent;
  expect([8.9, 9.5, 10, 12, 14].map(time => strength(event, time, 4))).toEqual([0, 0.5, 1, 0.5, 0]);
});
