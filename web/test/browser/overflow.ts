// What is wider or higher than its place on a page.
import type { Page } from "playwright-core";

/** Texts that are cut by what is around them, or stand beside the window, and are not made to scroll. */
export function measure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const told = (element: Element, what: string) => {
      const text = element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
      const line = `${element.tagName.toLowerCase()}.${element.className} “${text}” ${what}`;
      if (!found.includes(line)) found.push(line);
    };
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth - root.clientWidth} px wider`);
    const parent = (element: Element) =>
      element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    /** Styles and boxes are asked for once. */
    const known = new Map<Element, { style: CSSStyleDeclaration; box: DOMRect }>();
    const of = (element: Element) => {
      let one = known.get(element);
      if (!one) {
        one = { style: getComputedStyle(element), box: element.getBoundingClientRect() };
        known.set(element, one);
      }
      return one;
    };
    const scrolls = (value: string) => value === "auto" || value === "scroll";
    const cuts = (value: string) => value === "hidden" || value === "clip";
    /** A list shows its entry in full when it is open; names that people choose may end in dots. */
    const mayEnd = (element: Element) =>
      of(element).style.textOverflow === "ellipsis" &&
      (["SELECT", "BDI"].includes(element.tagName) ||
        (element as HTMLElement).title === element.textContent ||
        element.querySelector("bdi") !== null);

    const look = (text: Text) => {
      const holder = text.parentElement ?? (text.getRootNode() as ShadowRoot).host;
      // The text of SVG scales with the picture.
      if (!holder || holder instanceof SVGElement || ["STYLE", "SCRIPT", "NOSCRIPT"].includes(holder.tagName))
        return;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (lines.length === 0) return;
      const left = Math.min(...lines.map(line => line.left));
      const right = Math.max(...lines.map(line => line.right));
      const top = Math.min(...lines.map(line => line.top));
      const bottom = Math.max(...lines.map(line => line.bottom));
      let [across, down] = [true, true];
      for (let element: Element | null = holder; element && element !== root; element = parent(element)) {
        const { style, box } = of(element);
        // Text for screen readers only.
        if (style.clipPath !== "none" || style.visibility === "hidden") return;
        if (element instanceof SVGElement || mayEnd(element)) return;
        if (across && scrolls(style.overflowX)) across = false;
        if (down && scrolls(style.overflowY)) down = false;
        const wide = Math.max(right - box.right, box.left - left);
        if (across && cuts(style.overflowX) && wide > 1) told(holder, `is cut by ${Math.round(wide)} px`);
        // The boxes of lines are a little higher than their letters. A row may show only what fits as a whole.
        const high = Math.max(bottom - box.bottom, box.top - top) - 3;
        const seen = top < box.bottom - 2 && bottom > box.top + 2;
        if (down && cuts(style.overflowY) && high > 1 && seen)
          told(holder, `is cut by ${Math.round(high)} px in height`);
        // A word beside its own box covers what is next to it.
        if (element === holder && style.display !== "inline" && across && !cuts(style.overflowX)) {
          const beyond = Math.max(right - box.right, box.left - left);
          if (box.width > 0 && beyond > 1) told(holder, `stands out by ${Math.round(beyond)} px`);
        }
        if (style.position === "fixed") break;
      }
      if (across && (right > innerWidth + 1 || left < -1)) told(holder, "stands beside the window");
    };
    const walk = (within: Node) => {
      const nodes = document.createTreeWalker(within, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (node instanceof Text && node.data.trim()) look(node);
        else if (node instanceof Element && node.shadowRoot) walk(node.shadowRoot);
      }
    };
    walk(document.body);
    return found;
  });
}
