/** Sounds, made when they are needed: no files, and none before the visitor has touched the page. */

export type Sound = "move" | "capture" | "turn" | "low" | "win" | "lose" | "end";

/** A note: pitch in hertz, when it begins and how long it lasts in seconds, how loud it is. */
interface Note {
  pitch: number;
  at: number;
  length: number;
  loud: number;
  shape: OscillatorType;
  /** Where the pitch glides to. */
  to?: number;
}

const note = (pitch: number, at: number, length: number, loud: number, own: Partial<Note> = {}): Note => ({
  pitch,
  at,
  length,
  loud,
  shape: "sine",
  ...own,
});

const SCORES: Record<Sound, Note[]> = {
  // A piece of wood set down.
  move: [note(310, 0, 0.07, 0.5, { shape: "triangle", to: 180 }), note(1250, 0, 0.02, 0.08)],
  capture: [
    note(240, 0, 0.16, 0.55, { shape: "triangle", to: 70 }),
    note(1800, 0, 0.05, 0.1, { to: 400 }),
    note(480, 0.07, 0.12, 0.2, { to: 200 }),
  ],
  turn: [note(660, 0, 0.12, 0.16), note(880, 0.09, 0.2, 0.14)],
  low: [note(980, 0, 0.07, 0.22), note(980, 0.14, 0.07, 0.22), note(980, 0.28, 0.07, 0.22)],
  win: [note(523, 0, 0.22, 0.2), note(659, 0.13, 0.22, 0.2), note(784, 0.26, 0.5, 0.22)],
  lose: [note(440, 0, 0.25, 0.2), note(349, 0.17, 0.25, 0.2), note(262, 0.34, 0.55, 0.22)],
  end: [note(523, 0, 0.25, 0.2), note(523, 0.2, 0.45, 0.2)],
};

export class Sounds {
  on = true;
  private context: AudioContext | undefined;

  constructor(signal: AbortSignal) {
    // A browser lets a page sound only after a gesture; before that nothing is made at all.
    const wake = () => {
      if (this.on) this.wake();
    };
    for (const gesture of ["pointerdown", "keydown"]) {
      document.addEventListener(gesture, wake, { signal, capture: true, passive: true });
    }
    signal.addEventListener("abort", () => void this.context?.close());
  }

  play(sound: Sound): void {
    const { context } = this;
    if (!this.on || context?.state !== "running") return;
    const out = context.createGain();
    out.gain.value = 0.5;
    out.connect(context.destination);
    for (const each of SCORES[sound]) play(context, out, each);
  }

  private wake(): void {
    try {
      this.context ??= new AudioContext();
      if (this.context.state === "suspended") void this.context.resume().catch(() => {});
    } catch {
      // Without a sound card the game is silent.
    }
  }
}

function play(context: AudioContext, out: AudioNode, { pitch, to, at, length, loud, shape }: Note): void {
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  if (to !== undefined) voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(out);
  voice.start(start);
  voice.stop(start + length + 0.02);
}
