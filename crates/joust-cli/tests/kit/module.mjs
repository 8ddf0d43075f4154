// Runs a player's module: node module.mjs PLAYER.wasm MESSAGES ANSWERS
// Both files hold messages, each after its length in four bytes. Prints the version of the messages.
import { readFileSync, writeFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [module, messages, answers] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1" });
const compiled = await WebAssembly.compile(readFileSync(module));
const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
wasi.initialize(instance);
const player = instance.exports;
console.log(player.joust_wire());

const bytes = readFileSync(messages);
const said = [];
for (let at = 0; at < bytes.length; ) {
  const length = bytes.readUInt32LE(at);
  const message = bytes.subarray(at + 4, at + 4 + length);
  at += 4 + length;
  // Memory may grow and move, so it is looked up each time.
  const room = player.joust_room(length);
  new Uint8Array(player.memory.buffer, room, length).set(message);
  let answer;
  let size;
  try {
    answer = player.joust_answer();
    size = player.joust_answer_size();
  } catch (trap) {
    answer = player.joust_report();
    size = player.joust_report_size();
  }
  const head = Buffer.alloc(4);
  head.writeUInt32LE(size);
  said.push(head, Buffer.from(new Uint8Array(player.memory.buffer, answer, size)));
}
writeFileSync(answers, Buffer.concat(said));
