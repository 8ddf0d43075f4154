// A real `joust serve` for the tests, with data of its own, that can be killed and started again.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joust } from "../games";

export class Arena {
  private readonly data = mkdtempSync(join(tmpdir(), "joust-arena-"));
  private process: ChildProcess | undefined;
  private port = 0;

  /** Starts an arena, with further words for the command. */
  static async open(more: readonly string[] = []): Promise<Arena> {
    const arena = new Arena(more);
    await arena.start();
    return arena;
  }

  private constructor(private readonly more: readonly string[]) {}

  /** Runs `joust arena` on the data of this server. */
  tend(...words: string[]): void {
    execFileSync(joust(), ["arena", ...words, "--data", this.data], { stdio: "ignore" });
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server; after the first time at the same address. */
  async start(): Promise<void> {
    const port = ["--port", String(this.port), "--pause", "0", "--log-level", "warn"];
    const child = spawn(joust(), ["serve", ...port, "--data", this.data, ...this.more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.process = child;
    this.port = await new Promise<number>((found, failed) => {
      let said = "";
      child.stdout.on("data", text => {
        said += text;
        const line = /http:\/\/[^:]+:(\d+)/.exec(said);
        if (line) found(Number(line[1]));
      });
      child.once("exit", code => failed(new Error(`joust serve ended with ${code}: ${said}`)));
    });
  }

  /** Ends it at once, as a power cut would; the data stays. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise(done => child.once("exit", done));
    child.removeAllListeners("exit");
    child.once("exit", () => undefined);
    child.kill(signal);
    await Promise.race([gone, new Promise(done => child.once("close", done))]);
    this.process = undefined;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
