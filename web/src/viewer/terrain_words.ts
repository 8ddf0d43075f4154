import type { Words } from "../words/words";

export type TerrainName = keyof Words["terrain"];

/** What a letter of the map means, and whose it is. */
export function terrainOf(letter: string): { name: TerrainName; owner: number } {
  const names: Record<string, TerrainName> = { R: "road", W: "water", S: "station", X: "wall" };
  const owner = "0123".indexOf(letter);
  return owner >= 0 ? { name: "city", owner } : { name: names[letter] ?? "desert", owner: -1 };
}
