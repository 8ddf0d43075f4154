"""The bot answers as it should."""

import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, List

from bot import make
from joust import Action, Bot, Hello, Info, Parameter, Result, Session, Turn
from tests.transcripts import GAMES, answers, messages, path


class Recorded(unittest.TestCase):
    """If you change a bot, its answers change: then this test has done its work, and you may delete it."""

    def test_the_greedy_bots_give_the_recorded_answers(self) -> None:
        for game in GAMES:
            session = Session(make)
            said = "".join(session.answer(line) for line in messages(game))
            self.assertEqual(said.splitlines(), answers(game), game)


class Conversation(unittest.TestCase):
    def test_every_answer_is_legal(self) -> None:
        for game in GAMES:
            session = Session(make)
            for line in messages(game):
                said = session.answer(line)
                self.assertEqual(said.count("\n"), 0 if '"type":"end"' in line else 1)
                if '"type":"turn"' in line and game != "madmax":
                    self.assertIn(said.split('"')[7], line)

    def test_the_program_answers_a_recorded_game(self) -> None:
        program = [sys.executable, str(Path(__file__).parent.parent / "bot.py")]
        replayed = subprocess.run([*program, "--replay", str(path("mad"))], capture_output=True, check=True)
        self.assertEqual(replayed.stdout.decode().splitlines(), self.said("mad"))
        piped = "".join(line + "\n" for line in messages("mad")).encode()
        played = subprocess.run(program, input=piped, capture_output=True, check=True)
        self.assertEqual(played.stdout, replayed.stdout)

    def said(self, game: str) -> List[str]:
        session = Session(make)
        return "".join(session.answer(line) for line in messages(game)).splitlines()

    def test_notes_parameters_and_the_end_arrive(self) -> None:
        bot = Talker()
        session = Session(lambda game: bot)
        hello = messages("mad")[0].replace('"parameters":{}', '"parameters":{"depth":4}')
        self.assertEqual(session.answer(hello), HELLO)
        self.assertEqual((bot.depth, bot.style), (4, "calm"))
        self.assertEqual(session.answer('{"type":"news","text":"unknown"}'), "")
        self.assertEqual(session.answer(messages("mad")[1]), SAID)
        self.assertEqual(session.answer(messages("mad")[-1]), "")
        self.assertEqual((bot.result.why, bot.result.winner, bot.result.points), ("exile", 0, "1-0"))

    def test_a_bot_for_one_game_says_so(self) -> None:
        session = Session(lambda game: Talker() if game == "mad" else None)
        self.assertIn('"version":"2","games":["mad"],', session.answer(messages("wargame")[0]))
        self.assertIn('"version":"2","games":["mad"],', session.answer(messages("mad")[0]))


class Talker(Bot):
    """A bot that uses everything."""

    def info(self) -> Info:
        parameters = [
            Parameter.integer("depth", 2, 1, 9),
            Parameter.real("fear", 0.5, 0.0, 1.0),
            Parameter.choice("style", "calm", ["calm", "wild"]),
        ]
        return Info("Talker", "2", parameters, ["view"])

    def start(self, hello: Hello) -> None:
        self.depth: Any = hello.parameter("depth")
        self.style: Any = hello.parameter("style")

    def act(self, turn: Turn) -> Action:
        turn.note('a "quote", a tab\t and an é')
        turn.mark(3, 4, "here")
        return Action(turn.moves[0], nodes=7, value=-0.25)

    def end(self, result: Result) -> None:
        self.result = result


HELLO = (
    '{"type":"hello","protocol":1,"name":"Talker","version":"2","parameters":['
    '{"name":"depth","kind":"integer","default":2,"min":1,"max":9},'
    '{"name":"fear","kind":"real","default":0.5,"min":0,"max":1},'
    '{"name":"style","kind":"choice","default":"calm","values":["calm","wild"]}],"wants":["view"]}\n'
)
SAID = (
    '{"type":"note","text":"a \\"quote\\", a tab\\t and an é"}\n'
    '{"type":"note","text":"here","row":3,"col":4}\n'
    '{"type":"action","action":"111<>222","nodes":7,"value":-0.25}\n'
)
