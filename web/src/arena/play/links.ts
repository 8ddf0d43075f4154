import type { Rules } from "../../rules/rules";
import type { Table, View } from "../../rules/view";
import type { GameInfo } from "./messages";

/** The address of a game, for friends and spectators. */
export const gameAddress = ({ id }: GameInfo): string => new URL(`/game/${id}`, location.href).href;

/** The address of its line. */
export function liveAddress(path: string): URL {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

const newGame = (terms: Record<"game" | "board" | "rules" | "position", string>): string =>
  new URL(`/new?${new URLSearchParams(terms)}`, location.href).href;

/** The address of the form for a game that begins with what is looked at. */
export function positionAddress({ game, rules, board, start }: GameInfo, view: View | undefined): string {
  return newGame({ game, board, rules, position: view?.position ?? start });
}

/** What an address as above leads to, on whatever host. */
function readAddress(text: string): (Table & { board: string; rules: string }) | undefined {
  const query = /^\S*\/new\?(\S+)$/.exec(text.trim())?.[1];
  if (query === undefined) return undefined;
  const field = (name: string) => new URLSearchParams(query).get(name) ?? "";
  const game = field("game") === "wargame" ? "wargame" : "mad";
  return { game, board: field("board"), rules: field("rules"), start: field("position") || null, course: [] };
}

/** The address of the analysis of a game. */
export const analysisOf = ({ id }: GameInfo): string => `/analyse?game=${id}`;

/**
 * The address of the analysis of a pasted text, with all its moves: a record that names its game and board.
 * Throws the reason if the text cannot be read.
 */
export function analysisOfText(text: string, rules: Rules, page: GameInfo): string {
  const found = readAddress(text) ?? rules.read(text, page);
  const record = rules.write({ ...found, board: found.board || null, rules: found.rules || null });
  return new URL(`/analyse#text=${encodeURIComponent(record)}`, location.href).href;
}

/** The address of a new game from a pasted text. Throws the reason if the text cannot be read. */
export function setUpAddress(text: string, rules: Rules, page: GameInfo): string {
  const found = readAddress(text) ?? rules.read(text, page);
  const { game, board, rules: ruleset } = found;
  return newGame({
    game,
    board,
    rules: ruleset,
    position: rules.view({ ...found, board: board || null, rules: ruleset || null }).position,
  });
}
