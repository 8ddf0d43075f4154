"use strict";
const { sources, pairs } = JSON.parse(document.getElementById("data").textContent);
const stage = document.getElementById("stage");
let shown = -1;
let part = -1;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(text, label, press) {
  const made = element("button", { type: "button", "aria-label": label }, text);
  made.addEventListener("click", press);
  return made;
}

/* The fragment of each line of a file: the longest one comes first and stays. */
function owners(pair, side, file) {
  const owner = new Map();
  pair.fragments.forEach((fragment, number) => {
    const [where, first, last] = fragment[side];
    if (where !== file) return;
    for (let line = first; line <= last; line++) if (!owner.has(line)) owner.set(line, number);
  });
  return owner;
}

function pane(pair, side) {
  const made = element("div", { class: "pane", tabindex: "0", role: "region", "aria-label": pair.names[side] });
  sources[pair.sources[side]].forEach(({ path, text }, file) => {
    made.append(element("h4", {}, `${pair.names[side]}: ${path}`));
    const owner = owners(pair, side, file);
    const seen = new Set();
    text.split("\n").forEach((code, index) => {
      const number = index + 1;
      const of = owner.get(number);
      const mark = element("span", {});
      const line = element("div", { class: "line" }, element("span", {}, String(number)), mark, element("span", {}, code));
      if (of !== undefined) {
        line.classList.add(`f${of % 6}`);
        line.dataset.part = of;
        if (!seen.has(of)) {
          seen.add(of);
          mark.append(button(String(of + 1), `common part ${of + 1}: show it on both sides`, () => go(of)));
        }
      }
      made.append(line);
    });
  });
  return made;
}

function go(number) {
  const count = pairs[shown].fragments.length;
  if (count === 0) return;
  part = (number + count) % count;
  for (const line of stage.querySelectorAll(".line")) line.classList.toggle("now", line.dataset.part === String(part));
  for (const side of stage.querySelectorAll(".pane")) {
    const first = side.querySelector(".now");
    if (first) side.scrollTop = first.offsetTop - side.offsetTop - 60;
  }
  const [left, right, tokens] = pairs[shown].fragments[part];
  stage.querySelector(".place").textContent =
    `part ${part + 1} of ${count}: lines ${left[1]}–${left[2]} and ${right[1]}–${right[2]}, ${tokens} tokens`;
}

function close() {
  document.getElementById(`row-${shown}`)?.classList.remove("open");
  const opener = document.querySelector(`button[data-pair="${shown}"]`);
  shown = -1;
  stage.hidden = true;
  stage.replaceChildren();
  opener?.focus();
}

function open(number) {
  if (!pairs[number]) return;
  document.getElementById(`row-${shown}`)?.classList.remove("open");
  shown = number;
  const pair = pairs[number];
  const bar = element(
    "div",
    { class: "bar" },
    element("h3", {}, `${pair.names[0]} and ${pair.names[1]}`),
    element("span", { class: "place small" }),
    button("previous part", "previous common part", () => go(part - 1)),
    button("next part", "next common part", () => go(part + 1)),
    button("close", "close the side-by-side view", close),
  );
  stage.replaceChildren(bar, element("div", { class: "panes" }, pane(pair, 0), pane(pair, 1)));
  stage.hidden = false;
  document.getElementById(`row-${number}`)?.classList.add("open");
  history.replaceState(null, "", `#pair-${number + 1}`);
  stage.scrollIntoView({ block: "start" });
  stage.focus({ preventScroll: true });
  go(0);
}

for (const opener of document.querySelectorAll("button.open")) {
  opener.addEventListener("click", () => open(Number(opener.dataset.pair)));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") open(shown + 1);
  else if (event.key === "k") open(shown - 1);
  else if (shown >= 0 && event.key === "n") go(part + 1);
  else if (shown >= 0 && event.key === "p") go(part - 1);
  else if (shown >= 0 && event.key === "Escape") close();
});
const linked = /^#pair-(\d+)$/.exec(location.hash);
if (linked) open(Number(linked[1]) - 1);
