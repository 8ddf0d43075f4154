import type { Seat } from "../../rules/view";
import { left, lowBelow, shown, untilChange } from "./clock";
import type { ClockInfo } from "./messages";

/**
 * `<joust-clock>`: the time of one side. It counts by itself, so that the page around it need not be
 * drawn ten times a second, and says `low` once when its side should hurry.
 */
export class JoustClock extends HTMLElement {
  private clock: ClockInfo | undefined;
  private seat: Seat = 0;
  private told = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private warned = false;

  /** The clock as it was told at a time of `performance.now`. */
  set time({ clock, seat, told }: { clock: ClockInfo; seat: Seat; told: number }) {
    if (clock === this.clock && seat === this.seat) return;
    this.clock = clock;
    this.seat = seat;
    this.told = told;
    this.tick();
  }

  connectedCallback(): void {
    // Timers of a hidden page are late, and those of a sleeping one do not come at all.
    document.addEventListener("visibilitychange", this.tick);
    this.tick();
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.tick);
    clearTimeout(this.timer);
  }

  private readonly tick = (): void => {
    const { clock, seat } = this;
    clearTimeout(this.timer);
    if (!clock || !this.isConnected) return;
    const ms = left(clock, seat, performance.now() - this.told);
    const running = clock.running === seat;
    const text = shown(ms);
    if (this.textContent !== text) this.textContent = text;
    const low = ms < lowBelow(clock);
    this.classList.toggle("low", low);
    this.classList.toggle("running", running);
    if (!low) this.warned = false;
    else if (running && !this.warned) {
      this.warned = true;
      this.dispatchEvent(new CustomEvent("joust-low", { bubbles: true, detail: { seat, ms } }));
    }
    if (running && ms > 0) this.timer = setTimeout(this.tick, untilChange(ms));
  };
}
