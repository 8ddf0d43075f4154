// Reads one file beside the page, so that the page never waits.
import type { Trouble } from "../film/head";
import { type Piece, readGame } from "./rules";
import { unpack } from "./unpack";

/** States in a message: large enough to be quick, small enough to be seen coming. */
const STATES = 64;

/** The part of a worker's scope that is used here. */
interface Scope {
  onmessage: ((message: MessageEvent<ArrayBuffer>) => void) | null;
  postMessage(piece: Piece, transfer: Transferable[]): void;
}

/** Reads the file that the page sends, with the rules that `load` gives; undefined where it gives none. */
export function serve(load: () => Promise<WebAssembly.Module | undefined>): void {
  const scope = self as unknown as Scope;
  scope.onmessage = async ({ data }) => {
    const send = (piece: Piece) => scope.postMessage(piece, piece.kind === "chunk" ? [piece.chunk] : []);
    const fail = (trouble: Trouble) => send({ kind: "trouble", trouble });
    try {
      const file = await unpack(new Uint8Array(data));
      if (typeof file === "string") return fail({ kind: file });
      if (file.length === 0) return fail({ kind: "empty" });
      const module = await load();
      if (!module) return fail({ kind: "rules" });
      for (const piece of readGame(module, file, STATES)) send(piece);
    } catch (why) {
      fail({ kind: "rules", message: String(why) });
    }
  };
}
