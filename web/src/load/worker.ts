// Reads one file beside the page, so that the page never waits.
import base64 from "rules:wasm";
import type { Trouble } from "../film/head";
import { type Piece, readGame } from "./rules";
import { fromBase64, unpack } from "./unpack";

/** States in a message: large enough to be quick, small enough to be seen coming. */
const STATES = 64;

/** The part of a worker's scope that is used here. */
interface Scope {
  onmessage: ((message: MessageEvent<ArrayBuffer>) => void) | null;
  postMessage(piece: Piece, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

scope.onmessage = async ({ data }) => {
  const send = (piece: Piece) => scope.postMessage(piece, piece.kind === "chunk" ? [piece.chunk] : []);
  const fail = (trouble: Trouble) => send({ kind: "trouble", trouble });
  try {
    const file = await unpack(new Uint8Array(data));
    if (typeof file === "string") return fail({ kind: file });
    if (file.length === 0) return fail({ kind: "empty" });
    const packed = await unpack(fromBase64(base64));
    if (typeof packed === "string") return fail({ kind: "rules" });
    const module = await WebAssembly.compile(packed as BufferSource);
    for (const piece of readGame(module, file, STATES)) send(piece);
  } catch (why) {
    fail({ kind: "rules", message: String(why) });
  }
};
