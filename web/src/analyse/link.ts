// The address of a node: the record with all variations, packed, and the way to the node.

import { collect, fromBase64 } from "../load/unpack";
import type { Asked } from "../rules/study";

/** What a pasted address leads to. */
export type Place =
  | { kind: "study"; hash: string }
  | { kind: "terms"; terms: Asked }
  | { kind: "game"; id: string };

/** The position of a query such as that of `/new`. */
export function queryTerms(query: URLSearchParams): Asked | null {
  const game = query.get("game");
  if (game !== "mad" && game !== "wargame") return null;
  return {
    game,
    board: query.get("board"),
    rules: query.get("rules"),
    values: query.get("values"),
    start: query.get("position"),
  };
}

/** Where an address leads, on whatever host; nothing for a text that is no address of the arena. */
export function readAddress(text: string): Place | null {
  const line = text.trim();
  if (/\s/.test(line) || !URL.canParse(line)) return null;
  const { pathname, searchParams, hash } = new URL(line);
  const analyses = pathname === "/analyse";
  if (analyses && hash.length > 1) return { kind: "study", hash };
  const terms = analyses || pathname === "/new" ? queryTerms(searchParams) : null;
  if (terms) return { kind: "terms", terms };
  const id = /^\/game\/(\w+)$/.exec(pathname)?.[1] ?? (analyses ? searchParams.get("game") : null);
  return id ? { kind: "game", id } : null;
}

/** What an address says: the text of a study, and the address of a node in its tree. */
export interface Linked {
  text: string;
  at: string | null;
}

/** The longest text that a packed address may become: as much as is read. */
const LONGEST = 1 << 20;

/** A longer text would make an address that programs cut off. */
const MOST = 60_000;

/** The part of an address after `#`; nothing if it would be too long. */
export async function pack(text: string, at: string): Promise<string | null> {
  const bytes = await collect(
    new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    LONGEST,
  );
  const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
  const packed = letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return packed.length > MOST ? null : `s=${packed}&at=${at}`;
}

/** What the part after `#` says: a packed study, or a text as it is. Nothing if it says neither. */
export async function unpack(hash: string): Promise<Linked | null> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const at = fields.get("at");
  const text = fields.get("text");
  if (text !== null) return { text, at };
  const packed = fields.get("s");
  if (packed === null) return null;
  try {
    const bytes = fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const stream = new Blob([bytes as BlobPart]).stream();
    const plain = await collect(stream.pipeThrough(new DecompressionStream("deflate-raw")), LONGEST);
    return { text: new TextDecoder().decode(plain), at };
  } catch {
    return { text: "", at: null };
  }
}
