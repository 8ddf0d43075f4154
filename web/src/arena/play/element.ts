import { render } from "lit";
import type { Why } from "../../duel/refusal";
import { Refused, Rules } from "../../rules/rules";
import { Study } from "../../rules/study";
import type { Seat } from "../../rules/view";
import { type Look, readKeys, readLook, readSound, writeKeys, writeLook, writeSound } from "../settings";
import { pageLanguage, type Words, words } from "../words/words";
import { Announcer, tidings } from "./announce";
import { Connection, type Socket, type Standing } from "./connection";
import { copy } from "./copy";
import type { Dialog } from "./dialogs";
import { say } from "./duel";
import { loadCards } from "./help";
import { meaning } from "./keys";
import { analysisOfText, gameAddress, liveAddress, positionAddress, setUpAddress } from "./links";
import type { FromServer, GameInfo, Request } from "./messages";
import { scrollCourse } from "./moves";
import { type Scene, scene } from "./scene";
import { Sounds } from "./sound";
import { begin, reduce, rematchOffer, resend, type State, type Step } from "./state";
import { standing } from "./status";
import { type Chosen, tableView } from "./table";
import { Views } from "./views";

/** Whether the board is shown from the second side, unless the visitor has flipped it. */
const isSecond = ({ you }: GameInfo) => you.length === 1 && you[0] === 1;

/** Whether something can have the focus no longer. */
const isLost = (element: Element) => !element.isConnected || element.matches(":disabled");

/** How long a note stays, and how long a lost line may be lost before that is said: milliseconds. */
const NOTE = 5_000;
const SHORT_NOTE = 2_500;
const PATIENCE = 1_200;
/** After so long without a frame the page is drawn unseen. */
const UNSEEN = 150;

/**
 * `<joust-game>`: a game at its table. It starts from the state that the page brought along and follows
 * the server. What is drawn is a function of that state and of what the visitor chose.
 */
