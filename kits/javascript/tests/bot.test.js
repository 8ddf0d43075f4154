// The bot answers as it should.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Action, Bot, Info, Parameter, Session } from "../joust/index.js";
import { make } from "../make.js";
import { GAMES, answers, messages, path } from "./transcripts.js";

/** @param {string} game */
function said(game) {
  const session = new Session(make);
  return messages(game).map((line) => session.answer(line));
}

// If you change a bot, its answers change: then this test has done its work, and you may delete it.
test("the greedy bots give the recorded answers", () => {
  for (const game of GAMES) {
    assert.deepEqual(said(game).join("").trimEnd().split("\n"), answers(game));
  }
});

test("every answer is legal", () => {
  for (const game of GAMES) {
    said(game).forEach((answer, i) => {
      const message = JSON.parse(messages(game)[i]);
      if (message.type === "end") assert.equal(answer, "");
      if (message.type === "turn" && game !== "madmax") {
        assert.ok(message.state.moves.includes(JSON.parse(answer).action));
      }
    });
  }
});

test("the program answers a recorded game", () => {
  const program = fileURLToPath(new URL("../bot.js", import.meta.url));
  const replayed = spawnSync(process.execPath, [program, "--replay", path("mad")], { encoding: "utf8" });
  assert.equal(replayed.stdout, said("mad").join(""));
  const input = messages("mad").map((line) => `${line}\n`);
  const played = spawnSync(process.execPath, [program], { input: input.join(""), encoding: "utf8" });
  assert.equal(played.stdout, replayed.stdout);
});

/** A bot that uses everything. */
class Talker extends Bot {
  info() {
    const parameters = [
      Parameter.integer("depth", 2, 1, 9),
      Parameter.real("fear", 0.5, 0, 1),
      Parameter.choice("style", "calm", ["calm", "wild"]),
    ];
    return new Info("Talker", "2", parameters, ["view"]);
  }

  /** @param {import("../joust/index.js").Hello} hello */
  start(hello) {
    this.heard = [hello.parameter("depth"), hello.parameter("style")];
  }

  /** @param {import("../joust/index.js").Turn} turn */
  act(turn) {
    turn.note('a "quote", a tab\t and an é');
    turn.mark(3, 4, "here");
    return new Action(turn.moves[0], { nodes: 7, value: -0.25 });
  }

  /** @param {import("../joust/index.js").Result} result */
  end(result) {
    this.result = result;
  }
}

test("notes, parameters and the end arrive", () => {
  const bot = new Talker();
  const session = new Session(() => bot);
  const told = messages("mad");
  const hello = told[0].replace('"parameters":{}', '"parameters":{"depth":4}');
  assert.equal(
    session.answer(hello),
    '{"type":"hello","protocol":1,"name":"Talker","version":"2","parameters":[' +
      '{"name":"depth","kind":"integer","default":2,"min":1,"max":9},' +
      '{"name":"fear","kind":"real","default":0.5,"min":0,"max":1},' +
      '{"name":"style","kind":"choice","default":"calm","values":["calm","wild"]}],"wants":["view"]}\n',
  );
  assert.deepEqual(bot.heard, [4, "calm"]);
  assert.equal(session.answer('{"type":"news","text":"unknown"}'), "");
  assert.equal(
    session.answer(told[1]),
    '{"type":"note","text":"a \\"quote\\", a tab\\t and an é"}\n' +
      '{"type":"note","text":"here","row":3,"col":4}\n' +
      '{"type":"action","action":"111<>222","nodes":7,"value":-0.25}\n',
  );
  assert.equal(session.answer(told[told.length - 1]), "");
  assert.deepEqual([bot.result?.why, bot.result?.winner, bot.result?.points], ["exile", 0, "1-0"]);
});

test("a bot for one game says so", () => {
  const session = new Session((game) => (game === "mad" ? new Talker() : null));
  for (const game of ["wargame", "mad"]) {
    assert.ok(session.answer(messages(game)[0]).includes('"version":"2","games":["mad"],'));
  }
});
