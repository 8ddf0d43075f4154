/** Makes the form of a new game nicer: only what belongs to the game, levels by name, clocks by a touch. */
export function enhance(form: HTMLFormElement): void {
  const games = form.querySelectorAll<HTMLInputElement>("[name=game]");
  const suit = () => {
    const game = chosen(form, "game");
    for (const name of ["board", "rules"]) fitOptions(form, name, game);
  };
  newCity(form);
  const swap = keepPositions(form);
  for (const radio of games) {
    radio.addEventListener("change", () => {
      swap();
      suit();
    });
  }
  suit();
  for (const name of ["board", "rules"]) explain(form, name);
  const level = slideLevel(form);
  const clock = presets(form);
  // Browsers restore what was chosen after this has run, and without telling.
  addEventListener("pageshow", () => {
    suit();
    level();
    clock();
  });
}

/** A position belongs to one game: the other game has its own, and each finds its own again. */
function keepPositions(form: HTMLFormElement): () => void {
  const field = form.querySelector<HTMLTextAreaElement>("[name=position]");
  const kept = new Map<string, string>();
  let game = chosen(form, "game");
  // The game may have been restored, and the position with it.
  addEventListener("pageshow", () => {
    game = chosen(form, "game");
  });
  return () => {
    if (!field) return;
    kept.set(game, field.value);
    game = chosen(form, "game");
    field.value = kept.get(game) ?? "";
  };
}

/** A random city is another one each time. */
function newCity(form: HTMLFormElement): void {
  const option = form.querySelector<HTMLOptionElement>("option[data-random]");
  if (option) option.value = option.value.replace(/\d+$/, String(Math.floor(Math.random() * CITIES)));
}

/** The server takes seeds below this. */
const CITIES = 200;

export function chosen(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

/** Shows the options of one game; the first of them is chosen when the chosen one is of the other. */
function fitOptions(form: HTMLFormElement, name: string, game: string): void {
  const select = form.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  if (!select) return;
  let usual: HTMLOptionElement | undefined;
  for (const group of select.querySelectorAll("optgroup")) {
    const fits = group.dataset.game === game;
    group.hidden = !fits;
    group.disabled = !fits;
    if (fits) usual ??= group.querySelector("option") ?? undefined;
  }
  // That nothing is chosen means the first one; now that it can be named, it is.
  select.querySelector("option[value='']")?.remove();
  const current = select.selectedOptions[0];
  const group = current?.parentElement;
  if (!(group instanceof HTMLOptGroupElement) || group.disabled) {
    if (usual) usual.selected = true;
    // Whoever shows what is chosen hears of it.
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** Says under a list in a sentence what the chosen entry means. */
function explain(form: HTMLFormElement, name: string): void {
  const select = form.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  const about = form.querySelector<HTMLElement>(`#about-${name}`);
  if (!select || !about) return;
  const say = () => {
    about.textContent = select.selectedOptions[0]?.dataset.summary ?? "";
  };
  form.addEventListener("change", say);
  addEventListener("pageshow", say);
  say();
}

/** Turns the list of levels into a slider that says what each is called. */
function slideLevel(form: HTMLFormElement): () => void {
  const list = form.querySelector<HTMLSelectElement>("select[name=level]");
  const slider = form.querySelector<HTMLInputElement>("input[data-slider=level]");
  const output = form.querySelector<HTMLElement>("[data-output=level]");
  if (!list || !slider || !output) return () => {};
  const say = () => {
    const option = list.options[Number(slider.value)];
    list.value = option.value;
    output.textContent = option.textContent;
    slider.setAttribute("aria-valuetext", option.textContent ?? "");
  };
  const follow = () => {
    slider.value = list.value;
    say();
  };
  slider.addEventListener("input", say);
  follow();
  return follow;
}

/** Buttons that fill in minutes and seconds. Returns what makes these fit the button that is chosen. */
function presets(form: HTMLFormElement): () => void {
  const minutes = form.querySelector<HTMLInputElement>("[name=minutes]");
  const seconds = form.querySelector<HTMLInputElement>("[name=increment]");
  const own = form.querySelector<HTMLElement>("[data-clock-own]");
  const radios = [...form.querySelectorAll<HTMLInputElement>("[data-minutes]")];
  if (!minutes || !seconds || radios.length === 0) return () => {};
  const pick = () => {
    const same = (radio: HTMLInputElement) =>
      Number(radio.dataset.minutes) === Number(minutes.value) &&
      (Number(minutes.value) === 0 || Number(radio.dataset.seconds) === Number(seconds.value));
    const radio = radios.find(each => each.dataset.minutes !== "own" && same(each));
    const custom = radios.find(each => each.dataset.minutes === "own");
    const right = radio ?? custom;
    if (right) right.checked = true;
    if (own) own.hidden = right !== custom;
  };
  const fillIn = () => {
    const radio = radios.find(each => each.checked);
    if (!radio) return;
    if (own) own.hidden = radio.dataset.minutes !== "own";
    if (radio.dataset.minutes === "own") {
      if (Number(minutes.value) === 0) {
        minutes.value = "5";
        seconds.value = "3";
      }
      return;
    }
    minutes.value = radio.dataset.minutes ?? "";
    seconds.value = radio.dataset.seconds ?? "";
  };
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      fillIn();
      if (radio.dataset.minutes === "own") minutes.focus();
    });
  }
  pick();
  return fillIn;
}
