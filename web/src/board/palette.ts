/** The colours of a view. Teams differ in shape as well, so that hue is never all there is. */
export interface Palette {
  teams: string[];
  /** Teams as text and lines on the page, dark or light enough to be read. */
  ink: string[];
  desert: string;
  road: string;
  water: string;
  wave: string;
  wall: string;
  wallEdge: string;
  station: string;
  city: string;
  /** How strongly a city shows its owner. */
  tint: number;
  outline: string;
  background: string;
  mark: string;
  food: string;
  drink: string;
  fuel: string;
  note: string;
}

export type Hues = "safe" | "classic";

/** Four hues that people with any kind of colour vision tell apart, after Okabe and Ito. */
const SAFE = {
  light: {
    teams: ["#d55e00", "#0072b2", "#008a66", "#b04a8b"],
    ink: ["#a84900", "#00629a", "#006b50", "#943c75"],
  },
  dark: {
    teams: ["#ff8b3d", "#4db1ee", "#2fc79a", "#e58fc4"],
    ink: ["#ff9d5c", "#6cc0f2", "#45d3a9", "#eda6d0"],
  },
};
/** The hues of the original viewer: red, green, blue, violet. */
const CLASSIC = {
  light: {
    teams: ["#d62728", "#2a8f2a", "#2a5fd0", "#8a3fc4"],
    ink: ["#b01c1d", "#1f701f", "#204fb4", "#7431a8"],
  },
  dark: {
    teams: ["#ff6b6b", "#5fd35f", "#7aa5ff", "#c58bf5"],
    ink: ["#ff8585", "#77db77", "#93b6ff", "#d0a1f7"],
  },
};

const LIGHT = {
  desert: "#f3ead8",
  road: "#d6cab3",
  water: "#a4cfe4",
  wave: "#7fb8d4",
  wall: "#8d8273",
  wallEdge: "#756b5e",
  station: "#e0a100",
  city: "#fbf7ee",
  tint: 0.34,
  outline: "#ffffff",
  background: "#e9dfca",
  mark: "#1d1a16",
  food: "#5a9a1f",
  drink: "#2a86c8",
  fuel: "#c98a00",
  note: "#7a3ff0",
};
const DARK = {
  desert: "#262119",
  road: "#3d362b",
  water: "#1c4459",
  wave: "#2d6785",
  wall: "#6a6154",
  wallEdge: "#857a6a",
  station: "#ffc53d",
  city: "#1c1914",
  tint: 0.42,
  outline: "#14110d",
  background: "#1b1812",
  mark: "#ffffff",
  food: "#96d05a",
  drink: "#6cc0f2",
  fuel: "#ffc53d",
  note: "#b79bff",
};

export function palette(dark: boolean, hues: Hues): Palette {
  const teams = (hues === "safe" ? SAFE : CLASSIC)[dark ? "dark" : "light"];
  return { ...(dark ? DARK : LIGHT), ...teams };
}
