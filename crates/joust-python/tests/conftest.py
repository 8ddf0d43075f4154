"""What the tests share: where the data and the command are, and how long a long test is."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import hypothesis
import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
DATA = REPOSITORY / "tests" / "data"

#: Set by `make test-all`: more games, more steps, more examples.
LONG = bool(os.environ.get("JOUST_LONG"))

# A shell that runs the tests in the background has them ignore interrupts, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)

hypothesis.settings.register_profile("short", max_examples=60, deadline=None)
hypothesis.settings.register_profile("long", max_examples=2000, deadline=None)
hypothesis.settings.load_profile("long" if LONG else "short")


def crowd() -> str:
    """A configuration of Mad Max with 1,200 warriors a team, who may all move in a round: 200 more than get orders."""
    side, city = 80, 35
    rows = [["R" if 0 in (row, column) else "." for column in range(side)] for row in range(side)]
    for team, (top, left) in enumerate([(3, 3), (3, 42), (42, 42), (42, 3)]):
        for row in rows[top : top + city]:
            row[left : left + city] = str(team) * city
    settings = dict(players=4, rounds=9, cities=4, warriors=1200, cars=1)
    head = "".join(f"nb_{name} {number}\n" for name, number in settings.items())
    more = f"warriors_health 40\ncars_fuel 100\ndamage 6\nrows {side}\ncols {side}\n"
    return f"Mad_Max 1.6\n{head}{more}\nFIXED\n\n" + "\n".join(map("".join, rows)) + "\n"


@pytest.fixture(scope="session")
def command() -> Path:
    """The command `joust` that the tests of the workspace have built."""
    path = Path(os.environ.get("JOUST", REPOSITORY / "target" / "debug" / "joust"))
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return path
