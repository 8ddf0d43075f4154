import type { Trouble } from "../film/head";

/** What the server says to a file. */
export type Shared = { id: string; days: number } | { text: string; trouble?: Trouble | null };

/** Sends a file to the server, packed. */
export async function shareFile(file: File, most: number): Promise<Shared> {
  const packed = await pack(file);
  // What the server would refuse is not sent; the server has the words.
  const body = packed.size > most ? packed.slice(0, most + 1) : packed;
  const address = `/watch/films?name=${encodeURIComponent(file.name)}`;
  const answer = await fetch(address, { method: "POST", body });
  if (answer.headers.get("content-type")?.startsWith("application/json")) return answer.json();
  return { text: "" };
}

/** The file packed by gzip, unless it is packed already. */
async function pack(file: File): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = (head[0] === 0x1f && head[1] === 0x8b) || /\.jmm$/i.test(file.name);
  if (isPacked) return file;
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
