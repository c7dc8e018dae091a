"""Unusual patterns among rated games: figures for staff to look at, from plain rows.

None of them says that something is wrong. A club of five meets again and again, a strong organiser wins, a new player
is new. They say where to look first, and why.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import combinations

MEETINGS = 6
"""Two players who met so often in rated games. In a season of a club of twenty, chance gives two or three."""

SHARE_OF_GAMES = 0.5
"""Of the rated games of one of the two, at least this share was played against the other."""

ONE_SIDED = 0.9
"""In a series of `MEETINGS` one of the two came out ahead at least so often. At 400 points apart Elo expects this."""

OWN_GAMES = 4
"""So many rated games in events that somebody runs, before a share of wins means anything."""

OWN_WINS = 0.6
"""An organiser or director who won at least this share of them."""

GAMES_OF_EVENT = 6
"""So many games of a tournament, before the share of rulings means anything."""

WITHOUT_LOG = 0.8
"""Of the games of a tournament, at least this share was ruled or forfeited, with no log."""

NEW_FOR = timedelta(days=7)
"""An account is new when it was made so short a time before its first rated game in a tournament."""

NEW_PEOPLE = 2
NEW_SHARE = 0.5
"""So many players of a tournament, and at least this share of those with an account, had a new one."""


class Kind(StrEnum):
    """What was noticed."""

    SAME_PLAYERS = "same_players"
    ONE_SIDED = "one_sided"
    ORGANISER_WINS = "organiser_wins"
    WITHOUT_LOG = "without_log"
    NEW_ACCOUNTS = "new_accounts"


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """Who came where. `since` is when the account was made; None for a guest."""

    player: int
    place: int
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of an approved tournament. `runners` are the players who own or direct the tournament.

    `decided`: the organiser ruled it or declared a forfeit, and no log shows it. `rated`: it stands in the journal.
    """

    tournament: int
    at: datetime
    seats: tuple[PlayedSeat, ...]
    runners: frozenset[int] = frozenset()
    decided: bool = False
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Pattern:
    """One thing to look at: `number` of `of`, about these players, in this tournament or all over the site."""

    kind: Kind
    number: int
    of: int
    players: tuple[int, ...] = ()
    tournament: int | None = None

    @property
    def share(self) -> float:
        """How much of it."""
        return self.number / self.of


def patterns(games: Sequence[PlayedGame]) -> list[Pattern]:
    """What stands out, by kind, the largest numbers first."""
    rated = [game for game in games if game.rated]
    found = [*_series(rated), *_runners(rated), *_without_log(games), *_new_accounts(rated)]
    order = list(Kind)
    return sorted(
        found, key=lambda one: (order.index(one.kind), -one.number, -one.share, one.players, one.tournament or 0)
    )


def _series(games: Iterable[PlayedGame]) -> Iterable[Pattern]:
    """Two who met again and again, and series in which nearly always the same one came out ahead."""
    played: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    ahead: Counter[tuple[int, int]] = Counter()
    for game in games:
        played.update(seat.player for seat in game.seats)
        for one, other in combinations(sorted(game.seats, key=lambda seat: seat.player), 2):
            pair = (one.player, other.player)
            met[pair] += 1
            if one.place != other.place:
                ahead[pair if one.place < other.place else pair[::-1]] += 1
    for pair, number in met.items():
        if number < MEETINGS:
            continue
        of = min(played[player] for player in pair)
        if number >= SHARE_OF_GAMES * of:
            yield Pattern(Kind.SAME_PLAYERS, number, of, pair)
        for order in (pair, pair[::-1]):
            if ahead[order] >= ONE_SIDED * number:
                yield Pattern(Kind.ONE_SIDED, ahead[order], number, order)


def _runners(games: Iterable[PlayedGame]) -> Iterable[Pattern]:
    """Owners and directors in the games of their own tournaments."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for game in games:
        for seat in game.seats:
            if seat.player in game.runners:
                played[seat.player] += 1
                won[seat.player] += seat.place == 1
    for player, number in played.items():
        if number >= OWN_GAMES and won[player] >= OWN_WINS * number:
            yield Pattern(Kind.ORGANISER_WINS, won[player], number, (player,))


def _without_log(games: Iterable[PlayedGame]) -> Iterable[Pattern]:
    """Tournaments in which the organiser decided nearly everything, and no log shows it."""
    of_event: Counter[int] = Counter()
    decided: Counter[int] = Counter()
    for game in games:
        of_event[game.tournament] += 1
        decided[game.tournament] += game.decided
    for tournament, number in of_event.items():
        if number >= GAMES_OF_EVENT and decided[tournament] >= WITHOUT_LOG * number:
            yield Pattern(Kind.WITHOUT_LOG, decided[tournament], number, tournament=tournament)


def _new_accounts(games: Iterable[PlayedGame]) -> Iterable[Pattern]:
    """Tournaments whose players had just made their accounts."""
    first: defaultdict[int, dict[int, tuple[datetime, datetime]]] = defaultdict(dict)
    for game in sorted(games, key=lambda game: game.at):
        for seat in game.seats:
            if seat.since is not None:
                first[game.tournament].setdefault(seat.player, (seat.since, game.at))
    for tournament, people in first.items():
        new = sorted(player for player, (since, at) in people.items() if at - since <= NEW_FOR)
        if len(new) >= NEW_PEOPLE and len(new) >= NEW_SHARE * len(people):
            yield Pattern(Kind.NEW_ACCOUNTS, len(new), len(people), tuple(new), tournament)
