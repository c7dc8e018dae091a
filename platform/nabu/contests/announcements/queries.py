"""Which announcements are shown where, and to whom."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from nabu.accounts.players.models import Person, User
from nabu.contests.announcements.models import Announcement
from nabu.contests.matches.any_player import AnyPlayer
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import can_keep_score, can_see_round
from nabu.web.shared_pages.making import holds_until

SHOWN_FOR = timedelta(hours=12)
"""So long the latest one stands above the pages of its event: an evening. One to a round or a table ends with it."""

PROJECTED_FOR = timedelta(minutes=5)
"""So long it is large on the projector."""

DRAFT, PUBLISHED = Round.Status.DRAFT, Round.Status.PUBLISHED
FOR_ALL = Q(table=None, withdrawn_at=None) & (Q(round=None) | ~Q(round__status=DRAFT))
"""What everybody who sees the tournament may read. To a round that is a draft again nothing was said."""

FOR_ALL_NOW = Q(table=None) & (Q(round=None) | Q(round__status=PUBLISHED))


def latest(tournament: Tournament) -> Announcement | None:
    """The one that stands above the pages of the event: the newest to all or to a round that is being played."""
    return _current().filter(FOR_ALL_NOW, tournament=tournament).first()


def latest_at(table: Table) -> Announcement | None:
    """The newest to this table alone, while its round is played. For those who may read it (`reads_table`)."""
    return _current().filter(table=table, table__round__status=PUBLISHED).first()


def latest_with_table(table: Table) -> tuple[Announcement | None, Announcement | None]:
    """Both of them, in one query: the own table is what a whole hall opens in the same minute."""
    at_table = Q(table=table, table__round__status=PUBLISHED)
    found = list(_current().filter(FOR_ALL_NOW | at_table, tournament=table.round.stage.tournament))
    to_all = next((each for each in found if each.table_id is None), None)
    return to_all, next((each for each in found if each.table_id is not None), None)


def shown_now(tournament: Tournament) -> Announcement | None:
    """The latest; a page that is kept for everybody is made anew when it has stood there long enough."""
    found = latest(tournament)
    if found is not None:
        holds_until(found.made_at + SHOWN_FOR)
    return found


def _current() -> QuerySet[Announcement]:
    found = Announcement.objects.filter(withdrawn_at=None, made_at__gt=timezone.now() - SHOWN_FOR)
    return found.select_related("round").order_by("-id")


def reads_table(person: Person, table: Table) -> bool:
    """Those who sit there, once everybody sees that they do, and those who keep score. Of a table with its players."""
    if table.round.status == DRAFT or not can_see_round(person, table.round):
        return False
    if can_keep_score(person, table.round.stage.tournament):
        return True
    if isinstance(person, AnyPlayer):
        return person.table == table.pk
    if not isinstance(person, User) or not person.is_active:
        return False
    return any(seat.entry.player.user_id == person.pk for seat in table.seats.all())


def visible_announcements(person: Person, tournament: Tournament) -> QuerySet[Announcement]:
    """All of a tournament that somebody who sees it may read, the newest first: what was said to all and to rounds, and
    at the own tables; everything, also what was withdrawn, for those who keep score."""
    found = tournament.announcements.select_related("round", "table__round").order_by("-id")
    if can_keep_score(person, tournament):
        return found
    shown = FOR_ALL
    if isinstance(person, User) and person.is_active:
        sits = Exists(Seat.objects.filter(table=OuterRef("table"), entry__player__user=person))
        shown |= Q(sits, table__isnull=False, withdrawn_at=None) & ~Q(table__round__status=DRAFT)
    return found.filter(shown)
