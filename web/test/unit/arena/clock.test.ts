import { describe, expect, it } from "vitest";
import { left, lowBelow, shown, untilChange } from "../../../src/arena/play/clock";

const clock = (running: 0 | 1 | null, start = 300_000) => ({
  start,
  increment: 3_000,
  left: [291_000, 300_000] as [number, number],
  running,
});

describe("a clock", () => {
  it("counts down for the side whose clock runs, from the moment it was told", () => {
    expect(left(clock(0), 0, 1_500)).toBe(289_500);
    expect(left(clock(0), 1, 1_500)).toBe(300_000);
    expect(left(clock(null), 0, 1_500)).toBe(291_000);
  });

  it("never goes below nothing, nor up when time seems to run backwards", () => {
    expect(left(clock(0), 0, 400_000)).toBe(0);
    expect(left(clock(0), 0, -50)).toBe(291_000);
  });

  it("shows hours, minutes, seconds, and tenths at the end", () => {
    expect(shown(3_723_000)).toBe("1:02:03");
    expect(shown(300_000)).toBe("5:00");
    expect(shown(65_999)).toBe("1:05");
    expect(shown(10_000)).toBe("0:10");
    expect(shown(9_999)).toBe("9.9");
    expect(shown(940)).toBe("0.9");
    expect(shown(0)).toBe("0.0");
  });

  it("knows when it shows something else", () => {
    for (const ms of [300_000, 299_999, 65_432, 10_000, 9_999, 940, 5]) {
      const next = ms - untilChange(ms);
      if (next >= 0) expect(shown(next)).not.toBe(shown(ms));
      expect(shown(ms - untilChange(ms) + 1)).toBe(shown(ms));
    }
  });

  it("is low at a tenth of the start, within bounds", () => {
    expect(lowBelow(clock(0, 60_000))).toBe(10_000);
    expect(lowBelow(clock(0, 180_000))).toBe(18_000);
    expect(lowBelow(clock(0, 3_600_000))).toBe(30_000);
  });
});
