/** What part of the map is seen: the cell in the top left corner, and the size of a cell in pixels. */
export interface Camera {
  scale: number;
  row: number;
  col: number;
}

/** The size of what is looked at and of what it is shown on. */
export interface Frame {
  rows: number;
  columns: number;
  width: number;
  height: number;
}

/** The largest cell in pixels. */
const NEAREST = 96;

/** The whole map, in the middle. */
export function fitted(frame: Frame): Camera {
  const scale = Math.min(frame.width / frame.columns, frame.height / frame.rows);
  return centred({ scale, row: 0, col: 0 }, frame);
}

/** Keeps the map in sight: what fits is in the middle, what does not fills the view. */
export function centred(camera: Camera, frame: Frame): Camera {
  const axis = (start: number, cells: number, pixels: number) => {
    const seen = pixels / camera.scale;
    if (seen >= cells) return (cells - seen) / 2;
    return Math.min(Math.max(start, 0), cells - seen);
  };
  return {
    scale: camera.scale,
    row: axis(camera.row, frame.rows, frame.height),
    col: axis(camera.col, frame.columns, frame.width),
  };
}

/** Changes the size of the cells; the place under a pixel stays under it. */
export function zoomed(camera: Camera, frame: Frame, factor: number, x: number, y: number): Camera {
  const least = fitted(frame).scale;
  const scale = Math.min(Math.max(camera.scale * factor, least), Math.max(NEAREST, least));
  const row = camera.row + y / camera.scale - y / scale;
  const col = camera.col + x / camera.scale - x / scale;
  return centred({ scale, row, col }, frame);
}

/** Moves the view by pixels. */
export function panned(camera: Camera, frame: Frame, right: number, down: number): Camera {
  const row = camera.row + down / camera.scale;
  const col = camera.col + right / camera.scale;
  return centred({ scale: camera.scale, row, col }, frame);
}

/** Puts a cell into the middle. */
export function looking(camera: Camera, frame: Frame, row: number, col: number): Camera {
  const half = { row: frame.height / camera.scale / 2, col: frame.width / camera.scale / 2 };
  return centred({ scale: camera.scale, row: row + 0.5 - half.row, col: col + 0.5 - half.col }, frame);
}

/** The cell under a pixel, if there is one. */
export function cellAt(camera: Camera, frame: Frame, x: number, y: number) {
  const row = Math.floor(camera.row + y / camera.scale);
  const col = Math.floor(camera.col + x / camera.scale);
  return row >= 0 && col >= 0 && row < frame.rows && col < frame.columns ? { row, col } : undefined;
}
