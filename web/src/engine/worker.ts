// The worker of the engine. The first message has the address of the WebAssembly, the others are questions.

import { Desk } from "../rules/desk";
import type { Answer, Question } from "./engine";
import { Jobs } from "./jobs";

const scope = self as unknown as {
  postMessage(message: Answer): void;
  addEventListener(kind: "message", hear: (event: MessageEvent<Question | { wasm: string }>) => void): void;
};

/** Questions that came before the WebAssembly did. */
const early: Question[] = [];
let jobs: Jobs | null = null;

/** Messages that have arrived are heard between two parts of the work. A timer would wait longer. */
const { port1, port2 } = new MessageChannel();
let awaited = false;

function goOn(): void {
  if (awaited || !jobs?.busy) return;
  awaited = true;
  port2.postMessage(null);
}

port1.onmessage = () => {
  awaited = false;
  jobs?.work();
  goOn();
};

async function load(address: string): Promise<void> {
  const module = await WebAssembly.compileStreaming(fetch(address));
  jobs = new Jobs(
    new Desk(module),
    answer => scope.postMessage(answer),
    () => performance.now(),
  );
  for (const question of early.splice(0)) jobs.take(question);
  goOn();
}

scope.addEventListener("message", ({ data }) => {
  if ("wasm" in data) {
    // A failure reaches the page as an error of the worker.
    load(data.wasm).catch(error =>
      setTimeout(() => {
        throw error;
      }),
    );
  } else if (jobs) {
    jobs.take(data);
    goOn();
  } else {
    early.push(data);
  }
});
