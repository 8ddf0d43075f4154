import { expect, test } from "vitest";
import { cellAt, fitted, looking, panned, zoomed } from "../../src/board/camera";

const frame = { rows: 60, columns: 60, width: 900, height: 600 };

test("the whole map is seen in the middle", () => {
  const camera = fitted(frame);
  expect(camera.scale).toBe(10);
  expect([camera.row, camera.col]).toEqual([0, -15]);
});

test("the place under the pointer stays there when the map comes nearer", () => {
  const before = fitted(frame);
  const after = zoomed(before, frame, 4, 500, 300);
  expect(after.scale).toBe(40);
  expect(after.col + 500 / after.scale).toBeCloseTo(before.col + 500 / before.scale);
  expect(after.row + 300 / after.scale).toBeCloseTo(before.row + 300 / before.scale);
});

test("the map cannot be lost: neither too far away nor beside the view", () => {
  expect(zoomed(fitted(frame), frame, 0.01, 0, 0)).toEqual(fitted(frame));
  const near = zoomed(fitted(frame), frame, 4, 450, 300);
  const corner = panned(near, frame, 1e6, 1e6);
  expect([corner.row + frame.height / corner.scale, corner.col + frame.width / corner.scale]).toEqual([
    60, 60,
  ]);
});

test("a cell is brought into the middle and found there", () => {
  const camera = looking(zoomed(fitted(frame), frame, 4, 450, 300), frame, 33, 21);
  expect(cellAt(camera, frame, 450, 300)).toEqual({ row: 33, col: 21 });
  expect(cellAt(fitted(frame), frame, 5, 5)).toBeUndefined();
});
