// Fonts of a system, one at a time: what a page looks like must not depend on them.
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A font family that Debian has, and its package. */
export interface SystemFont {
  family: string;
  package: string;
  folder: string;
}

const SHARED = "/usr/share/fonts/truetype";

const KNOWN: SystemFont[] = [
  // Wide, and what Debian's Chromium brings along.
  { family: "DejaVu Sans", package: "fonts-dejavu-core", folder: `${SHARED}/dejavu` },
  // As wide as Arial.
  { family: "Liberation Sans", package: "fonts-liberation", folder: `${SHARED}/liberation` },
];

/** Those of the machine; the others are told, so that nobody takes them for tested. */
export function systemFonts(): SystemFont[] {
  for (const font of KNOWN) {
    if (!existsSync(font.folder))
      console.warn(`the layout is not tested with ${font.family}: apt-get install ${font.package}`);
  }
  return KNOWN.filter(font => existsSync(font.folder));
}

/** The environment of a browser that finds this font and no other. */
export function only({ folder }: SystemFont): Record<string, string> {
  const place = mkdtempSync(join(tmpdir(), "joust-fonts-"));
  const file = join(place, "fonts.conf");
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${place}</cachedir></fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}
