"""The rating journal: one game after the other, reversible, and the same bit for bit when it is replayed.

Everything here locks the journal's row of its game first, so two confirmed tables never write at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from nabu.matches.models import Table
from nabu.matches.queries import with_players
from nabu.queueing import enqueue
from nabu.ratings.elo import START, k_factor, rate
from nabu.ratings.models import RatedGame, Rating, RatingEntry, RatingJournal
from nabu.ratings.tasks import measure_quality
from nabu.ratings.uncertainty import Belief, believe
from nabu.tournaments.models import Tournament

BATCH = 500

MEASURED_AFTER = 30.0
"""Seconds after a change of the journal until its quality is measured: several in a row are measured once."""

ENTRY_NUMBERS = (
    *("games_before", "place", "k", "expected", "actual", "before", "after"),
    *("mu_before", "sigma_before", "mu_after", "sigma_after"),
)
RATING_NUMBERS = ("value", "games", "mu", "sigma", "last_game_at")
"""What the journal says of an entry and of a player, and a rebuild must find again bit for bit."""


@dataclass(slots=True)
class Standing:
    """A player's rating and number of rated games at one point of the journal."""

    value: float = START
    games: int = 0
    belief: Belief = Belief()
    last_game_at: datetime | None = None


def is_rated_game(table: Table) -> bool:
    """Whether a table is a game that is rated: confirmed, no bye, at least two who really played, a full ranking."""
    if table.is_bye or table.status != Table.Status.CONFIRMED:
        return False
    seats = list(table.seats.all())
    return sum(not seat.absent for seat in seats) >= 2 and all(seat.place is not None for seat in seats)


def counts(table: Table) -> bool:
    """Whether a game counts now: a director has approved its tournament."""
    return table.round.stage.tournament.approved_at is not None and is_rated_game(table)


@transaction.atomic
def rate_table(table: Table) -> None:
    """Rewrite the journal entries of a table whose result was corrected, once its tournament is approved.

    A game that is not in the journal yet is appended. A corrected one keeps its place, and everything after it is
    replayed. What does not count any more (`counts`) leaves the journal.
    """
    if not counts(table):
        unrate_table(table)
        return
    game = table.round.stage.tournament.game
    lock_journal(game)
    rated = RatedGame.objects.filter(table=table).first()
    if rated is None:
        _append(game, [table])
    elif not _is_rated_so(rated, table):
        _replay(game, rated.sequence)


@transaction.atomic
def rate_tournament(tournament: Tournament) -> int:
    """Append all games of an approved tournament to the journal, in the order in which their results were confirmed.

    Returns how many.
    """
    tables = (
        Table.objects.filter(round__stage__tournament=tournament, rated_game=None)
        .select_related("round__stage__tournament")
        .prefetch_related("seats")
        .order_by("confirmed_at", "pk")
    )
    games = [table for table in tables if counts(table)]
    lock_journal(tournament.game)
    _append(tournament.game, games)
    return len(games)


@transaction.atomic
def unrate_tournament(tournament: Tournament) -> None:
    """Take all games of a tournament out of the journal, as if they had never been rated."""
    lock_journal(tournament.game)
    rated = RatedGame.objects.filter(table__round__stage__tournament=tournament)
    first = rated.order_by("sequence").values_list("sequence", flat=True).first()
    if first is None:
        return
    players = set(RatingEntry.objects.filter(rated_game__in=rated).values_list("player_id", flat=True))
    rated.delete()
    _replay(tournament.game, first, players)


@transaction.atomic
def unrate_table(table: Table) -> None:
    """Take a table out of the journal, as if it had never been rated."""
    if not RatedGame.objects.filter(table=table).exists():
        return
    game = table.round.stage.tournament.game
    lock_journal(game)
    rated = RatedGame.objects.get(table=table)
    players = set(rated.entries.values_list("player_id", flat=True))
    sequence = rated.sequence
    rated.delete()
    _replay(game, sequence, players)


