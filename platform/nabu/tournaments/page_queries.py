"""What the pages about tournaments list."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from nabu.matches.models import Objection, Seat, Table
from nabu.players.models import Player, User
from nabu.players.names import name_in_query
from nabu.tournaments.models import Entry, Round, Stage, Tournament
from nabu.tournaments.permissions import LEVELS, Level

DIRECTORS = [name for name, level in LEVELS.items() if level >= Level.DIRECTOR]
"""The kinds of roles and memberships that may decide about results."""


def listed_tournaments() -> QuerySet[Tournament]:
    """Tournaments as a list shows them, with `players` (the number of entries) and `organiser_name`."""
    tournaments = Tournament.objects.select_related("organiser__player", "club").annotate(
        players=Count("entries"), organiser_name=name_in_query("organiser")
    )
    return tournaments.order_by("-created_at", "-id")


def run_by(user: User) -> QuerySet[Tournament]:
    """Tournaments that the account owns or has a role in, itself or as a member of a club."""
    has_role = Q(organiser=user.pk) | Q(roles__user=user.pk) | Q(club__memberships__user=user.pk)
    return Tournament.objects.filter(has_role)


def directed_by(user: User) -> QuerySet[Tournament]:
    """Tournaments that the account owns or directs, itself or as a member of a club."""
    has_role = Q(roles__user=user.pk, roles__kind__in=DIRECTORS)
    has_role |= Q(club__memberships__user=user.pk, club__memberships__kind__in=DIRECTORS)
    return Tournament.objects.filter(Q(organiser=user.pk) | has_role)


def organised_tournaments(user: User) -> QuerySet[Tournament]:
    """Those of them that are running."""
    running = run_by(user).filter(status=Tournament.Status.RUNNING, rehearsal=False)
    return listed_tournaments().filter(pk__in=running.values("pk"))


def tournaments_with_stages() -> QuerySet[Tournament]:
    """Tournaments with stages and rounds; each round knows its numbers of `games`, `done` and `disputed` tables, and of
    open `objections`.
    """
    games = Q(tables__is_bye=False)
    waiting = Objection.objects.filter(table__round=OuterRef("pk"), answer=Objection.Answer.NONE)
    objections = waiting.order_by().values("table__round").annotate(number=Count("pk")).values("number")
    rounds = Round.objects.annotate(
        games=Count("tables", filter=games),
        done=Count("tables", filter=games & Q(tables__status=Table.Status.CONFIRMED)),
        disputed=Count("tables", filter=games & Q(tables__status=Table.Status.DISPUTED)),
        objections=Coalesce(Subquery(objections), 0),
    )
    rounds = rounds.defer("proposal", "notes").order_by("number")  # long, and shown by no list
    stages = Stage.objects.annotate(players=Count("stage_entries")).prefetch_related(Prefetch("rounds", rounds))
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


def players_to_enter(tournament: Tournament, words: str, limit: int) -> list[Player]:
    """Players whose name contains the words and who are not entered yet."""
    if not words:
        return []
    players = real_players().filter(name__icontains=words).exclude(entries__tournament=tournament)
    return list(players.prefetch_related("ratings")[:limit])


def real_players() -> QuerySet[Player]:
    """Everybody but those who were made up for rehearsals."""
    entries = Entry.objects.filter(player=OuterRef("pk"))
    rehearsals, others = entries.filter(tournament__rehearsal=True), entries.filter(tournament__rehearsal=False)
    return Player.objects.filter(Q(user__isnull=False) | ~Exists(rehearsals) | Exists(others))


PUBLISHED = (
    ~Q(table__round__status=Round.Status.DRAFT)
    & ~Q(table__round__stage__tournament__status=Tournament.Status.DRAFT)
    & Q(table__round__stage__tournament__rehearsal=False)
)
