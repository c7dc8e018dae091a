"""What a player's results in one game add up to. Games with a log and typed results are kept apart throughout: a typed
result is what people say, a log is a game that can be replayed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import Proof, is_proven
from nabu.contests.tournaments.page_queries import PUBLISHED

MOST_GAMES = 500
"""Of a long career the latest games are added up."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played. `typed`: there is no log of it. `others`: who else played, and their places."""

    typed: bool
    place: int
    score: int
    others: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """Some results together; `firsts` counts shared first places too."""

    games: int
    score: float
    place: float
    firsts: int


@dataclass(frozen=True, slots=True)
class Against:
    """Games against one opponent: in `ahead` of them the player had the better place, a shared one is half."""

    games: int
    ahead: float


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games against one opponent with a log, and those with a typed result; None without any."""

    player_id: int
    logged: Against | None
    typed: Against | None

    @property
    def games(self) -> int:
        """All of them."""
        return sum(one.games for one in (self.logged, self.typed) if one is not None)


def totals(results: Sequence[Result]) -> Totals | None:
    """These results together; None without one."""
    if not results:
        return None
    return Totals(
        games=len(results),
        score=fmean(result.score for result in results),
        place=fmean(result.place for result in results),
        firsts=sum(result.place == 1 for result in results),
    )


def head_to_head(results: Iterable[Result]) -> list[HeadToHead]:
    """Everybody whom the player met, most games first."""
    logged: defaultdict[int, list[float]] = defaultdict(list)
    typed: defaultdict[int, list[float]] = defaultdict(list)
    for result in results:
        for player, place in result.others:
            ahead = 0.5 if place == result.place else float(result.place < place)
            (typed if result.typed else logged)[player].append(ahead)
    met = [HeadToHead(key, _against(logged.get(key)), _against(typed.get(key))) for key in {*logged, *typed}]
    return sorted(met, key=lambda one: (-one.games, one.player_id))


def results_of(player: Player, game: str) -> list[Result]:
    """The player's latest games with a result that others may see. Forfeits are no games. Two queries."""
    tables = Table.objects.filter(is_proven(Proof.REPORTED), status=Table.Status.CONFIRMED, is_bye=False)
    own = Seat.objects.filter(
        PUBLISHED,
        entry__player=player,
        absent=False,
        table__in=tables,
        table__round__stage__tournament__game=game,
    ).order_by("-table__confirmed_at", "-table_id")
    latest = [*own.values_list("table_id", "table__log_id", "place", "score")[:MOST_GAMES]]
    others: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=[table for table, *_rest in latest], absent=False).exclude(
        entry__player=player
    )
    for table, other, place in seats.values_list("table_id", "entry__player_id", "place"):
        if place is not None:
            others[table].append((other, place))
    return [
        Result(log is None, place, score, tuple(others[table]))
        for table, log, place, score in latest
        if place is not None and score is not None
    ]


def _against(results: list[float] | None) -> Against | None:
    return Against(len(results), sum(results)) if results else None
