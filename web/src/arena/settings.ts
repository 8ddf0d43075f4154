/** What a visitor has chosen and a browser remembers. Where nothing can be kept, it holds for the page. */

export type Theme = "auto" | "light" | "dark";
export type Look = "plain" | "fleet";

const THEMES: Theme[] = ["auto", "light", "dark"];
const kept = new Map<string, string>();

function read(name: string): string | null {
  try {
    return localStorage.getItem(`joust.${name}`) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

function write(name: string, value: string): void {
  kept.set(name, value);
  try {
    localStorage.setItem(`joust.${name}`, value);
  } catch {
    // A private window may forbid it.
  }
}

export const readTheme = (): Theme => THEMES.find(theme => theme === read("theme")) ?? "auto";
export const writeTheme = (theme: Theme) => write("theme", theme);
export const nextTheme = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

export const readLook = (): Look => (read("look") === "plain" ? "plain" : "fleet");
export const writeLook = (look: Look) => write("look", look);

export const readSound = (): boolean => read("sound") !== "off";
export const writeSound = (on: boolean) => write("sound", on ? "on" : "off");

/** Whether single letters are commands; people who use speech input turn this off. */
export const readKeys = (): boolean => read("keys") !== "off";
export const writeKeys = (on: boolean) => write("keys", on ? "on" : "off");
