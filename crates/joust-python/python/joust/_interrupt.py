"""Interrupts callables that run on threads of Joust."""

from __future__ import annotations

import ctypes
from typing import Iterable


def hear() -> None:
    """Raises what was sent to this thread: that happens between two steps of code of Python."""
    for _ in range(2):
        pass


def interrupt(threads: Iterable[int]) -> None:
    """Raises ``KeyboardInterrupt`` in these threads, as soon as they run code of Python."""
    send = ctypes.pythonapi.PyThreadState_SetAsyncExc
    for thread in threads:
        send(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))
