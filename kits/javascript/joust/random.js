// Random numbers that are the same in every language of the kits.

/** A generator (sfc32). One seed gives one stream, on every machine. */
export class Random {
  /** @param {number} seed below 2^53 */
  constructor(seed) {
    this.a = seed >>> 0;
    this.b = Math.floor(seed / 2 ** 32) >>> 0;
    this.c = 0;
    this.count = 1;
    // The first numbers still look like the seed.
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The next number, from 0 to 2^32 - 1. */
  next() {
    const result = (this.a + this.b + this.count) >>> 0;
    const rotated = (this.c << 21) | (this.c >>> 11);
    this.count = (this.count + 1) >>> 0;
    this.a = (this.b ^ (this.b >>> 9)) >>> 0;
    this.b = (this.c + (this.c << 3)) >>> 0;
    this.c = (rotated + result) >>> 0;
    return result;
  }

  /**
   * A number from 0 to n - 1.
   * @param {number} n at most 2^21
   */
  below(n) {
    return Math.floor((this.next() * n) / 2 ** 32);
  }

  /**
   * One of these items.
   * @template T
   * @param {ArrayLike<T>} items
   * @returns {T}
   */
  pick(items) {
    return items[this.below(items.length)];
  }

  /**
   * Puts the items in a random order.
   * @template T
   * @param {T[]} items
   */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
  }
}
