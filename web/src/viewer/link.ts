import type { Session } from "./session";

/** What a link says about a game. */
export interface Link {
  round?: number;
  unit?: number;
  event?: number;
  speed?: number;
  play?: boolean;
}

/** Reads the part of an address after `#`. */
export function readLink(hash: string): Link {
  const link: Link = {};
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  for (const key of ["round", "unit", "event", "speed"] as const) {
    const value = fields.get(key);
    if (value !== null && /^\d+(\.\d+)?$/.test(value)) link[key] = Number(value);
  }
  if (fields.get("play") === "1") link.play = true;
  return link;
}

/** The part of an address that leads to what is seen. */
export function writeLink(session: Session): string {
  const fields = new URLSearchParams({ round: String(session.state) });
  if (session.unit >= 0) fields.set("unit", String(session.unit));
  if (session.event) fields.set("event", String(session.event.index));
  return `#${fields}`;
}
