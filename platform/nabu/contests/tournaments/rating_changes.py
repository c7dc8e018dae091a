"""What a tournament does to the ratings once a director has approved it, and what it would do, shown before."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from competition.ratings.elo import START, k_factor, rate
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import is_proven
from nabu.contests.matches.queries import with_players
from nabu.contests.matches.rated_games import is_rateable, is_rated_game
from nabu.contests.ratings.models import ApprovalObjection, RatedGame, Rating, RatingEntry
from nabu.contests.ratings.services import append_games, remove_games
from nabu.contests.tournaments.models import Round, Tournament


@dataclass(slots=True)
class RatingChange:
    """A player's rating before and after a tournament, and the rated games between them."""

    player: Player
    before: float
    after: float
    games: int = 0


@transaction.atomic
def rate_tournament(tournament: Tournament) -> int:
    """Append the games of a tournament that count and are not in the journal yet, in the order in which their results
    were confirmed: all of them at the approval, later those that had waited for somebody's consent.

    Returns how many.
    """
    if not tournament.counts_for_ratings:
        return 0
    tables = (
        Table.objects.filter(is_proven(tournament.ratings_need), round__stage__tournament=tournament, rated_game=None)
        .prefetch_related(with_players())
        .order_by("confirmed_at", "pk")
    )
    games = [(table.pk, table.confirmed_at or timezone.now()) for table in tables if is_rateable(table)]
    append_games(tournament.game, games)
    return len(games)


def follow_consents(tournament: Tournament) -> None:
    """Bring the journal in line with who agreed to be rated, after seats have become another player's."""
    rated = Table.objects.filter(round__stage__tournament=tournament, rated_game__isnull=False)
    waits = [table.pk for table in rated.prefetch_related(with_players()) if not is_rateable(table)]
    remove_games(tournament.game, RatedGame.objects.filter(table__in=waits))
    rate_tournament(tournament)


def unrate_tournament(tournament: Tournament) -> None:
    """Take all games of a tournament out of the journal, as if they had never been rated."""
    remove_games(tournament.game, RatedGame.objects.filter(table__round__stage__tournament=tournament))


def rating_changes(tournament: Tournament) -> list[RatingChange]:
    """The changes of an approved tournament from the journal; else what approving it now would do.

    The largest gain first. A tournament that is unrated, or cancelled with its ratings, changes nothing.
    """
    if not tournament.may_count_for_ratings:
        return []
    changes = _counted(tournament) if tournament.approved_at else _provisional(tournament)
    return sorted(changes, key=lambda change: (change.before - change.after, change.player.name_key, change.player.pk))


def waiting_games(tournament: Tournament) -> list[Table]:
    """Games that would be rated if everybody who sat there agreed, each with its seats."""
    tables = Table.objects.filter(round__stage__tournament=tournament, status=Table.Status.CONFIRMED, is_bye=False)
    tables = tables.filter(is_proven(tournament.ratings_need))
    found = tables.defer("reason").prefetch_related(with_players()).order_by("confirmed_at", "pk")
    return [table for table in found if is_rated_game(table) and not is_rateable(table)]


def open_objections(tournament: Tournament) -> int:
    """How many objections to the approval wait for an answer, as long as it holds."""
    if tournament.approved_at is None:
        return 0
    return ApprovalObjection.objects.filter(tournament=tournament, status=ApprovalObjection.Status.OPEN).count()


@dataclass(frozen=True, slots=True)
class UnratedGames:
    """How many games of published rounds do not count for the ratings, each for the first of these reasons."""

    open: int
    not_played: int
    proof: int


def unrated_games(tournament: Tournament) -> UnratedGames:
    """Games without a confirmed result, that fewer than two played, and whose level of proof is too low."""
    games = Table.objects.filter(round__stage__tournament=tournament, is_bye=False).exclude(
        round__status=Round.Status.DRAFT
    )
    confirmed = games.filter(status=Table.Status.CONFIRMED)
    here = Count("seats", filter=Q(seats__absent=False, seats__entry__stand_in=False))
    played = confirmed.exclude(basis=Table.Basis.FORFEIT).annotate(here=here).filter(here__gte=2)
    return UnratedGames(
        open=games.count() - confirmed.count(),
        not_played=confirmed.count() - played.count(),
        proof=played.exclude(is_proven(tournament.ratings_need)).count(),
    )


def _counted(tournament: Tournament) -> list[RatingChange]:
    entries = (
        RatingEntry.objects.filter(rated_game__table__round__stage__tournament=tournament)
        .select_related("player")
        .order_by("rated_game__sequence")
    )
    changes: dict[int, RatingChange] = {}
    for entry in entries:
        change = changes.setdefault(entry.player_id, RatingChange(entry.player, entry.before, entry.after))
        change.after, change.games = entry.after, change.games + 1
    return list(changes.values())


def _provisional(tournament: Tournament) -> list[RatingChange]:
    tables = (
        Table.objects.filter(round__stage__tournament=tournament, status=Table.Status.CONFIRMED, is_bye=False)
        .filter(is_proven(tournament.ratings_need))
        .defer("reason")
        .prefetch_related(with_players())
        .order_by("confirmed_at", "pk")
    )
    ratings = {
        player: (value, games)
        for player, value, games in Rating.objects.filter(
            game=tournament.game, player__entries__tournament=tournament
        ).values_list("player_id", "value", "games")
    }
    changes: dict[int, RatingChange] = {}
    for table in tables:
        if not is_rateable(table):
            continue
        seats = [seat for seat in table.seats.all() if not seat.absent and not seat.entry.stand_in]
        current = []
        for seat in seats:
            value, _games = ratings.get(seat.entry.player_id, (START, 0))
            current.append(changes.setdefault(seat.entry.player_id, RatingChange(seat.entry.player, value, value)))
        experience = [ratings.get(change.player.pk, (START, 0))[1] + change.games for change in current]
        places = [seat.place for seat in seats if seat.place is not None]
        rated = rate([change.after for change in current], places, [k_factor(games) for games in experience])
        for change, result in zip(current, rated, strict=True):
            change.after, change.games = result.after, change.games + 1
    return list(changes.values())
