"""How long the pairing of a round will take, before it is begun.

The constants are measured on one core of 2026: whole events of up to 1,000 players on SQLite, the slowest rounds, and
`benchmarks/tournaments.py`. They need not be right to the second: they decide who waits in a request and who is served
by a worker.
"""

from __future__ import annotations

from typing import Any

from competition.formats.base import Format
from competition.formats.rounds_format import DUTCH, RoundsConfig
from competition.pairing.pods import SEARCHED_FIELD

PER_PLAYER = 0.0012
"""Reading a player with the rounds before, and writing a seat with its reasons."""

PER_PAIR = 7e-6
"""Tables of two, for each two players: the matching where many are due the same seat. Other rounds take a tenth."""

SEARCH = 0.5
"""Tables of three and four: the search for better tables ends after so long."""

STRICT_DUTCH = 3.5e-6
"""The strict FIDE Dutch system looks at every triple of players."""


def estimated_seconds(fmt: Format[Any], config: Any, players: int) -> float:
    """The CPU time of a slow round with so many players in this format."""
    return PER_PLAYER * players + _search(fmt, config, players)


def _search(fmt: Format[Any], config: Any, players: int) -> float:
    if not isinstance(config, RoundsConfig):
        # The tables follow from a plan, or from the results.
        return 0.0
    if config.pairing == DUTCH:
        return STRICT_DUTCH * players**3
    if fmt.table_size(config) == 2:
        return PER_PAIR * players**2
    return SEARCH if players <= SEARCHED_FIELD else 0.0
