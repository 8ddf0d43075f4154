"""Random numbers that are the same in every language of the kits."""

from __future__ import annotations

from typing import List, MutableSequence, Sequence, TypeVar

T = TypeVar("T")
MASK = 0xFFFFFFFF


class Random:
    """A generator (sfc32). One seed gives one stream, on every machine."""

    def __init__(self, seed: int) -> None:
        self._state: List[int] = [seed & MASK, (seed >> 32) & MASK, 0, 1]
        # The first numbers still look like the seed.
        for _ in range(12):
            self.next()

    def next(self) -> int:
        """The next number, from 0 to 2^32 - 1."""
        a, b, c, count = self._state
        result = (a + b + count) & MASK
        rotated = ((c << 21) | (c >> 11)) & MASK
        self._state = [b ^ (b >> 9), (c + (c << 3)) & MASK, (rotated + result) & MASK, (count + 1) & MASK]
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n is at most 2^21."""
        return self.next() * n >> 32

    def pick(self, items: Sequence[T]) -> T:
        """One of these items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items in a random order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
