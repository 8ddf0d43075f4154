import { html, svg } from "lit";

/** Icons as lines on a square of 20. */
const LINES = {
  undo: "M4 8h8.500a4 4 0 0 1 0 8H8M7 5 4 8l3 3",
  hint: "M10 2.500a5 5 0 0 0-3 9c.7.6 1 1.200 1 2h4c0-.8.3-1.400 1-2a5 5 0 0 0-3-9ZM8.300 16.500h3.400",
  offer: "M3 11.500 6.500 15l3-2.500M17 11.500 13.500 15l-4-4-2 1.500M3 6.500h3L10 5l4 1.500h3",
  resign: "M5 17.500V3M5 3.500h10l-2.500 3.200L15 10H5",
  close: "m5 5 10 10M15 5 5 15",
  rematch:
    "M16 8A6.300 6.300 0 0 0 4.500 7M4 12a6.300 6.300 0 0 0 11.500 1M4.200 3.500V7h3.500M15.800 16.500V13h-3.500",
  flip: "M6.500 3v13M6.500 16 3.500 13M6.500 16l3-3M13.500 17V4M13.500 4l-3 3M13.500 4l3 3",
  look: "M3 14.500 10 3l7 11.500-7-3ZM10 11.500V3",
  sound: "M3.500 8v4h3l4 3.500v-11l-4 3.500ZM13.500 7.500a3.500 3.500 0 0 1 0 5M15.500 5a7 7 0 0 1 0 10",
  mute: "M3.500 8v4h3l4 3.500v-11l-4 3.500ZM13.500 8l4 4M17.500 8l-4 4",
  link: "M8.500 11.500a3 3 0 0 0 4.300 0l3-3a3 3 0 0 0-4.300-4.300L10.300 5.400M11.500 8.500a3 3 0 0 0-4.300 0l-3 3a3 3 0 0 0 4.300 4.300l1.200-1.200",
  position: "M3.500 3.500h13v13h-13ZM3.500 10h13M10 3.500v13",
  record: "M5 2.500h7L15.500 6v11.500H5ZM12 2.500V6h3.500M7.500 10h5.500M7.500 13h5.500",
  paste: "M7 4H4.500v13.500h11V4H13M7 2.500h6v3H7ZM7.500 10h5M7.500 13h5",
  download: "M10 3v9.500M6 9l4 4 4-4M3.500 16.500h13",
  help: "M7.500 7.500a2.500 2.500 0 1 1 3.700 2.200c-.8.500-1.200 1-1.200 2M10 14.600v.1",
  first: "M5 4v12M15 4.500 8.500 10l6.500 5.500",
  back: "M12.500 4.500 6 10l6.500 5.500",
  next: "M7.500 4.500 14 10l-6.500 5.500",
  now: "M15 4v12M5 4.500 11.500 10 5 15.500",
  eye: "M1.800 10S4.800 4.500 10 4.500 18.200 10 18.200 10s-3 5.500-8.200 5.500S1.800 10 1.800 10ZM10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  check: "m4 10.500 4 4 8-9",
  robot: "M4 7.500h12v8H4ZM10 4v3.500M7.500 11v1M12.500 11v1M2 10.500v2M18 10.500v2",
  person:
    "M10 10a3.300 3.300 0 1 0 0-6.600A3.300 3.300 0 0 0 10 10ZM3.500 17c.6-3 3.200-4.800 6.500-4.800s5.900 1.800 6.500 4.800",
} as const;
export type Icon = keyof typeof LINES;

export const icon = (name: Icon) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${svg`<path d=${LINES[name]}></path>`}</svg>`;

export type Colour = "red" | "blue" | "green";

/** On every board the first side is square and the second round, whatever their colours. */
const SHAPES = [
  "M3.200 1h5.600A2.200 2.200 0 0 1 11 3.200v5.600A2.200 2.200 0 0 1 8.800 11H3.200A2.200 2.200 0 0 1 1 8.800V3.200A2.200 2.200 0 0 1 3.200 1Z",
  "M6 .5a5.500 5.500 0 1 1 0 11a5.500 5.500 0 0 1 0-11Z",
];

export const emblem = (colour: Colour, seat: 0 | 1) =>
  html`<svg class="emblem ${colour}" viewBox="0 0 12 12" aria-hidden="true" focusable="false">${svg`<path d=${SHAPES[seat]}></path>`}</svg>`;