export class JoustGame extends HTMLElement {
  private readonly language = pageLanguage();
  private readonly words: Words = words(this.language);
  private readonly stop = new AbortController();
  private readonly sounds = new Sounds(this.stop.signal);
  private readonly announcer = new Announcer(() => this.stale());
  private state!: State;
  private rules: Rules | undefined;
  private study: Study | undefined;
  private views: Views | undefined;
  private connection!: Connection;
  private standing: Standing = "opening";
  /** The line is new, and the whole state that it brings is still to come. */
  private fresh = false;
  private lostFor = false;
  private at: number | undefined;
  private flipped = false;
  private look: Look = readLook();
  private keys = readKeys();
  private watching = false;
  private failed = false;
  private dialog: Dialog | undefined;
  private cards: Node | null | undefined;
  /** The version of an offer that the visitor has put aside. */
  private aside = -1;
  private note = "";
  /** What had the keyboard's focus and was disabled or removed. */
  private unfocused: Element | undefined;
  private frame = 0;
  private unseen: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const { signal } = this.stop;
    const text = document.getElementById("state")?.textContent ?? "";
    const { t: _, ...game } = JSON.parse(text) as GameInfo & { t?: string };
    this.state = begin(game, performance.now());
    this.flipped = isSecond(game);
    this.sounds.on = readSound();
    this.connection = new Connection({
      open: () => new WebSocket(liveAddress(this.dataset.live ?? "")) as Socket,
      heard: message => this.heard(message),
      changed: standing => this.stood(standing),
    });
    this.listen(signal);
    this.connection.start();
    Rules.load(this.dataset.rules ?? "").then(
      rules => {
        this.rules = rules;
        this.views = new Views(rules);
        this.stale();
      },
      () => {
        this.failed = true;
        this.stale();
      },
    );
    this.replaceChildren();
    this.paint();
  }

  disconnectedCallback(): void {
    this.stop.abort();
    this.connection.stop();
    cancelAnimationFrame(this.frame);
    for (const timer of [this.timer, this.patience, this.unseen]) clearTimeout(timer);
  }

  private listen(signal: AbortSignal): void {
    const nudge = () => this.connection.nudge();
    addEventListener("online", nudge, { signal });
    addEventListener("offline", nudge, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || nudge(), { signal });
    // A page in the back/forward cache must not keep a connection that it does not read.
    addEventListener("pagehide", () => this.connection.stop(), { signal });
    addEventListener("pageshow", () => this.connection.start(), { signal });
    document.addEventListener("keydown", event => this.pressed(event), { signal });
    this.addEventListener("click", event => this.clicked(event), { signal });
    this.addEventListener("submit", event => this.submitted(event), { signal });
    this.addEventListener("joust-low", event => this.hurry((event as CustomEvent).detail), { signal });
    this.addEventListener("joust-move", event => this.act((event as CustomEvent).detail.text), { signal });
    this.addEventListener("joust-say", event => this.announcer.say((event as CustomEvent).detail.text), {
      signal,
    });
  }

  // What comes in

  private heard(message: FromServer): void {
    this.step({ kind: "told", message, now: performance.now() });
    if (message.t === "refused") {
      const { why, text } = message;
      const reason = this.words.refused[why];
      this.notice(why === "illegal" && text ? `${reason} (${text})` : reason, NOTE);
    }
    if (message.t === "game" && this.fresh) {
      this.fresh = false;
      for (const again of resend(this.state)) this.connection.send(again);
    }
    if (this.state.lost) this.connection.renew();
  }

  private stood(standing: Standing): void {
    this.standing = standing;
    if (standing === "open") {
      clearTimeout(this.patience);
      this.patience = undefined;
      this.fresh = true;
      this.lostFor = false;
    } else {
      // Most connections are back before a visitor would notice; only longer losses are announced.
      this.patience ??= setTimeout(() => {
        this.lostFor = true;
        this.stale();
      }, PATIENCE);
    }
    this.stale();
  }

  /** Takes a step, and tells eyes and ears what it changed. */
  private step(step: Step): void {
    const before = this.scene();
    const asked = this.state.asked;
    this.state = reduce(this.state, step);
    // Whoever takes a seat looks from there.
    if (isSecond(this.state.game) && !isSecond(before.game)) this.flipped = true;
    const after = this.scene();
    const { said, sound } = tidings(before, after);
    if (said) this.announcer.say(said);
    if (sound) this.sounds.play(sound);
    const { rematch } = this.state.game;
    // A player who wants the rematch is led to it; the page of a game long over stays.
    const wanted = asked?.t === "rematch" || (!before.game.rematch && rematchOffer(before.game) === "ours");
    if (rematch && wanted) location.assign(`/game/${rematch}`);
    const offered = after.mine && after.now?.words.includes("accept");
    if (offered && this.aside !== this.state.game.version) {
      // What is open may have been typed in: the offer waits in the status.
      if (this.dialog) this.aside = this.state.game.version;
      else this.dialog = { kind: "answer" };
    } else if (!offered && this.dialog?.kind === "answer") this.dialog = undefined;
    this.stale();
  }

  // What goes out

  private ask(request: Request): void {
    if (this.state.asked) return;
    this.step({ kind: "ask", request });
    this.connection.send(request);
  }

  private act(action: string): void {
    const { mine, now } = this.scene();
    // A board may still show what was before: what is not allowed now was not meant.
    const allowed = now?.moves.some(move => move.text === action) || now?.words.some(word => word === action);
    if (mine && allowed) this.ask({ t: "act", version: this.state.game.version, action });
  }

  private hint(): void {
    // A hint is about the game as it stands.
    this.at = undefined;
    this.step({ kind: "hint" });
    this.connection.send({ t: "hint", version: this.state.game.version });
  }

  private async join(name: string): Promise<void> {
    if (name.trim()) {
      const body = new URLSearchParams({ name });
      // The seat is taken even without a name.
      await fetch("/name", { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    }
    this.ask({ t: "join" });
  }

  // What the visitor does

  private clicked(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-do]") : null;
    if (!button) return;
    if (button.dataset.do === "go") this.go(Number(button.dataset.ply));
    else this.does(button.dataset.do ?? "");
  }

  private pressed(event: KeyboardEvent): void {
    const name = meaning(event, this.keys);
    if (name === undefined || this.dialog) return;
    // What has no button now cannot be done by a key either.
    const button = document.querySelector<HTMLButtonElement>(`[data-do="${name}"]`);
    if (!button || button.disabled) return;
    event.preventDefault();
    if (name === "theme") button.click();
    else this.does(name);
  }

  private submitted(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    const field = (name: string) => String(new FormData(form).get(name) ?? "");
    if (form.dataset.form === "join") void this.join(field("name"));
    const play = (event.submitter as HTMLButtonElement | null)?.value === "play";
    if (form.dataset.form === "paste") void this.setUp(field("text"), play);
  }

  private does(name: string): void {
    const { game } = this.state;
    const { version } = game;
    const deeds: Record<string, () => void> = {
      undo: () => this.ask({ t: "undo", version }),
      hint: () => this.hint(),
      offer: () => this.open({ kind: "offer" }),
      answer: () => this.open({ kind: "answer" }),
      accept: () => this.close(() => this.act("accept")),
      decline: () => this.close(() => this.act("decline")),
      resign: () => this.open({ kind: "resign" }),
      retry: () => this.ask({ t: "retry" }),
      "give-up": () => this.open({ kind: "give-up" }),
      rematch: () => game.rematch || this.ask({ t: "rematch" }),
      "decline-rematch": () => this.ask({ t: "decline-rematch" }),
      confirm: () => this.confirmed(),
      cancel: () => this.close(),
      help: () => this.help(),
      paste: () => this.open({ kind: "paste" }),
      letters: () => {
        this.keys = !this.keys;
        writeKeys(this.keys);
      },
      flip: () => {
        this.flipped = !this.flipped;
      },
      look: () => {
        this.look = this.look === "fleet" ? "plain" : "fleet";
        writeLook(this.look);
      },
      sound: () => {
        this.sounds.on = !this.sounds.on;
        writeSound(this.sounds.on);
        this.sounds.play("move");
      },
      watch: () => {
        this.watching = true;
      },
      first: () => this.go(0),
      back: () => this.go((this.at ?? this.length) - 1),
      next: () => this.go((this.at ?? this.length) + 1),
      now: () => this.go(this.length),
      "copy-link": () => void this.copyText(gameAddress(game), this.words.copiedLink),
      "copy-invite": () => void this.copyText(gameAddress(game), this.words.copiedLink),
      "copy-position": () =>
        void this.copyText(positionAddress(game, this.scene().shown), this.words.copiedPosition),
      "copy-record": () => void this.copyRecord(),
    };
    deeds[name]?.();
    this.stale();
  }

  private help(): void {
    this.open({ kind: "help" });
    if (this.cards) return;
    void loadCards(this.state.game.game, this.language).then(cards => {
      this.cards = cards;
      this.stale();
    });
  }

  private confirmed(): void {
    const kind = this.dialog?.kind;
    this.close(() => {
      if (kind === "resign") this.ask({ t: "resign" });
      if (kind === "give-up") this.ask({ t: "give-up" });
      if (kind === "offer") this.act("offer");
    });
  }

  private get length(): number {
    return this.scene().now?.plies.length ?? 0;
  }

  /** Shows the game after this number of actions. */
  private go(ply: number): void {
    const { length } = this;
    const to = Math.max(0, Math.min(length, ply));
    this.at = to === length ? undefined : to;
    const { shown } = this.scene();
    const last = shown?.last;
    if (shown && this.at !== undefined) {
      this.announcer.say(last ? say(last, shown, this.language) : this.words.pastStart);
    }
    this.stale();
  }

  private hurry({ seat, ms }: { seat: Seat; ms: number }): void {
    if (!this.state.game.you.includes(seat) || this.state.game.ending) return;
    this.sounds.play("low");
    this.announcer.say(this.words.lowTime(this.words.seconds(Math.round(ms / 1000))));
  }

  // Texts to take away and to bring

  private async copyText(text: string, said: string): Promise<void> {
    if (await copy(text)) this.notice(said, SHORT_NOTE);
    else this.open({ kind: "text", text });
    this.stale();
  }

  private async copyRecord(): Promise<void> {
    try {
      const answer = await fetch(this.dataset.record ?? "");
      if (!answer.ok) throw new Error(answer.statusText);
      await this.copyText(await answer.text(), this.words.copiedRecord);
    } catch {
      this.notice(this.words.refused.trouble, NOTE);
    }
  }

  /** Leads from a pasted text to its analysis, or to a new game from where it ends. */
  private async setUp(text: string, play: boolean): Promise<void> {
    try {
      // Only the larger module reads texts, in all forms and languages; it is loaded when there is one.
      this.study ??= new Study(await Rules.load(this.dataset.study ?? ""), this.language);
      location.assign((play ? setUpAddress : analysisOfText)(text, this.study, this.state.game));
    } catch (why) {
      const trouble = why instanceof Refused ? why.message : this.words.rulesFailed;
      this.open({ kind: "paste", trouble });
    }
  }

  // Dialogs and notes

  private open(dialog: Dialog): void {
    this.dialog = dialog;
    this.stale();
  }

  private close(then?: () => void): void {
    if (this.dialog?.kind === "answer") this.aside = this.state.game.version;
    this.dialog = undefined;
    then?.();
    this.stale();
  }

  private notice(text: string, time: number): void {
    this.note = text;
    this.announcer.say(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.note = "";
      this.state = reduce(this.state, { kind: "read" });
      this.stale();
    }, time);
    this.stale();
  }

  // Drawing

  private scene(): Scene {
    const { views, at, words, language, lostFor: lost } = this;
    return scene(this.state, { views, at, words, lost, say: (move, view) => say(move, view, language) });
  }

  private stale(): void {
    if (this.frame !== 0 || !this.isConnected) return;
    this.frame = requestAnimationFrame(() => this.paint());
    // A page in the background gets no frames, but its title must still say whose turn it is.
    this.unseen = setTimeout(() => this.paint(), UNSEEN);
  }

  private paint(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.unseen);
    this.frame = 0;
    const now = this.scene();
    const { game } = now;
    this.dataset.turn = now.turn === null ? "" : String(now.turn);
    this.dataset.ending = game.ending?.why ?? "";
    this.dataset.connection = this.standing;
    this.dataset.version = String(game.version);
    const { title } = standing(now);
    const parts = [title.trim(), this.words.games[game.game], "Joust"].filter(Boolean);
    document.title = `${now.mine ? "● " : ""}${parts.join(" · ")}`;
    const held = document.activeElement;
    const byKey = held !== null && this.contains(held) && held.matches(":focus-visible");
    render(tableView(now, this.chosen), this);
    this.showDialog();
    if (byKey && isLost(held)) this.unfocused = held;
    this.refocus();
    scrollCourse(this);
  }

  /** Gives the keyboard a place again, once it is known how things stand. */
  private refocus(): void {
    const lost = this.unfocused;
    if (!lost || this.dialog || this.state.asked) return;
    this.unfocused = undefined;
    const held = document.activeElement;
    // Somebody has gone elsewhere meanwhile.
    if (held && held !== document.body && !isLost(held)) return;
    const board = this.querySelector("mad-board, war-board")?.shadowRoot;
    const place = !isLost(lost)
      ? lost
      : this.state.game.ending
        ? this.querySelector(".status .row .button")
        : board?.querySelector('[data-square][tabindex="0"]');
    if (place instanceof HTMLElement) place.focus();
  }

  private get chosen(): Chosen {
    const { flipped, look, language, failed, watching, dialog, keys, cards, note } = this;
    return {
      ...{ flipped, look, language, failed, watching, dialog, keys, cards, note },
      name: this.dataset.name ?? "",
      sound: this.sounds.on,
      said: this.announcer.text,
      closed: () => this.dialog && this.close(),
      why: this.why,
    };
  }

  /** Why the board cannot do what was wanted. Spectators want nothing. */
  private readonly why: Why = text => {
    const { game, at, turn, pending } = this.scene();
    if (game.you.length === 0 || !this.rules) return null;
    if (at !== undefined) return { clause: "", text: this.words.pastRefused };
    if (game.ending) return { clause: "", text: this.words.overRefused };
    const seat = game.you.length === 1 ? game.you[0] : (turn ?? 0);
    const course = pending === undefined ? game.course : [...game.course, pending];
    return this.rules.why({ ...game, course }, seat, text, this.language);
  };

  private showDialog(): void {
    const dialog = this.querySelector<HTMLDialogElement>("dialog");
    if (!dialog) return;
    if (this.dialog && !dialog.open) dialog.showModal();
    if (!this.dialog && dialog.open) dialog.close();
  }
}
