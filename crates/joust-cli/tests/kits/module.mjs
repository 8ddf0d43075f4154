// Lets a module answer messages: node module.mjs BOT.wasm <MESSAGES >ANSWERS, one message a line.
import { readFileSync, writeFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1" });
const compiled = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
wasi.initialize(instance);
const bot = instance.exports;

const lines = readFileSync(0, "utf8").split("\n");
for (const line of lines.filter((line) => line !== "")) {
  const message = Buffer.from(line);
  const room = bot.joust_room(message.length);
  // Memory may grow and move, so it is looked up each time.
  new Uint8Array(bot.memory.buffer, room, message.length).set(message);
  const answer = bot.joust_answer();
  writeFileSync(1, new Uint8Array(bot.memory.buffer, answer, bot.joust_answer_size()));
}
