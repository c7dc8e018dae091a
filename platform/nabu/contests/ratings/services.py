"""The rating journal: one game after the other, reversible, and the same bit for bit when it is replayed.

Everything here locks the journal's row of its game first, so two confirmed tables never write at the same time. Which
tables are rated is decided above (`nabu.contests.matches.rated_games`); their places are read through the rated games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from competition.ratings.elo import START, k_factor, rate
from competition.ratings.prediction import SYSTEM
from competition.ratings.uncertainty import SkillEstimate, rested, update_estimates
from competition.stand_ins import counted_places
from nabu.accounts.versions.services import ratings_topic, touch
from nabu.contests.ratings.models import DAY, RatedGame, Rating, RatingEntry, RatingJournal
from nabu.core.queueing import enqueue

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
class RatingState:
    """A player's rating and number of rated games at one point of the journal."""

    value: float = START
    games: int = 0
    estimate: SkillEstimate = SkillEstimate()
    last_game_at: datetime | None = None

    def estimate_at(self, moment: datetime) -> SkillEstimate:
        """The second rating just before a game at this moment."""
        return rested(self.estimate, 0 if self.last_game_at is None else (moment - self.last_game_at) // DAY)


@transaction.atomic
def append_games(game: str, tables: Sequence[tuple[int, datetime]]) -> None:
    """Write these games behind all others: each a table and the time at which its result was confirmed."""
    lock_journal(game)
    _append(game, tables)


@transaction.atomic
def write_game(game: str, table_id: int, played_at: datetime) -> None:
    """Write the result of a table: behind all others, or, if it is in the journal already, where it stands.

    A corrected result keeps its place and its time, and everything after it is replayed.
    """
    lock_journal(game)
    rated = RatedGame.objects.filter(table=table_id).first()
    if rated is None:
        _append(game, [(table_id, played_at)])
    elif not _is_rated_so(rated):
        _replay(game, rated.sequence)


@transaction.atomic
def remove_games(game: str, rated: QuerySet[RatedGame]) -> None:
    """Take these games of a title out of the journal, as if they had never been rated."""
    lock_journal(game)
    first = rated.order_by("sequence").values_list("sequence", flat=True).first()
    if first is None:
        return
    players = set(RatingEntry.objects.filter(rated_game__in=rated).values_list("player_id", flat=True))
    rated.delete()
    _replay(game, first, players)


@transaction.atomic
def restore_games(game: str, rated: Sequence[RatedGame]) -> None:
    """Put games back where they stood in the journal: no other game has got their numbers since."""
    lock_journal(game)
    if not rated:
        return
    RatedGame.objects.bulk_create(rated, batch_size=BATCH)
    _replay(game, min(each.sequence for each in rated))


@transaction.atomic
def replay_games_of(player: int) -> list[str]:
    """The seats of this player are another's now: every journal is replayed from the first game concerned.

    Returns the titles.
    """
    firsts = RatingEntry.objects.filter(player=player).order_by("rated_game__game").values("rated_game__game")
    found = firsts.annotate(first=Min("rated_game__sequence")).values_list("rated_game__game", "first")
    games = dict(found)
    for game, first in games.items():
        lock_journal(game)
        _replay(game, first, {player})
    return list(games)


@transaction.atomic
def rebuild(game: str) -> list[str]:
    """Replay the whole journal from the results and write what comes out.

    Returns what was different before, one line each; an empty list means that the incremental state was equal bit
    for bit.
    """
    lock_journal(game)
    before = _state(game)
    _replay_all(game)
    after = _state(game)
    return [
        f"{key}: {before.get(key, 'missing')} -> {after.get(key, 'gone')}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]


def outdated_journals() -> list[str]:
    """The games whose journals have entries of another version of the rating systems."""
    # Two ranges of an index, and no other table: an answer at once where there are none, which is nearly always.
    outdated = RatingEntry.objects.filter(Q(system__lt=SYSTEM) | Q(system__gt=SYSTEM)).order_by()
    if not outdated.exists():
        return []
    return sorted(outdated.values_list("rated_game__game", flat=True).distinct())


@transaction.atomic
def renew(game: str) -> None:
    """Replay a journal that another version of the rating systems has written."""
    lock_journal(game)


def lock_journal(game: str) -> RatingJournal:
    """The journal of the game, locked until the end of the transaction. Pages that show its ratings are made anew.

    If another version of the rating systems has written any of it, all of it is replayed first: no entry is computed
    from one of another version.
    """
    RatingJournal.objects.get_or_create(game=game)
    journal = RatingJournal.objects.select_for_update().get(game=game)
    touch(ratings_topic(game))
    if game in outdated_journals():
        _replay_all(game)
    return journal


def _replay_all(game: str) -> None:
    _replay(game, 0, set(Rating.objects.filter(game=game).values_list("player_id", flat=True)))


def _append(game: str, tables: Sequence[tuple[int, datetime]]) -> None:
    """Give the games the next numbers of the journal and replay them."""
    if not tables:
        return
    journal = lock_journal(game)
    first = journal.length + 1
    RatedGame.objects.bulk_create(
        [
            RatedGame(game=game, sequence=number, table_id=table, played_at=played_at)
            for number, (table, played_at) in enumerate(tables, start=first)
        ],
        batch_size=BATCH,
    )
    journal.length += len(tables)
    journal.save(update_fields=["length"])
    _replay(game, first)


def _is_rated_so(rated: RatedGame) -> bool:
    """Whether the journal already has the places of the table: a log that proves a result changes no rating."""
    _here, results = _results(RatedGame.objects.filter(pk=rated.pk))
    places = results.get(rated.pk, [])
    return set(rated.entries.values_list("player_id", "place")) == set(places)


def _results(games: QuerySet[RatedGame]) -> tuple[set[int], dict[int, list[tuple[int, int]]]]:
    """Everybody who sat at the tables of these games; and who played each of them with which place, in order of play:
    stand-ins and those who did not come are left out, as if their seats were empty."""
    seats = ("entry__player", "place", "absent", "entry__stand_in")
    rows = games.order_by("sequence", "table__seats__position").values_list(
        "pk", *(f"table__seats__{column}" for column in seats)
    )
    here: set[int] = set()
    found: dict[int, list[tuple[int, int]]] = {}
    for game, its in groupby(rows, key=lambda row: row[0]):
        placed = [row[1:] for row in its if row[2] is not None]
        here.update(player for player, *_rest in placed)
        away = {at for at, (_player, _place, absent, _out) in enumerate(placed) if absent}
        out = {at for at, (*_rest, stands_in) in enumerate(placed) if stands_in}
        places = [place for _player, place, *_rest in placed]
        if out:
            left = iter(counted_places(places, away, out))
            places = [0 if at in out else next(left) for at in range(len(places))]
        found[game] = [
            (player, places[at]) for at, (player, *_rest) in enumerate(placed) if at not in away and at not in out
        ]
    return here, found


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
    games = RatedGame.objects.filter(game=game, sequence__gte=start).order_by("sequence")
    concerned, places = _results(games)
    concerned |= set(players)
    states = _before(game, start, concerned)
    entries = [entry for rated in games for entry in _entries(rated, places.get(rated.pk, []), states)]
    RatingEntry.objects.filter(rated_game__game=game, rated_game__sequence__gte=start).delete()
    RatingEntry.objects.bulk_create(entries, batch_size=BATCH)
    Rating.objects.filter(game=game, player_id__in=[p for p in concerned if not states[p].games]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=game,
                value=state.value,
                games=state.games,
                mu=state.estimate.mu,
                sigma=state.estimate.sigma,
                last_game_at=state.last_game_at,
            )
            for player, state in states.items()
            if state.last_game_at is not None
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=RATING_NUMBERS,
    )
    _measure_later(game)


def _measure_later(game: str) -> None:
    asked_at = timezone.now().isoformat()
    transaction.on_commit(
        lambda: enqueue("nabu.ratings.tasks.measure_quality", game, asked_at, countdown=MEASURED_AFTER)
    )


def _before(game: str, start: int, players: Iterable[int]) -> dict[int, RatingState]:
    """Everybody's rating just before sequence `start`: what their last earlier entry left."""
    states = {player: RatingState() for player in players}
    earlier = RatingEntry.objects.filter(
        rated_game__game=game, rated_game__sequence__lt=start, player_id__in=list(states)
    ).order_by("rated_game__sequence")
    for player, after, games_before, mu, sigma, played_at in earlier.values_list(
        "player_id", "after", "games_before", "mu_after", "sigma_after", "rated_game__played_at"
    ):
        latest = _later(states[player].last_game_at, played_at)
        states[player] = RatingState(after, games_before + 1, SkillEstimate(mu, sigma), latest)
    return states


def _later(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)


def _entries(rated: RatedGame, result: Sequence[tuple[int, int]], states: dict[int, RatingState]) -> list[RatingEntry]:
    """The journal entries of one game, from its players with their places; moves `states` on."""
    places = [place for _player, place in result]
    current = [states[player] for player, _place in result]
    changes = rate([s.value for s in current], places, [k_factor(s.games) for s in current])
    before = [s.estimate_at(rated.played_at) for s in current]
    estimates = update_estimates(before, places)
    entries = []
    for (player, place), state, change, known, estimate in zip(
        result, current, changes, before, estimates, strict=True
    ):
        entries.append(
            RatingEntry(
                rated_game=rated,
                player_id=player,
                games_before=state.games,
                place=place,
                k=change.k,
                expected=change.expected,
                actual=change.actual,
                before=change.before,
                after=change.after,
                mu_before=known.mu,
                sigma_before=known.sigma,
                mu_after=estimate.mu,
                sigma_after=estimate.sigma,
                system=SYSTEM,
            )
        )
        state.value, state.games, state.estimate = change.after, state.games + 1, estimate
        state.last_game_at = _later(state.last_game_at, rated.played_at)
    return entries
