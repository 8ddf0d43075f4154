import { expect, test } from "vitest";
import { largestSquare } from "../../src/board/terrain";
import { numbered } from "../../src/film/film";
import { isLog, readLog } from "../../src/film/said";
import { type Fight, takeFrames } from "../../src/watch/fight";

/** A frame as the server writes it. */
function frame(kind: number, content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const whole = new Uint8Array(8 + bytes.length);
  const numbers = new DataView(whole.buffer);
  numbers.setUint32(0, kind, true);
  numbers.setUint32(4, bytes.length, true);
  whole.set(bytes, 8);
  return whole;
}

test("frames of a battle are told once each, however the network cuts them", () => {
  const frames = [
    frame(0, '{"place":3}'),
    frame(1, '{"seed":7}'),
    frame(2, new Uint8Array(12)),
    frame(3, ""),
  ];
  const stream = new Uint8Array(frames.flatMap(bytes => [...bytes]));
  for (let size = 1; size <= stream.length; size += 1) {
    const told: unknown[] = [];
    const to: Fight = {
      place: place => told.push(place),
      head: head => told.push(head.seed),
      rounds: chunk => told.push(chunk.byteLength),
      end: trouble => told.push(trouble ?? "end"),
    };
    let held = new Uint8Array();
    let over = false;
    for (let at = 0; at < stream.length; at += size) {
      const joined = new Uint8Array([...held, ...stream.subarray(at, at + size)]);
      const { used, ended } = takeFrames(joined, to);
      held = joined.slice(used);
      over = ended;
    }
    expect([told, over]).toEqual([[3, 7, 12, "end"], true]);
  }
});

test("a log tells what each player wrote in each round, and nothing of the program", () => {
  const log = [
    "info: loading player Foo",
    "info: players loaded",
    "info: start round 0",
    "info:     start player 0",
    "one",
    "two",
    "info:     end player 0",
    "info:     start player 3",
    "info:     end player 3",
    "warning: not of a player",
    "info: end round 0",
    "info: start round 4",
    "info:     start player 3",
    "three",
    "info:     end player 3",
  ].join("\n");
  expect(isLog(log) && !isLog("Game\n\nSeed 30\n")).toBe(true);
  const said = readLog(log);
  expect(said.in(0)).toEqual([{ seat: 0, text: "one\ntwo" }]);
  expect(said.in(4)).toEqual([{ seat: 3, text: "three" }]);
  expect([said.beside(0, 1), said.beside(4, -1), said.beside(4, 1)]).toEqual([4, 0, undefined]);
});

test("equal names are numbered, and others are not", () => {
  expect(numbered(["Demo", "Foo", "Demo", "Demo"])).toEqual(["Demo 1", "Foo", "Demo 2", "Demo 3"]);
});

test("an emblem gets the largest square of its city, nearest to the middle", () => {
  // Columns 2 and 3 of rows 0 to 5, and a tail to the right in row 5.
  const cells = [0, 1, 2, 3, 4, 5].flatMap(row => [row * 10 + 2, row * 10 + 3]).concat([54, 55, 56]);
  expect(largestSquare(cells, 10)).toMatchObject({ size: 2, col: 2, row: 2 });
  // Cells at both ends of a row do not touch.
  expect(largestSquare([9, 10, 19, 20], 10).size).toBe(1);
});
