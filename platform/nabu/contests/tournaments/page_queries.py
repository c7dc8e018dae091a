"""What the pages about tournaments list."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_in_query
from nabu.contests.clubs.models import Membership
from nabu.contests.clubs.queries import ORGANISE
from nabu.contests.matches.models import Objection, Seat, Table
from nabu.contests.tournaments.models import Entry, Role, Round, Stage, StageEntry, Tournament


def listed_tournaments() -> QuerySet[Tournament]:
    """Tournaments as a list shows them, with `players` (entries without stand-ins) and `organiser_name`."""
    tournaments = Tournament.objects.select_related("organiser__player", "club").annotate(
        players=number_of(Entry.objects.filter(stand_in=False), "tournament"), organiser_name=name_in_query("organiser")
    )
    return tournaments.order_by("-created_at", "-id")


def number_of(rows: QuerySet[Any], of: str) -> Coalesce:
    """How many of these rows there are for each row of the outer query, which `of` leads to.

    `Count` would join them: SQLite then copies all columns of a tournament for each of its entries, to group by them.
    """
    found = rows.filter(**{of: OuterRef("pk")}).order_by().values(of).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(found), 0)


def run_by(user: User) -> QuerySet[Tournament]:
    """Tournaments that the account owns or has a role in, itself or as a member of a club."""
    has_role = Q(organiser=user.pk) | Q(roles__user=user.pk) | Q(club__memberships__user=user.pk)
    return Tournament.objects.filter(has_role)


def runs_any(user: User) -> bool:
    """Whether there can be anything in `run_by` or `directed_tournaments`, or somebody is staff: most people only play,
    and their pages need not look for what waits for an organiser."""
    ways = (
        Tournament.objects.filter(organiser=user.pk),
        Role.objects.filter(user=user.pk),
        Membership.objects.filter(user=user.pk),
    )
    return user.is_staff or any(found.exists() for found in ways)


def organised_tournaments(user: User) -> QuerySet[Tournament]:
    """Those of them that are running."""
    running = run_by(user).filter(status=Tournament.Status.RUNNING, practice=False)
    return listed_tournaments().filter(pk__in=running.values("pk"))


def directed_tournaments(user: User) -> QuerySet[Tournament]:
    """All that the account may run: as their owner, as a director, or as one of the club."""
    club = Q(club__memberships__user=user.pk, club__memberships__kind__in=ORGANISE)
    return Tournament.objects.filter(
        Q(organiser=user.pk) | Q(roles__user=user.pk, roles__kind=Role.Kind.DIRECTOR) | club
    )


def tournaments_with_stages() -> QuerySet[Tournament]:
    """Tournaments with stages and rounds; each round knows its numbers of `games`, `done` and `disputed` tables, and of
    open `objections`.
    """
    games = Table.objects.filter(is_bye=False)
    rounds = Round.objects.annotate(
        games=number_of(games, "round"),
        done=number_of(games.filter(status=Table.Status.CONFIRMED), "round"),
        disputed=number_of(games.filter(status=Table.Status.DISPUTED), "round"),
        objections=number_of(Objection.objects.filter(answer=Objection.Answer.NONE), "table__round"),
    )
    rounds = rounds.defer("proposal", "notes").order_by("number")  # long, and shown by no list
    entries = number_of(StageEntry.objects.all(), "stage")
    stages = Stage.objects.annotate(players=entries).prefetch_related(Prefetch("rounds", rounds))
    return listed_tournaments().prefetch_related(Prefetch("stages", stages.order_by("position")))


def entries_of(tournament: Tournament) -> list[Entry]:
    """The entries by seed, each with its player and the player's ratings."""
    return list(tournament.entries.select_related("player").prefetch_related("player__ratings"))


def rounds_with_tables() -> QuerySet[Round]:
    """Rounds with all their tables, seats and players."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    tables = (
        Table.objects.select_related("variant")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("number", "game_number")
    )
    return Round.objects.select_related("stage__tournament__organiser").prefetch_related(Prefetch("tables", tables))


PUBLISHED = (
    ~Q(table__round__status=Round.Status.DRAFT)
    & ~Q(table__round__stage__tournament__status=Tournament.Status.DRAFT)
    & Q(table__round__stage__tournament__practice=False)
)
