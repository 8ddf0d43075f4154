// The library knows the rules: its moves and positions are those of the referee.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FAR, MadBoard, MadMaxState, MadPosition, Random, WarBoard, WarPosition } from "../joust/index.js";
import { messages } from "./transcripts.js";

/**
 * The start of a recorded game, and its turns.
 * @param {string} game
 */
function recorded(game) {
  const told = messages(game).map((line) => JSON.parse(line));
  return { hello: told[0], turns: told.filter((message) => message.type === "turn") };
}

/**
 * @param {string} game
 * @param {(text: string) => MadPosition | WarPosition} read
 */
function checkDuel(game, read) {
  const { turns } = recorded(game);
  turns.slice(1).forEach((following, i) => {
    const { position: text, moves } = turns[i].state;
    const position = read(text);
    assert.equal(position.text(), text);
    assert.deepEqual(position.moves(), moves);
    // One of the moves, and what the opponent answered, leads to the next turn.
    const reply = following.last[0].action;
    const played = position.moves().map((move) => position.play(move));
    const after = played.filter((then) => then.moves().includes(reply)).map((then) => then.play(reply).text());
    assert.ok(after.includes(following.state.position));
  });
}

const board = new MadBoard(recorded("mad").hello.start);

test("moves and positions of MAD are those of the referee", () => {
  checkDuel("mad", (text) => MadPosition.read(board, text));
});

test("moves and positions of the War Game are those of the referee", () => {
  const city = new WarBoard(recorded("wargame").hello.start);
  checkDuel("wargame", (text) => WarPosition.read(city, text));
});

test("a corvette in exile ends the game", () => {
  const position = MadPosition.read(board, "b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r 9 3 -");
  assert.ok(position.moves().includes("211-b5xa6"));
  const after = position.play("211-b5xa6");
  assert.deepEqual([after.winner(), after.moves(), after.counter, after.expeller], [0, [], 0, 0]);
  assert.equal(position.find("b222"), null);
});

test("the limit ends the game by the tie-break", () => {
  const position = MadPosition.read(board, "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 99 39 r");
  assert.equal(position.winner(), null);
  assert.equal(position.play("111-d1-c1").winner(), 0);
});

test("a blitz conquers and a drop does not", () => {
  const city = new WarBoard({ columns: 2, rows: 2, values: [1, 0, 2, 4], rules: "optional-blitz" });
  const position = WarPosition.read(city, "b./.g b");
  assert.deepEqual(position.moves(), ["blitz-B1", "drop-B1", "blitz-A2", "drop-A2"]);
  assert.equal(position.play("blitz-A2").text(), "b./bb g");
  assert.equal(position.play("drop-A2").text(), "b./bg g");
  assert.deepEqual([position.score(0), position.score(1), position.over()], [1, 4, false]);
});

test("the state of Mad Max follows the changes", () => {
  const { hello, turns } = recorded("madmax");
  const state = new MadMaxState(hello.start, hello.seat);
  for (const turn of turns) {
    state.update(turn.state);
    assert.equal(state.round, turn.turn);
    assert.equal(state.units.length, 92);
    for (const unit of state.units) assert.equal(state.unit(unit.cell), unit);
    for (const { id, directions } of state.orders) {
      assert.equal(state.units[id].player, state.seat);
      for (const letter of directions) assert.notEqual(state.step(state.units[id].cell, letter), null);
    }
  }
  const cities = [0, 1, 2, 3].map((player) => state.owners.filter((owner) => owner === player).length);
  assert.deepEqual(cities, state.counts);
});

test("events say what happened in the last round", () => {
  const { hello, turns } = recorded("madmax");
  const state = new MadMaxState(hello.start, hello.seat);
  assert.deepEqual(state.events, []);
  const kinds = turns.flatMap((turn) => {
    state.update(turn.state);
    return state.events.map((event) => event.kind);
  });
  assert.ok(kinds.includes("attack"));
  const events = [
    { kind: "attack", by: 3, on: 7, food: 6, water: 5 },
    { kind: "thunderdome", by: 3, on: 7, winner: 7 },
    { kind: "captured", id: 7, before: 1, player: 0, row: 2, col: 5 },
    { kind: "city", city: 4, before: 2, player: 3 },
  ];
  state.update({ ...turns[0].state, events });
  const [attack, fight, captured, city] = state.events;
  assert.deepEqual([attack.by, attack.on, attack.food, attack.water], [3, 7, 6, 5]);
  assert.deepEqual([attack.id, attack.player, attack.cell], [undefined, undefined, undefined]);
  assert.deepEqual([fight.kind, fight.winner], ["thunderdome", 7]);
  assert.deepEqual([captured.id, captured.before, captured.player], [7, 1, 0]);
  assert.deepEqual([captured.row, captured.col, captured.cell], [2, 5, state.cell(2, 5)]);
  assert.deepEqual([city.city, city.before, city.player], [4, 2, 3]);
});

test("distances grow by one step", () => {
  const state = new MadMaxState(recorded("madmax").hello.start, 0);
  const steps = state.distances("car", state.beside("S"));
  assert.equal(Math.min(...steps), 0);
  steps.forEach((distance, cell) => {
    if (distance > 0 && distance < FAR) {
      const near = [..."bwrxtylz"].map((letter) => state.step(cell, letter)).filter((other) => other !== null);
      assert.equal(Math.min(...near.map((other) => steps[Number(other)])), distance - 1);
    }
    if ("CWSX".includes(state.ground[cell])) assert.equal(distance, FAR);
  });
  state.cities.forEach((cells, number) => assert.ok(cells.every((cell) => state.city(cell) === number)));
});

test("the stream of a seed is that of all kits", () => {
  const random = new Random(2 ** 52 + 7);
  assert.deepEqual([random.next(), random.next(), random.next()], [2611935418, 343145041, 1195450290]);
  assert.deepEqual(
    Array.from({ length: 10 }, () => random.below(6)),
    [1, 3, 1, 3, 1, 3, 3, 1, 5, 4],
  );
  const items = [..."abcdef"];
  random.shuffle(items);
  assert.deepEqual([items.join(""), random.pick(items)], ["bcadef", "c"]);
});
