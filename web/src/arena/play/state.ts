import type { FromBrowser, FromServer, GameInfo, RefusedWhy, Request } from "./messages";

/** What a page knows of a game. The server decides; this follows what it says. */
export interface State {
  readonly game: GameInfo;
  /** When the clock was told, by `performance.now`. */
  readonly told: number;
  /** What was asked for and has no answer yet; sent again after a lost connection. */
  readonly asked: Request | undefined;
  /** How many actions stood when it was asked. */
  readonly askedAt: number;
  /** The version for which a hint was asked. */
  readonly hinting: number | undefined;
  readonly hint: { version: number; move: string; value: number } | undefined;
  readonly refused: { why: RefusedWhy; text: string } | undefined;
  /** A message is missing: only the whole state helps. */
  readonly lost: boolean;
}

export type Step =
  | { kind: "told"; message: FromServer; now: number }
  | { kind: "ask"; request: Request }
  | { kind: "hint" }
  | { kind: "read" };

export function begin(game: GameInfo, now: number): State {
  return {
    game,
    told: now,
    asked: undefined,
    askedAt: 0,
    hinting: undefined,
    hint: undefined,
    refused: undefined,
    lost: false,
  };
}

/** The state after a step. */
export function reduce(state: State, step: Step): State {
  switch (step.kind) {
    case "told":
      return told(state, step.message, step.now);
    case "ask":
      // One thing at a time: an answer does not say what it answers.
      if (state.asked) return state;
      return { ...state, asked: step.request, askedAt: state.game.course.length, refused: undefined };
    case "hint":
      return { ...state, hinting: state.game.version, hint: undefined, refused: undefined };
    case "read":
      return state.refused ? { ...state, refused: undefined } : state;
  }
}

function told(state: State, message: FromServer, now: number): State {
  const { game, asked } = state;
  switch (message.t) {
    case "game": {
      const { t: _, ...all } = message;
      const same = all.version === game.version;
      return {
        ...state,
        game: all,
        told: now,
        lost: false,
        asked: asked && !answered(asked, all) ? asked : undefined,
        hint: same ? state.hint : undefined,
        hinting: same ? state.hinting : undefined,
      };
    }
    case "acted": {
      // Between the two versions a visitor may have taken a seat.
      const receipt =
        asked?.t === "act" &&
        message.version > asked.version &&
        game.you.includes(message.seat) &&
        asked.action === message.action;
      const left = receipt ? undefined : asked;
      // An action that is known already is told again as a receipt.
      if (message.version <= game.version) return { ...state, asked: left };
      if (message.version > game.version + 1) return { ...state, lost: true };
      const { version, clock, ending } = message;
      const course = [...game.course, message.action];
      return {
        ...state,
        game: { ...game, version, clock, ending, course, fault: null },
        told: now,
        asked: left,
        hint: undefined,
        hinting: undefined,
        refused: undefined,
      };
    }
    case "seats":
      return { ...state, game: { ...game, seats: message.seats, watching: message.watching } };
    case "refused": {
      const { why, text } = message;
      if (asked) return { ...state, asked: undefined, refused: { why, text } };
      return { ...state, hinting: undefined, refused: { why, text } };
    }
    case "hint": {
      if (message.version !== game.version) return { ...state, hinting: undefined };
      const { version, move, value } = message;
      return { ...state, hinting: undefined, hint: { version, move, value } };
    }
    case "rematch": {
      const next = { ...game, rematch: message.id };
      return { ...state, game: next, asked: asked?.t === "rematch" ? undefined : asked };
    }
    case "pong":
      return state;
  }
}

/** Whether a whole state answers what was asked. An action has its own receipt. */
function answered(asked: Request, game: GameInfo): boolean {
  switch (asked.t) {
    case "act":
      return false;
    case "undo":
      return game.version > asked.version;
    case "resign":
    case "give-up":
      return game.ending !== null;
    case "retry":
      return game.fault === null;
    case "join":
      return game.you.length > 0;
    case "rematch":
      return game.rematch !== null || rematchOffer(game) === "ours";
    case "decline-rematch":
      return rematchOffer(game) !== "theirs";
  }
}

/** Which side has offered a rematch, from the point of view of the reader. */
export function rematchOffer({ rematch_offer: offer, you }: GameInfo): "ours" | "theirs" | undefined {
  if (!offer || offer.declined || you.length !== 1) return undefined;
  return you[0] === offer.by ? "ours" : "theirs";
}

/** The action that is shown before the server has confirmed it. */
export function pending(state: State): string | undefined {
  const { asked, askedAt, game } = state;
  const open = game.course.length === askedAt && !game.ending;
  return asked?.t === "act" && open ? asked.action : undefined;
}

/** What to say again when a connection is back and has told the whole state. */
export function resend(state: State): FromBrowser[] {
  const again: FromBrowser[] = state.asked ? [state.asked] : [];
  if (state.hinting === state.game.version) again.push({ t: "hint", version: state.hinting });
  return again;
}
