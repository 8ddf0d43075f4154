/** Nobody has results of this size, and a small file must not fill the memory. */
const LONGEST = 512 * 1024 * 1024;

/** Unpacks a stream of bytes that may be packed by gzip. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array | "gzip" | "tooLong"> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const packed = new Blob([bytes as BlobPart]).stream();
  try {
    return await collect(packed.pipeThrough(new DecompressionStream("gzip")), LONGEST);
  } catch (why) {
    return why instanceof RangeError ? "tooLong" : "gzip";
  }
}

/** All bytes of a stream. Throws a `RangeError` if there are more than this: few bytes can unpack to very many. */
export async function collect(stream: ReadableStream<Uint8Array>, longest: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > longest) throw new RangeError(`more than ${longest} bytes`);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Base64 as bytes. */
export function fromBase64(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i += 1) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
