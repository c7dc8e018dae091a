"""Which announcements are shown where, and to whom."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import announcements_topic, tournament_topic
from nabu.contests.announcements.models import Announcement
from nabu.contests.matches.any_player import AnyPlayer
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.kept_results import kept_small
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import can_keep_score, can_see_round
from nabu.contests.tournaments.topics import tournament_of_round
from nabu.web.shared_pages.making import holds_until

SHOWN_FOR = timedelta(hours=12)
"""So long the latest one stands above the pages of its event: an evening. One to a round or a table ends with it."""

PROJECTED_FOR = timedelta(minutes=5)
"""So long it is large on the projector."""

DRAFT, PUBLISHED = Round.Status.DRAFT, Round.Status.PUBLISHED
FOR_ALL = Q(table=None, withdrawn_at=None) & (Q(round=None) | ~Q(round__status=DRAFT))
"""What everybody who sees the tournament may read. To a round that is a draft again nothing was said."""


def latest(tournament: Tournament) -> Announcement | None:
    """The one that stands above the pages of the event: the newest to all or to a round that is being played."""
    return next(filter(_is_for_all, _current(tournament.pk)), None)


def latest_at(table: Table) -> Announcement | None:
    """The newest to this table alone, while its round is played. For those who may read it (`reads_table`)."""
    current = _current(tournament_of_round(table.round_id)) if table.round.status == PUBLISHED else []
    return _held(next((each for each in current if each.table_id == table.pk), None))


def shown_now(tournament: Tournament) -> Announcement | None:
    """The latest; a page that is kept for everybody is made anew when it has stood there long enough."""
    return _held(latest(tournament))


def _held(found: Announcement | None) -> Announcement | None:
    if found is not None:
        holds_until(found.made_at + SHOWN_FOR)
    return found


def _is_for_all(announcement: Announcement) -> bool:
    """To everybody, or to a round that is being played."""
    round_ = announcement.round
    return announcement.table_id is None and (round_ is None or round_.status == PUBLISHED)


def _current(tournament: int) -> list[Announcement]:
    """Those that stand, the newest first, with their rounds. Every page of the event asks."""
    topics = announcements_topic(tournament), tournament_topic(tournament)

    def read() -> list[Announcement]:
        found = Announcement.objects.filter(tournament=tournament, withdrawn_at=None, made_at__gt=_oldest())
        return list(found.select_related("round").order_by("-id"))

    return [each for each in kept_small(("announced", tournament, None), topics, read) if each.made_at > _oldest()]


def _oldest() -> datetime:
    return timezone.now() - SHOWN_FOR


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
