// Where a study stays when its page is closed: in the browser, and in the address of the page.
import { pack } from "./link";
import { keep, newId } from "./store";
import type { Node, Tree } from "./tree";

/** How long something must stay before the address says so, in milliseconds. */
const SETTLED = 350;

/** The study on the board. */
export interface Studied {
  tree: Tree;
  node: Node;
  title: string;
  /** Throws `Refused` if it cannot be written. */
  record(): string;
}

/** Why the browser does not keep a study: it has no room, or there is no record of it. */
export type Trouble = { kind: "full" } | { kind: "unwritten"; why: string };

export class Keeper {
  /** The name of the study in the browser. */
  id = newId();
  trouble: Trouble | null = null;
  /** The part of the address that holds the study; empty if it is too long. */
  linked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `query` is the part of the address that stays. */
  constructor(
    private readonly study: () => Studied | null,
    private readonly query: () => string,
    private readonly changed: () => void,
  ) {}

  /** Soon the address and the browser know what is on the board. */
  settle(): void {
    this.stop();
    this.timer = setTimeout(() => void this.settled(), SETTLED);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  async settled(): Promise<void> {
    const study = this.study();
    const record = this.keep();
    if (!study || record === null) return;
    const packed = await pack(record, study.tree.address(study.node)).catch(() => null);
    this.linked = packed ? `#${packed}` : "";
    history.replaceState(history.state, "", `${location.pathname}${this.query()}${this.linked}`);
  }

  /** Another study is on the board. */
  renew(id = newId()): void {
    this.id = id;
    this.trouble = null;
  }

  /** Whether the study is gone with the page. */
  get isVolatile(): boolean {
    return this.trouble !== null && this.linked === "";
  }

  /** Keeps the study in the browser, and gives its record; nothing if it cannot be written. */
  keep(): string | null {
    const study = this.study();
    if (!study) return null;
    const { tree, node, title } = study;
    const before = this.trouble;
    try {
      const record = study.record();
      const isNew = tree.size < 2 && !tree.root.comment;
      const isKept = isNew || keep({ id: this.id, time: Date.now(), title, record, at: tree.address(node) });
      this.trouble = isKept ? null : { kind: "full" };
      return record;
    } catch (why) {
      this.trouble = { kind: "unwritten", why: (why as Error).message };
      return null;
    } finally {
      if (before?.kind !== this.trouble?.kind) this.changed();
    }
  }
}
