"""Keeping the store of the statistics equal to what counts in the database.

What is there is asked of the database, never remembered: the games of a tournament that have a log and are public now,
each with its level of proof, whether that is enough, and a fingerprint of everything its rows are made from. Games
whose fingerprint differs from the store's are put in anew, those that are gone are taken out, the others are not
touched. So it does not matter what changed, in which order, or how often a worker looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings
from django.db.models import F

from analytics.facts import FACTS_VERSION
from analytics.games import VerifiedGame
from analytics.store import GameStore
from analytics.upkeep import fingerprints_in, replace_games
from engine.game import Game
from nabu.contests.matches.models import Seat
from nabu.contests.matches.proof import proof_of, rank_of
from nabu.contests.tournaments.models import Tournament
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.fingerprints import fingerprint
from nabu.statistics.dashboards.facts.queries import logged_tables
from nabu.statistics.dashboards.facts.ratings_before import RatingBefore, ratings_before
from nabu.statistics.dashboards.facts.typed import typed_games, typed_store_of
from nabu.statistics.dashboards.models import GameFacts

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


def store_of(game: Game) -> GameStore:
    """The store of a game title."""
    return GameStore(settings.FACTS / game.key)


def stores_of(game: Game) -> tuple[GameStore, GameStore]:
    """The store of a title and that of its typed games."""
    return store_of(game), typed_store_of(game)


def refresh(game: Game, tournament: Tournament) -> tuple[int, int]:
    """Bring the games of the tournament in both stores up to date. Returns how many were put in and taken out.

    Who waits for another worker asks the database only then: what was asked earlier is not written later.
    """
    replayed, typed = stores_of(game)
    with replayed.alone():
        put, gone = _refresh(replayed, tournament, wanted_games(game, tournament), _with_facts)
    with typed.alone():
        typed_put, typed_gone = _refresh(typed, tournament, typed_games(game, tournament), _as_they_are)
    return put + typed_put, gone + typed_gone


def _refresh(
    store: GameStore,
    tournament: Tournament,
    now: Sequence[G],
    whole: Callable[[int, Sequence[G]], Iterable[VerifiedGame]],
) -> tuple[int, int]:
    """`whole` makes the games to put in of what is wanted `now`. The database is read here, the rest is computed beside
    this process."""
    wanted = {one.game_id: one for one in now}
    there = compute(fingerprints_in, store, tournament.pk)
    new = [one for key, one in wanted.items() if there.get(key) != one.fingerprint]
    gone = there.keys() - wanted.keys()
    if gone:
        compute(replace_games, store, [], gone)
    for start in range(0, len(new), AT_ONCE):
        compute(replace_games, store, list(whole(tournament.pk, new[start : start + AT_ONCE])))
    return len(new), len(gone)


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


def _as_they_are(_tournament_id: int, wanted: Sequence[VerifiedGame]) -> Sequence[VerifiedGame]:
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