@transaction.atomic
def rebuild(game: str) -> list[str]:
    """Replay the whole journal from the results and write what comes out.

    Returns what was different before, one line each; an empty list means that the incremental state was equal bit
    for bit.
    """
    lock_journal(game)
    before = _state(game)
    players = set(Rating.objects.filter(game=game).values_list("player_id", flat=True))
    _replay(game, 0, players)
    after = _state(game)
    return [
        f"{key}: {before.get(key, 'missing')} -> {after.get(key, 'gone')}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]


def lock_journal(game: str) -> RatingJournal:
    """The journal of the game, locked until the end of the transaction."""
    RatingJournal.objects.get_or_create(game=game)
    return RatingJournal.objects.select_for_update().get(game=game)


def _append(game: str, tables: Sequence[Table]) -> None:
    """Give the games the next numbers of the journal and replay them."""
    if not tables:
        return
    journal = lock_journal(game)
    first = journal.length + 1
    RatedGame.objects.bulk_create(
        [
            RatedGame(game=game, sequence=number, table=table, played_at=table.confirmed_at or timezone.now())
            for number, table in enumerate(tables, start=first)
        ],
        batch_size=BATCH,
    )
    journal.length += len(tables)
    journal.save(update_fields=["length"])
    _replay(game, first)


def _is_rated_so(rated: RatedGame, table: Table) -> bool:
    """Whether the journal already has these places: a log that proves a result changes no rating."""
    places = set(table.seats.filter(absent=False).values_list("entry__player_id", "place"))
    return set(rated.entries.values_list("player_id", "place")) == places


def _state(game: str) -> dict[str, str]:
    """Every number of a game's ratings as text that keeps all bits."""
    state = {
        f"entry {sequence} player {player}": _all_bits(numbers)
        for sequence, player, *numbers in RatingEntry.objects.filter(rated_game__game=game).values_list(
            "rated_game__sequence", "player_id", *ENTRY_NUMBERS
        )
    }
    for player, *numbers in Rating.objects.filter(game=game).values_list("player_id", *RATING_NUMBERS):
        state[f"rating player {player}"] = _all_bits(numbers)
    return state


def _all_bits(numbers: Iterable[object]) -> str:
    return " ".join(number.hex() if isinstance(number, float) else str(number) for number in numbers)


def _replay(game: str, start: int, players: Iterable[int] = ()) -> None:
    """Rewrite all entries from sequence `start` on, and the ratings of everybody concerned.

    `players` names those who may have lost all their games with the change.
    """
    games = list(
        RatedGame.objects.filter(game=game, sequence__gte=start)
        .order_by("sequence")
        .select_related("table")
        .defer("table__reason")
        .prefetch_related(with_players("table__seats"))
    )
    concerned = set(players)
    for rated in games:
        concerned.update(seat.entry.player_id for seat in rated.table.seats.all())
    standings = _before(game, start, concerned)
    entries = [entry for rated in games for entry in _entries(rated, standings)]
    RatingEntry.objects.filter(rated_game__game=game, rated_game__sequence__gte=start).delete()
    RatingEntry.objects.bulk_create(entries, batch_size=BATCH)
    Rating.objects.filter(game=game, player_id__in=[p for p in concerned if not standings[p].games]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=game,
                value=standing.value,
                games=standing.games,
                mu=standing.belief.mu,
                sigma=standing.belief.sigma,
                last_game_at=standing.last_game_at,
            )
            for player, standing in standings.items()
            if standing.last_game_at is not None
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=RATING_NUMBERS,
    )
    _measure_later(game)


def _measure_later(game: str) -> None:
    asked_at = timezone.now().isoformat()
    transaction.on_commit(lambda: enqueue(measure_quality, game, asked_at, countdown=MEASURED_AFTER))


def _before(game: str, start: int, players: Iterable[int]) -> dict[int, Standing]:
    """Everybody's rating just before sequence `start`: what their last earlier entry left."""
    standings = {player: Standing() for player in players}
    earlier = RatingEntry.objects.filter(
        rated_game__game=game, rated_game__sequence__lt=start, player_id__in=list(standings)
    ).order_by("rated_game__sequence")
    for player, after, games_before, mu, sigma, played_at in earlier.values_list(
        "player_id", "after", "games_before", "mu_after", "sigma_after", "rated_game__played_at"
    ):
        latest = _later(standings[player].last_game_at, played_at)
        standings[player] = Standing(after, games_before + 1, Belief(mu, sigma), latest)
    return standings


def _later(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)


def _entries(rated: RatedGame, standings: dict[int, Standing]) -> list[RatingEntry]:
    """The journal entries of one game; moves `standings` on."""
    seats = [seat for seat in rated.table.seats.all() if not seat.absent]
    places = [seat.place for seat in seats if seat.place is not None]
    current = [standings[seat.entry.player_id] for seat in seats]
    changes = rate([s.value for s in current], places, [k_factor(s.games) for s in current])
    beliefs = believe([s.belief for s in current], places)
    entries = []
    for seat, place, standing, change, belief in zip(seats, places, current, changes, beliefs, strict=True):
        entries.append(
            RatingEntry(
                rated_game=rated,
                player_id=seat.entry.player_id,
                games_before=standing.games,
                place=place,
                k=change.k,
                expected=change.expected,
                actual=change.actual,
                before=change.before,
                after=change.after,
                mu_before=standing.belief.mu,
                sigma_before=standing.belief.sigma,
                mu_after=belief.mu,
                sigma_after=belief.sigma,
            )
        )
        standing.value, standing.games, standing.belief = change.after, standing.games + 1, belief
        standing.last_game_at = _later(standing.last_game_at, rated.played_at)
    return entries
