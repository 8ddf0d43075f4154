"""What the tests share: where the data and the command are, and how long a long test is."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
DATA = REPOSITORY / "tests" / "data"

#: Set by `make test-all`: more games, more steps, more examples.
LONG = bool(os.environ.get("JOUST_LONG"))

hypothesis.settings.register_profile("short", max_examples=60, deadline=None)
hypothesis.settings.register_profile("long", max_examples=2000, deadline=None)
hypothesis.settings.load_profile("long" if LONG else "short")


@pytest.fixture(scope="session")
def command() -> Path:
    """The command `joust` that the tests of the workspace have built."""
    path = Path(os.environ.get("JOUST", REPOSITORY / "target" / "debug" / "joust"))
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return path
