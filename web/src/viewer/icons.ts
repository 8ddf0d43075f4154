import { html, svg } from "lit";
import type { Kind } from "../film/event";

/** Icons as lines on a square of 20. */
const LINES = {
  play: "M6 4v12l10-6Z",
  pause: "M6 4h3v12H6ZM11 4h3v12h-3Z",
  next: "M5 5v10l8-5ZM14 5h2v10h-2Z",
  previous: "M15 5v10L7 10ZM4 5h2v10H4Z",
  forward: "M3 5v10l7-5ZM10 5v10l7-5Z",
  back: "M17 5v10l-7-5ZM10 5v10l-7-5Z",
  first: "M4 4h2v12H4ZM17 5v10l-5-5ZM12 5v10L7 10Z",
  last: "M14 4h2v12h-2ZM3 5v10l5-5ZM8 5v10l5-5Z",
  plus: "M9 3h2v6h6v2h-6v6H9v-6H3V9h6Z",
  minus: "M3 9h14v2H3Z",
  fit: "M3 3h6v2H5v4H3ZM11 3h6v6h-2V5h-4ZM3 11h2v4h4v2H3ZM15 11h2v6h-6v-2h4Z",
  close: "m5 3.6 5 5 5-5L16.4 5l-5 5 5 5-1.4 1.4-5-5-5 5L3.6 15l5-5-5-5Z",
  eye: "M10 4C5 4 2 10 2 10s3 6 8 6 8-6 8-6-3-6-8-6Zm0 9a3 3 0 1 1 0-6 3 3 0 0 1 0 6Z",
  hidden:
    "M3 3l14 14-1 1-3-3c-1 .6-2 1-3 1-5 0-8-6-8-6s1.200-2.400 3.300-4.200L2 4ZM10 4c5 0 8 6 8 6s-.9 1.800-2.500 3.400L8 5c.6-.6 1.300-1 2-1Z",
  open: "M2 4h6l2 2h8v10H2ZM4 8v6h12V8Z",
  compare: "M2 4h7v12H2ZM4 6v8h3V6ZM11 4h7v12h-7Z",
  export: "M9 2h2v8l3-3 1.400 1.400L10 13.800 4.600 8.400 6 7l3 3ZM3 14h2v2h10v-2h2v4H3Z",
  settings: "M3 5h7v2H3ZM14 5h3v2h-3ZM10 3h3v6h-3ZM3 13h2v2H3ZM9 13h8v2H9ZM5 11h3v6H5Z",
  keys: "M2 5h16v10H2ZM4 7v6h12V7ZM5 8h2v1.500H5ZM9 8h2v1.500H9ZM13 8h2v1.500h-2ZM6 11h8v1.200H6Z",
  link: "M8.500 11.500 7 13a2.100 2.100 0 0 1-3-3l3-3 1 1-3 3c-.4.4-.4 1 0 1.400s1 .4 1.400 0L8 11ZM11.500 8.500 13 7a2.100 2.100 0 0 1 3 3l-3 3-1-1 3-3c.4-.4.4-1 0-1.400s-1-.4-1.400 0L12 9ZM7.500 11.500l4-4 1 1-4 4Z",
  bars: "M3 4h14v3H3ZM3 8.500h10v3H3ZM3 13h6v3H3Z",
  ids: "M7 3h2l-.6 4h3L12 3h2l-.6 4H17v2h-3.900l-.3 2H16v2h-3.500l-.6 4h-2l.6-4h-3L7 17H5l.6-4H2v-2h3.900l.3-2H3V7h3.500ZM8.200 9l-.3 2h3l.3-2Z",
  cities:
    "M2 17V8h4V3h6v4h6v10Zm2-2h2v-2H4Zm0-4h2V9H4Zm4 4h2v-2H8Zm0-4h2V9H8Zm0-4h2V5H8Zm6 8h2v-2h-2Zm0-4h2V9h-2Z",
  warriors: "M10 2a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM3 18c0-4.500 3-7.500 7-7.500s7 3 7 7.500Z",
  cars: "M2 11l2-5h8l4 4h2v4h-2.200a2.200 2.200 0 0 1-4.400 0H8.600a2.200 2.200 0 0 1-4.400 0H2Zm3.500-3-1 3h8.500l-2-3Z",
  status:
    "M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM9 6h2v4.200l2.800 1.700-1 1.600L9 11.300Z",
  trail: "M3 15.500 7 9l4 3 5-8 1.600 1L11.500 15l-4-3-2.900 4.600Z",
} as const;
export type Icon = keyof typeof LINES;

const KIND_LINES: Record<Kind, string> = {
  refused:
    "M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 2a6 6 0 0 1 3.700 1.300l-8.400 8.400A6 6 0 0 1 10 4Zm4.700 2.700a6 6 0 0 1-8.400 8.400Z",
  attack:
    "M3 2h2.500L15 11.500l1.500-1.500 1.400 1.400-2.400 2.400L18 16.300 16.300 18l-2.500-2.500-2.400 2.400L10 16.500l1.500-1.500L2 5.500V2Z",
  thunderdome:
    "M10 3a8 8 0 0 1 8 8v5h-2v-5a6 6 0 0 0-12 0v5H2v-5a8 8 0 0 1 8-8Zm.8 4L8 12h2l-1 4 4-6h-2.200l1-3Z",
  runOver:
    "M2 11l2-5h8l4 4h2v4h-2.200a2.200 2.200 0 0 1-4.400 0H8.600a2.200 2.200 0 0 1-4.400 0H2Zm3.500-3-1 3h8.500l-2-3Z",
  runInto: "M3 9h7V5l7 5-7 5v-4H3Z",
  collision: "m10 1 2 5 5-2-2 5 4 2-5 1.500 1 5.500-4-3-4 4 .5-5L2 13l4-3-3-5 5 1.500Z",
  starved:
    "M10 2c3 4 5 6.500 5 9.500a5 5 0 0 1-10 0C5 8.500 7 6 10 2Zm0 3.500c-1.900 2.600-3 4.300-3 6a3 3 0 0 0 6 0c0-1.700-1.100-3.400-3-6Z",
  captured: "M4 2h2v1h10l-3 4 3 4H6v7H4Z",
  respawned: "M10 3a7 7 0 1 1-6.700 5h2.100A5 5 0 1 0 10 5v3L5.500 4 10 0Z",
  city: "M2 17V8h4V3h6v4h6v10Zm2-2h2v-2H4Zm0-4h2V9H4Zm4 4h2v-2H8Zm0-4h2V9H8Zm0-4h2V5H8Zm6 8h2v-2h-2Zm0-4h2V9h-2Z",
};

const drawn = (path: string) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${svg`<path d=${path}></path>`}</svg>`;

export const icon = (name: Icon) => drawn(LINES[name]);
export const kindIcon = (kind: Kind) => drawn(KIND_LINES[kind]);
