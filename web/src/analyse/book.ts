// The study on the board: how the game begins, its tree, and what its record says beside it.
import { wordsOf } from "../duel/words/words";
import type { Found, Study, Terms } from "../rules/study";
import type { Seat, View } from "../rules/view";
import { COLOURS } from "./panels";
import { type Node, Tree } from "./tree";
import type { Language, Words } from "./words/words";

/** Views that are kept. */
const VIEWS = 64;
/** The most letters of a player's name that are shown. */
const LONG_NAME = 60;

/** What names are made of. */
export interface Naming {
  words: Words;
  language: Language;
  /** The names of the levels of the computer, from 0 on. */
  levels: readonly string[];
}

export class Book {
  readonly terms: Terms;
  readonly tree: Tree;
  readonly headers: Found["headers"];
  warnings: readonly string[];
  /** The word of a referee, and the node after which it was said. */
  private readonly ended: { node: Node; text: string } | null;
  private readonly views = new Map<string, View>();

  constructor(
    private readonly study: Study,
    found: Found,
  ) {
    const { game, rules, board, values, start } = found;
    this.terms = { game, rules, board, values, start };
    this.tree = Tree.of(found.nodes);
    this.headers = found.headers;
    this.warnings = found.warnings;
    this.ended = found.forfeit ? { node: this.tree.end(this.tree.root), text: found.forfeit } : null;
  }

  /** The word of a referee at the end of the main line, as long as it ends there. */
  get forfeit(): string | null {
    return this.ended?.node === this.tree.end(this.tree.root) ? this.ended.text : null;
  }

  /** The view after the actions of a node; an unchanged view stays one object. */
  view(node: Node): View {
    const course = this.tree.course(node);
    const key = course.join(" ");
    const found = this.views.get(key);
    if (found) return found;
    const view = this.study.rules.view({ ...this.terms, course });
    this.views.set(key, view);
    for (const old of [...this.views.keys()].slice(0, -VIEWS)) this.views.delete(old);
    return view;
  }

  /** The node of an action after a node; nothing if it is not allowed or has no room. */
  grow(parent: Node, text: string): Node | null {
    const found = parent.children.find(child => child.text === text);
    if (found) return found;
    if (this.tree.isFull || this.tree.isDeep(parent)) return null;
    try {
      const course = [...this.tree.course(parent), text];
      const { last } = this.study.rules.view({ ...this.terms, course });
      return last ? this.tree.add(parent, { text: last.text, seat: last.seat, turn: last.turn }) : null;
    } catch {
      // A board may still show what was before: what is not allowed now was not meant.
      return null;
    }
  }

  /** The record, with all variations. Throws `Refused`. */
  record(): string {
    const { terms, tree, forfeit, headers } = this;
    return this.study.write({ ...terms, nodes: tree.flat(), forfeit, headers });
  }

  /** The players by name, if the record names them. */
  players({ words, language, levels }: Naming): [string, string] | null {
    const colours = COLOURS[this.terms.game];
    const named = (side: string) => this.headers.find(([name]) => name.toLowerCase() === side)?.[1];
    const shown = (name: string | undefined, seat: Seat) => {
      const level = /^engine:(\d+)$/.exec(name ?? "")?.[1];
      if (level !== undefined) return `${words.computer}, ${levels[Number(level)] || level}`;
      return name && name !== "?" ? name.slice(0, LONG_NAME) : wordsOf(language).sides[colours[seat]];
    };
    const [one, two] = colours.map(named);
    return one || two ? [shown(one, 0), shown(two, 1)] : null;
  }

  /** What the study is called in lists. */
  heading(naming: Naming): string {
    const { words } = naming;
    const { game, board, values } = this.terms;
    const where = `${words.startOf[game]} ${values && game === "wargame" ? words.own : board}`;
    const players = this.players(naming)?.join(" – ");
    return [players, where, words.moves(this.tree.main().length)].filter(Boolean).join(" · ");
  }
}
