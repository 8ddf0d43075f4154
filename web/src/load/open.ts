import { Film } from "../film/film";
import type { Trouble } from "../film/head";
import type { Piece } from "./rules";

/** Told what becomes of a file. */
export interface Listener {
  /** The head was read; rounds will follow. */
  begun(film: Film): void;
  /** Rounds have arrived. */
  grown(film: Film): void;
  /** All that can be read has arrived; with trouble before the head there is no film. */
  ended(film: Film | undefined, trouble: Trouble | undefined): void;
}

/** Starts a worker that reads one file. */
export type Reader = () => Worker;

/** Reads a file in a worker, which goes with its memory when the file is read. */
export function openGame(start: Reader, name: string, bytes: ArrayBuffer, listener: Listener): void {
  const reader = start();
  let film: Film | undefined;
  const end = (trouble: Trouble | undefined) => {
    reader.terminate();
    if (film) {
      film.ended = true;
      film.trouble = trouble;
    }
    listener.ended(film, trouble);
  };
  reader.onerror = event => end({ kind: "rules", message: event.message });
  reader.onmessage = ({ data }: MessageEvent<Piece>) => {
    switch (data.kind) {
      case "head":
        film = new Film(data.head, name);
        break;
      case "chunk": {
        const first = film?.last === -1;
        film?.append(data.chunk);
        if (film) first ? listener.begun(film) : listener.grown(film);
        break;
      }
      case "end":
        end(undefined);
        break;
      case "trouble":
        end(data.trouble);
        break;
    }
  };
  reader.postMessage(bytes, [bytes]);
}
