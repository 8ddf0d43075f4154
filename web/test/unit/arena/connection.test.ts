import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Socket, type Standing } from "../../../src/arena/play/connection";
import type { FromServer } from "../../../src/arena/play/messages";

/** A socket that does what the test says. */
class Scripted implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: unknown[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: Scripted[];
let heard: FromServer[];
let standings: Standing[];
let line: Connection;
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  heard = [];
  standings = [];
  line = new Connection({
    open: () => {
      sockets.push(new Scripted());
      return last();
    },
    heard: message => heard.push(message),
    changed: standing => standings.push(standing),
    random: () => 1,
  });
});
afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

const opened = () => {
  line.start();
  last().onopen?.();
};

describe("a connection", () => {
  it("opens, hears and sends", () => {
    line.start();
    expect(line.send({ t: "resign" })).toBe(false);
    last().onopen?.();
    expect(line.send({ t: "resign" })).toBe(true);
    expect(last().sent).toEqual([{ t: "resign" }]);
    last().say({ t: "rematch", id: "9f" });
    expect(heard).toEqual([{ t: "rematch", id: "9f" }]);
    expect(standings).toEqual(["opening", "open"]);
  });

  it("passes over what it does not understand", () => {
    opened();
    last().onmessage?.({ data: "{" });
    last().say({ t: "weather" });
    last().onmessage?.({ data: "null" });
    expect(heard).toEqual([]);
    expect(line.standing).toBe("open");
  });

  it("tries again with pauses that grow, up to a limit", () => {
    line.start();
    const pauses: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const before = sockets.length;
      last().onclose?.();
      expect(line.standing).toBe("waiting");
      let waited = 0;
      while (sockets.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000, 15_000]);
  });

  it("begins with short pauses again once a server has spoken", () => {
    line.start();
    for (let i = 0; i < 5; i += 1) {
      last().onclose?.();
      vi.advanceTimersByTime(15_000);
    }
    last().onopen?.();
    last().say({ t: "pong", n: 1 });
    const before = sockets.length;
    last().onclose?.();
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(before + 1);
  });

  it("gives up a line that does not open in time", () => {
    line.start();
    vi.advanceTimersByTime(10_000);
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
  });

  it("asks a silent server, and takes a line without answer for dead", () => {
    opened();
    vi.advanceTimersByTime(15_000);
    expect(last().sent).toEqual([{ t: "ping", n: 1 }]);
    last().say({ t: "pong", n: 1 });
    vi.advanceTimersByTime(14_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(last().sent).toHaveLength(2);
    vi.advanceTimersByTime(6_000);
    expect(sockets[0].closed).toBe(true);
    expect(line.standing).toBe("waiting");
  });

  it("hears nothing from a line that it has let go", () => {
    opened();
    const old = last();
    const late = old.onmessage;
    line.renew();
    expect(old.closed).toBe(true);
    late?.({ data: '{"t":"pong","n":1}' });
    expect(heard).toEqual([]);
    expect(sockets).toHaveLength(2);
  });

  it("does not wait any longer when somebody comes back", () => {
    line.start();
    for (let i = 0; i < 6; i += 1) {
      last().onclose?.();
      vi.advanceTimersByTime(15_000);
    }
    last().onclose?.();
    const before = sockets.length;
    line.nudge();
    expect(sockets).toHaveLength(before + 1);
    // The timer of the pause must not open another one.
    vi.advanceTimersByTime(9_000);
    expect(sockets).toHaveLength(before + 1);
  });

  it("asks an open line at once when somebody comes back, with little patience", () => {
    opened();
    line.nudge();
    expect(last().sent).toEqual([{ t: "ping", n: 1 }]);
    vi.advanceTimersByTime(2_500);
    expect(sockets[0].closed).toBe(true);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
  });

  it("stays closed when the page is gone, and can be started again", () => {
    opened();
    line.stop();
    line.nudge();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    line.start();
    expect(sockets).toHaveLength(2);
  });
});
