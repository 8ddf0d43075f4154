import type { Study } from "../../rules/study";
import type { FullTable, View } from "../../rules/view";
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
function readAddress(text: string): FullTable | undefined {
  const query = /^\S*\/new\?(\S+)$/.exec(text.trim())?.[1];
  if (query === undefined) return undefined;
  const field = (name: string) => new URLSearchParams(query).get(name) ?? "";
  const game = field("game") === "wargame" ? "wargame" : "mad";
  const [board, rules, start] = ["board", "rules", "position"].map(field);
  return { game, board, rules, values: null, start, course: [] };
}

/** The address of the analysis of a game. */
export const analysisOf = ({ id }: GameInfo): string => `/analyse?game=${id}`;

/**
 * The address of the analysis of a pasted text, which goes there as it is; the game of the page settles what
 * the text leaves open. Throws the reasons if the text cannot be read.
 */
export function analysisOfText(text: string, study: Study, page: GameInfo): string {
  // Addresses are followed there.
  if (!/^\w+:\/\/\S+$/.test(text.trim())) study.read(text, page);
  const { game, board, rules, start } = page;
  const query = new URLSearchParams({ game, board, rules, position: start });
  return new URL(`/analyse?${query}#text=${encodeURIComponent(text)}`, location.href).href;
}

/** The address of a new game from where a pasted text ends. Throws the reasons if the text cannot be read. */
export function setUpAddress(text: string, study: Study, page: GameInfo): string {
  const found = readAddress(text) ?? mainLine(study, text, page);
  const { game, board, rules, start } = found;
  const view = study.rules.view({
    ...found,
    board: board || null,
    rules: rules || null,
    start: start || null,
  });
  return newGame({ game, board, rules, position: view.position });
}

/** The game in a text, without its variations: every node stands after its parent, the main line first. */
function mainLine(study: Study, text: string, page: GameInfo): FullTable {
  const { nodes, ...terms } = study.read(text, page);
  const course: string[] = [];
  let last = 0;
  for (const [i, node] of nodes.entries()) {
    if (node.parent !== last) continue;
    course.push(node.text);
    last = i;
  }
  return { ...terms, course };
}
