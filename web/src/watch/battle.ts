/** Everything that determines a battle. */
export interface Battle {
  players: string[];
  map: string;
  seed: number;
}

/** The address of a battle, which holds all of it. */
export function battleAddress({ players, map, seed }: Battle): string {
  return `/watch/battle?players=${players.join(",")}&map=${map}&seed=${seed}`;
}

/** A seed of few digits, so that it can be told to others. */
export const randomSeed = (): number => Math.floor(Math.random() * 10_000);
