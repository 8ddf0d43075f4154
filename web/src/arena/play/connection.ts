import { type FromBrowser, type FromServer, readMessage } from "./messages";

/** How a connection stands: being opened, open, or between two attempts. */
export type Standing = "opening" | "open" | "waiting";

/** As much of a WebSocket as is needed. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Options {
  open: () => Socket;
  /** A message has come. */
  heard: (message: FromServer) => void;
  /** The connection stands otherwise than before. */
  changed: (standing: Standing) => void;
  random?: () => number;
}

/** Milliseconds. */
const TIMES = {
  /** The first pause after a loss; each further one is twice as long. */
  pause: 400,
  longestPause: 15_000,
  /** How long opening may take. */
  opening: 10_000,
  /** After this long without a message, the page sends a ping. */
  silence: 15_000,
  /** How long the server may take to answer a ping. */
  answer: 6_000,
  /** How long the server may take to answer when the visitor has just come back to the page. */
  hastyAnswer: 2_500,
};

/**
 * A connection to the server that is opened again whenever it is lost. A connection can be dead without
 * a message, for example after a laptop has slept; therefore the page sends pings.
 */
export class Connection {
  standing: Standing = "waiting";
  private socket: Socket | undefined;
  private attempts = 0;
  private asked = 0;
  private next: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly options: Options) {}

  /** Opens the line, or tries again at once if it waits. */
  start(): void {
    this.closed = false;
    if (this.standing === "waiting") this.open();
  }

  /** Somebody came back, or the network: waiting makes no sense now, and trusting does not either. */
  nudge(): void {
    if (this.closed) return;
    if (this.standing === "waiting") this.open();
    else if (this.standing === "open") this.ask(TIMES.hastyAnswer);
  }

  /** Lets the line go and gets a new one, which tells the whole state. */
  renew(): void {
    if (this.closed) return;
    this.drop();
    this.attempts = 0;
    this.open();
  }

  /** Ends it, as when the page goes away. */
  stop(): void {
    this.closed = true;
    this.drop();
    this.stand("waiting");
  }

  /** Sends if the line is open. Whoever needs an answer sends again when it is back. */
  send(message: FromBrowser): boolean {
    if (this.standing !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private open(): void {
    clearTimeout(this.next);
    let socket: Socket;
    try {
      socket = this.options.open();
    } catch {
      this.wait();
      return;
    }
    this.socket = socket;
    // Events of a socket that was let go come late and mean nothing any more.
    const own = (does: () => void) => () => this.socket === socket && does();
    socket.onopen = own(() => {
      this.stand("open");
      this.listen();
    });
    socket.onmessage = event =>
      own(() => {
        // Only a server that speaks is one that works: a proxy may open lines and close them.
        this.attempts = 0;
        this.listen();
        const message = readMessage(String(event.data));
        if (message) this.options.heard(message);
      })();
    socket.onclose = own(() => this.fail());
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.fail(), TIMES.opening);
    this.stand("opening");
  }

  /** Waits for the next word, and asks when none comes. */
  private listen(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.ask(TIMES.answer), TIMES.silence);
  }

  private ask(patience: number): void {
    clearTimeout(this.watch);
    this.asked += 1;
    this.send({ t: "ping", n: this.asked });
    this.watch = setTimeout(() => this.fail(), patience);
  }

  private fail(): void {
    this.drop();
    this.wait();
  }

  private wait(): void {
    const { random = Math.random } = this.options;
    const longest = Math.min(TIMES.longestPause, TIMES.pause * 2 ** this.attempts);
    this.attempts += 1;
    // A part of the pause is random, so that browsers do not all reconnect at once after a restart.
    clearTimeout(this.next);
    this.next = setTimeout(() => this.open(), longest * (0.5 + random() / 2));
    this.stand("waiting");
  }

  private drop(): void {
    clearTimeout(this.next);
    clearTimeout(this.watch);
    const socket = this.socket;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  private stand(standing: Standing): void {
    if (this.standing === standing) return;
    this.standing = standing;
    this.options.changed(standing);
  }
}
