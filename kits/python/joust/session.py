"""The conversation with the referee: messages in, answers out."""

from __future__ import annotations

import json
import sys
from typing import Any, Callable, Dict, List, Optional

from .bot import Action, Bot, Fault, Hello, Info, Result, Tracker, Turn

PROTOCOL = 1
GAMES = ["mad", "wargame", "madmax"]


class Session:
    """Answers the messages of one game. It does no input and output, so tests use it, too."""

    def __init__(self, make: Callable[[str], Optional[Bot]]) -> None:
        """`make` gets the name of a game and makes a bot for it, or None if you do not play that game."""
        self._make = make
        self._bot: Optional[Bot] = None
        self._tracker: Optional[Tracker] = None

    def answer(self, line: str) -> str:
        """The lines that answer a message; "" where there is no answer."""
        told: Dict[str, Any] = json.loads(line)
        said: List[Dict[str, Any]] = []
        if told["type"] == "hello":
            said = [self._hello(told)]
        elif told["type"] == "turn":
            said = self._turn(told)
        elif told["type"] == "end" and self._bot is not None:
            self._bot.end(_result(told))
        elif told["type"] == "error":
            print(f"the referee says: {told['text']}\n{told['hint']}", file=sys.stderr)
        return "".join(_written(message) + "\n" for message in said)

    def _hello(self, told: Dict[str, Any]) -> Dict[str, Any]:
        bots = {game: bot for game in GAMES for bot in [self._make(game)] if bot is not None}
        self._bot = bots.get(told["game"])
        if self._bot is None:
            # The referee asks no more when it hears which games the bot plays.
            return _introduction(next(iter(bots.values())).info(), list(bots))
        self._tracker = Tracker(told)
        info = self._bot.info()
        self._bot.start(Hello(told, info, self._tracker.state))
        return _introduction(info, list(bots))

    def _turn(self, told: Dict[str, Any]) -> List[Dict[str, Any]]:
        if self._bot is None or self._tracker is None:
            raise ValueError("a turn came before the hello, or in a game that the bot does not play")
        self._tracker.update(told["state"])
        turn = Turn(told, self._tracker.game, self._tracker.state)
        done = self._bot.act(turn)
        action = done if isinstance(done, Action) else Action(done)
        message: Dict[str, Any] = {"type": "action", "action": action.action}
        if action.nodes is not None:
            message["nodes"] = action.nodes
        if action.value is not None:
            message["value"] = _number(action.value)
        return turn.notes + [message]


def run(make: Callable[[str], Optional[Bot]]) -> None:
    """Plays a game over standard input and output, or answers the messages of a file: `--replay FILE`.

    What the bot prints goes to standard error, so that it does not garble the answers.
    """
    source, answers = sys.stdin.buffer, sys.stdout.buffer
    if len(sys.argv) == 3 and sys.argv[1] == "--replay":
        source = open(sys.argv[2], "rb")
    elif len(sys.argv) > 1:
        sys.exit("a bot takes no arguments but --replay FILE: start it by `joust match`")
    sys.stdout = sys.stderr
    session = Session(make)
    for line in source:
        message = message_of(line.decode("utf-8"))
        if message:
            answers.write(session.answer(message).encode("utf-8"))
            answers.flush()


def message_of(line: str) -> str:
    """The message of a line of a transcript, in which `> ` stands before messages and `< ` before answers."""
    line = line.strip()
    if line.startswith("> "):
        return line[2:]
    return "" if line.startswith(("<", "#")) else line


def _introduction(info: Info, games: List[str]) -> Dict[str, Any]:
    said: Dict[str, Any] = {"type": "hello", "protocol": PROTOCOL, "name": info.name, "version": info.version}
    if games != GAMES:
        said["games"] = games
    if info.parameters:
        said["parameters"] = [
            {"name": known.name, "kind": known.kind, "default": _number(known.default)}
            | {key: _number(value) for key, value in known.range.items()}
            for known in info.parameters
        ]
    if info.wants:
        said["wants"] = info.wants
    return said


def _result(told: Dict[str, Any]) -> Result:
    result: Dict[str, Any] = told["result"]
    faults = [Fault(fault["seat"], fault["turn"], fault["kind"]) for fault in told["faults"]]
    return Result(
        result["why"], result["winner"], result["loser"], result["points"], result.get("scores"), faults
    )


def _number(value: Any) -> Any:
    """A whole number without a point, as all languages of the kits write it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _written(message: Dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
