"""The library knows the rules: its moves and positions are those of the referee."""

import json
import unittest
from typing import Any, Dict, List

from joust import FAR, MadBoard, MadMaxState, MadPosition, Random, WarBoard, WarPosition
from tests.transcripts import messages


def duel(game: str) -> "tuple[Dict[str, Any], List[Dict[str, Any]]]":
    """The start of a recorded duel, and its turns."""
    told = [json.loads(line) for line in messages(game)]
    return told[0]["start"], [message for message in told if message["type"] == "turn"]


class Duels(unittest.TestCase):
    def check_duel(self, game: str, board: Any, kind: Any) -> None:
        start, turns = duel(game)
        board = board(start)
        for turn, following in zip(turns, turns[1:]):
            position = kind.read(board, turn["state"]["position"])
            self.assertEqual(position.text(), turn["state"]["position"])
            self.assertEqual(position.moves(), turn["state"]["moves"])
            # One of the moves, and what the opponent answered, leads to the next turn.
            reply = following["last"][0]["action"]
            played = [position.play(move) for move in position.moves()]
            after = [then.play(reply).text() for then in played if reply in then.moves()]
            self.assertIn(following["state"]["position"], after)

    def test_moves_and_positions_of_mad_are_those_of_the_referee(self) -> None:
        self.check_duel("mad", MadBoard, MadPosition)

    def test_moves_and_positions_of_the_war_game_are_those_of_the_referee(self) -> None:
        self.check_duel("wargame", WarBoard, WarPosition)

    def test_a_corvette_in_exile_ends_the_game(self) -> None:
        board = MadBoard(duel("mad")[0])
        position = MadPosition.read(board, "b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r 9 3 -")
        self.assertIn("211-b5xa6", position.moves())
        after = position.play("211-b5xa6")
        self.assertEqual((after.winner(), after.moves(), after.counter, after.expeller), (0, [], 0, 0))
        self.assertEqual(position.find("b222"), None)

    def test_the_limit_ends_the_game_by_the_tie_break(self) -> None:
        board = MadBoard(duel("mad")[0])
        position = MadPosition.read(board, "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 99 39 r")
        self.assertEqual(position.winner(), None)
        self.assertEqual(position.play("111-d1-c1").winner(), 0)

    def test_a_blitz_conquers_and_a_drop_does_not(self) -> None:
        start = {"columns": 2, "rows": 2, "values": [1, 0, 2, 4], "rules": "optional-blitz"}
        position = WarPosition.read(WarBoard(start), "b./.g b")
        self.assertEqual(position.moves(), ["blitz-B1", "drop-B1", "blitz-A2", "drop-A2"])
        self.assertEqual(position.play("blitz-A2").text(), "b./bb g")
        self.assertEqual(position.play("drop-A2").text(), "b./bg g")
        self.assertEqual([position.score(0), position.score(1), position.over()], [1, 4, False])


class MadMax(unittest.TestCase):
    def test_the_state_follows_the_changes(self) -> None:
        told = [json.loads(line) for line in messages("madmax")]
        state = MadMaxState(told[0]["start"], told[0]["seat"])
        for message in told:
            if message["type"] != "turn":
                continue
            state.update(message["state"])
            self.assertEqual(state.round, message["turn"])
            self.assertEqual(len(state.units), 92)
            for unit in state.units:
                self.assertIs(state.unit(unit.cell), unit)
            for order in state.orders:
                unit = state.units[order.id]
                self.assertEqual(unit.player, state.seat)
                for letter in order.directions:
                    self.assertIsNotNone(state.step(unit.cell, letter))
        cities = [sum(owner == player for owner in state.owners) for player in range(4)]
        self.assertEqual(cities, state.counts)

    def test_events_say_what_happened_in_the_last_round(self) -> None:
        told = [json.loads(line) for line in messages("madmax")]
        state = MadMaxState(told[0]["start"], told[0]["seat"])
        self.assertEqual(state.events, [])
        kinds = []
        for message in told:
            if message["type"] == "turn":
                state.update(message["state"])
                kinds += [event.kind for event in state.events]
        self.assertIn("attack", kinds)
        state.update({**told[1]["state"], "events": EVENTS})
        attack, fight, captured, city = state.events
        self.assertEqual((attack.by, attack.on, attack.food, attack.water), (3, 7, 6, 5))
        self.assertEqual((attack.id, attack.player, attack.cell), (None, None, None))
        self.assertEqual((fight.kind, fight.winner), ("thunderdome", 7))
        self.assertEqual((captured.id, captured.before, captured.player), (7, 1, 0))
        self.assertEqual((captured.row, captured.col, captured.cell), (2, 5, state.cell(2, 5)))
        self.assertEqual((city.city, city.before, city.player), (4, 2, 3))

    def test_distances_grow_by_one_step(self) -> None:
        start = json.loads(messages("madmax")[0])["start"]
        state = MadMaxState(start, 0)
        steps = state.distances("car", state.beside("S"))
        self.assertEqual(min(steps), 0)
        for cell, distance in enumerate(steps):
            if 0 < distance < FAR:
                near = [state.step(cell, letter) for letter in "bwrxtylz"]
                self.assertEqual(min(steps[other] for other in near if other is not None), distance - 1)
            if state.ground[cell] in "CWSX":
                self.assertEqual(distance, FAR)
        for number, cells in enumerate(state.cities):
            self.assertTrue(all(state.city(cell) == number for cell in cells))


class Chance(unittest.TestCase):
    def test_the_stream_of_a_seed_is_that_of_all_kits(self) -> None:
        random = Random(2**52 + 7)
        self.assertEqual([random.next() for _ in range(3)], NEXT)
        self.assertEqual([random.below(6) for _ in range(10)], DICE)
        items = list("abcdef")
        random.shuffle(items)
        self.assertEqual(("".join(items), random.pick(items)), SHUFFLED)


EVENTS = [
    {"kind": "attack", "by": 3, "on": 7, "food": 6, "water": 5},
    {"kind": "thunderdome", "by": 3, "on": 7, "winner": 7},
    {"kind": "captured", "id": 7, "before": 1, "player": 0, "row": 2, "col": 5},
    {"kind": "city", "city": 4, "before": 2, "player": 3},
]
NEXT = [2611935418, 343145041, 1195450290]
DICE = [1, 3, 1, 3, 1, 3, 3, 1, 5, 4]
SHUFFLED = ("bcadef", "c")
