/** How long something must stay before the address says so, in milliseconds. */
const SETTLED = 250;

/** The address of what a page shows while it is used. */
export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `wanted` gives the address, relative to that of the page, or nothing if it should stay. */
  constructor(private readonly wanted: () => string | undefined) {}

  /** Writes the address when it has settled: browsers refuse many changes in a short time. */
  settle(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#write(), SETTLED);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #write(): void {
    const wanted = this.wanted();
    if (wanted === undefined || new URL(wanted, location.href).href === location.href) return;
    try {
      history.replaceState(history.state, "", wanted);
    } catch {
      // Some browsers do not let a page from a file change its address.
    }
  }
}
