"""Keeping the store of the statistics equal to what counts in the database.

What is there is asked of the database, never remembered: the games of a tournament that have a log and are public now,
each with its level of proof, whether that is enough, and a fingerprint of everything its rows are made from. Games
whose fingerprint differs from the store's are put in anew, those that are gone are taken out, the others are not
touched. So it does not matter what changed, in which order, or how often a worker looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.db.models import F

from analytics.facts import FACTS_VERSION
from analytics.games import VerifiedGame
from analytics.store import GameStore, put_together
from analytics.upkeep import fingerprints_in, with_games
from engine.game import Game
from nabu.contests.matches.models import Seat
from nabu.contests.matches.proof import proof_of, rank_of
from nabu.contests.tournaments.models import Tournament
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.fingerprints import fingerprint
from nabu.statistics.dashboards.facts.queries import logged_tables
from nabu.statistics.dashboards.facts.ratings_before import RatingBefore, ratings_before
from nabu.statistics.dashboards.facts.typed import typed_games, typed_key_of
from nabu.statistics.dashboards.models import GameFacts
from nabu.statistics.store.lists import (
    ChangedMeanwhile,
    claim_alike,
    enter,
    enter_together,
    listed,
    listed_all,
    listed_for_writing,
)

AT_ONCE = 500
"""So many games are read at once: their facts are some megabytes then."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game with a log, without its facts. `proof` and `counts` as in `VerifiedGame`."""

    game_id: int
    log_id: int
    finished_at: int
    player_ids: list[int]
    ratings: list[RatingBefore]
    proof: int
    counts: bool
    fingerprint: int


G = TypeVar("G", Wanted, VerifiedGame)

TRIES = 20
"""So often a change is made again that others have overtaken."""


def key_of(game: Game) -> str:
    """The key of the store of a game title."""
    return game.key


def store_of(game: Game) -> GameStore:
    """The store of a game title as it is now. Raises StatisticsAway."""
    return listed(key_of(game)).store


def keys_of(game: Game) -> tuple[str, str]:
    """The keys of the store of a title and of that of its typed games."""
    return key_of(game), typed_key_of(game)


def stores_of(game: Game) -> tuple[GameStore, GameStore]:
    """The store of a title and that of its typed games. Raises StatisticsAway."""
    replayed, typed = listed_all(keys_of(game))
    return replayed.store, typed.store


def refresh(game: Game, tournament: Tournament) -> tuple[int, int]:
    """Bring the games of the tournament in both stores up to date. Returns how many were put in and taken out. Raises
    StatisticsAway."""
    put, gone = _refresh(key_of(game), tournament, partial(wanted_games, game, tournament), _with_facts)
    typed_put, typed_gone = _refresh(typed_key_of(game), tournament, partial(typed_games, game, tournament), _as_is)
    return put + typed_put, gone + typed_gone


def _refresh(
    key: str,
    tournament: Tournament,
    now: Callable[[], Sequence[G]],
    whole: Callable[[int, Sequence[G]], Iterable[VerifiedGame]],
) -> tuple[int, int]:
    """`now` asks what is wanted, and `whole` makes the games to put in of that. The database is read here, the rest is
    computed beside this process.

    The database is asked after the list was read, so what was asked earlier than somebody else did is never entered.
    """
    put_in = taken_out = overtaken = 0
    while overtaken < TRIES:
        before = listed_for_writing(key)
        wanted = {one.game_id: one for one in now()}
        there = compute(fingerprints_in, before.store, tournament.pk)
        new = [one for game_id, one in wanted.items() if there.get(game_id) != one.fingerprint]
        gone = there.keys() - wanted.keys()
        if not new and not gone:
            return put_in, taken_out
        some = new[:AT_ONCE]
        after = compute(with_games, before.store, list(whole(tournament.pk, some)), gone)
        if not enter(before, after, tournament.pk):
            overtaken += 1
        else:
            tidy_parts(key)
            put_in, taken_out = put_in + len(some), taken_out + len(gone)
            if len(some) == len(new):
                return put_in, taken_out
    raise ChangedMeanwhile(f"{key}: the store changes too fast for tournament {tournament.pk}")


def tidy_parts(key: str) -> None:
    """Put parts together of which there are many alike. What others are at is left to them."""
    while few := claim_alike(key):
        one = compute(put_together, listed(key).store.files, few)
        enter_together(key, few, one)


def wanted_games(game: Game, tournament: Tournament) -> list[Wanted]:
    """The games of the tournament that have a log now and whose facts are of this version."""
    rows = list(
        logged_tables(game)
        .filter(round__stage__tournament=tournament, log__game_facts__facts_version=FACTS_VERSION)
        .annotate(facts_digest=F("log__game_facts__digest"))
        .only("status", "basis", "log_id", "confirmed_at")
        .order_by("pk")
    )
    need = rank_of(Tournament.objects.values_list("statistics_need", flat=True).get(pk=tournament.pk))
    people: dict[int, list[int]] = {}
    # The log of a result has brought the seats into the order of play; who was absent is not in it.
    seats = Seat.objects.filter(table__round__stage__tournament=tournament, absent=False).order_by("position")
    for pk, player in seats.values_list("table", "entry__player"):
        people.setdefault(pk, []).append(player)
    before = ratings_before([table.pk for table in rows])
    found = []
    for table in rows:
        assert table.log_id is not None
        finished_at = int(table.confirmed_at.timestamp()) if table.confirmed_at else 0
        ratings, proof = [before[table.pk][player] for player in people[table.pk]], rank_of(proof_of(table))
        parts = (finished_at, people[table.pk], ratings, proof, proof >= need)
        mark = fingerprint(tournament.pk, table.facts_digest, *parts)
        found.append(Wanted(table.pk, table.log_id, *parts, mark))
    return found


def _as_is(_tournament_id: int, wanted: Sequence[VerifiedGame]) -> Sequence[VerifiedGame]:
    return wanted


def _with_facts(tournament_id: int, wanted: Sequence[Wanted]) -> Iterator[VerifiedGame]:
    facts = dict(GameFacts.objects.filter(log__in=[one.log_id for one in wanted]).values_list("log", "facts"))
    for one in wanted:
        if one.log_id in facts:
            yield VerifiedGame(
                game_id=one.game_id,
                tournament_id=tournament_id,
                finished_at=one.finished_at,
                facts=facts[one.log_id],
                player_ids=one.player_ids,
                ratings=[rating for rating, _games in one.ratings],
                rated_games=[games for _rating, games in one.ratings],
                fingerprint=one.fingerprint,
                proof=one.proof,
                counts=one.counts,
            )
