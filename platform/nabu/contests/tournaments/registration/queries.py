"""What pages and the API tell about registrations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, F, Q

from nabu.accounts.players.models import Person, User
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments
from nabu.contests.tournaments.playing import players_of
from nabu.contests.tournaments.waiting_list import waiting
from nabu.core import database_clock
from nabu.web.shared_pages.making import holds_until

Status = Registration.Status


class Phase(StrEnum):
    """Whether players can register now."""

    OFF = "off"
    BEFORE = "before"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Places:
    """How the registration of a tournament stands. `capacity` None: any number."""

    phase: Phase
    opens_at: datetime | None
    closes_at: datetime | None
    capacity: int | None
    taken: int
    waiting: int
    pending: int

    @property
    def full(self) -> bool:
        """Who registers now has to wait."""
        return self.capacity is not None and (self.taken >= self.capacity or self.waiting > 0)


@dataclass(frozen=True, slots=True)
class Own:
    """What became of the registration of one player; `place` in the waiting list, from 1; the id of the `entry`."""

    status: str
    label: str
    place: int | None
    entry: int | None = None


def phase_of(tournament: Tournament, now: datetime) -> Phase:
    """Before the start only; a page that is being made holds until this changes."""
    if not tournament.registration or tournament.practice or tournament.status != Tournament.Status.DRAFT:
        return Phase.OFF
    opens, closes = tournament.registration_opens_at, tournament.registration_closes_at
    if closes is not None and closes <= now:
        return Phase.CLOSED
    coming = opens if opens is not None and opens > now else closes
    if coming is not None:
        holds_until(coming)
    return Phase.BEFORE if coming is not None and coming == opens else Phase.OPEN


def places_of(tournament: Tournament) -> Places | None:
    """None where players do not register themselves."""
    phase = phase_of(tournament, database_clock.now())
    if phase is Phase.OFF:
        return None
    counts = tournament.registrations.aggregate(
        waiting=Count("pk", filter=Q(status=Status.WAITING)), pending=Count("pk", filter=Q(status=Status.PENDING))
    )
    return Places(
        phase,
        tournament.registration_opens_at,
        tournament.registration_closes_at,
        tournament.capacity,
        players_of(tournament).count(),
        counts["waiting"],
        counts["pending"],
    )


def open_for_registration() -> list[Tournament]:
    """Tournaments that players can register for now, the next ones first."""
    announced = listed_tournaments().filter(status=Tournament.Status.DRAFT, registration=True, practice=False)
    now = database_clock.now()
    coming = announced.prefetch_related("stages").order_by(F("starts_on").asc(nulls_last=True), "-pk")
    return [tournament for tournament in coming if phase_of(tournament, now) is Phase.OPEN]


def own_registration(user: Person, tournament: Tournament) -> Own | None:
    """What became of this account's registration; an entry counts as accepted, whoever made it."""
    if not user.is_authenticated:
        return None
    entry = tournament.entries.filter(player__user=user.pk).values_list("pk", flat=True).first()
    if entry is not None:
        return Own(Status.ACCEPTED, str(Status.ACCEPTED.label), None, entry)
    found = tournament.registrations.filter(player__user=user.pk).first()
    if found is None:
        return None
    place = None
    if found.status == Status.WAITING:
        place = (
            1
            + waiting(tournament)
            .filter(Q(position__lt=found.position) | Q(position=found.position, pk__lt=found.pk))
            .count()
        )
    return Own(found.status, found.get_status_display(), place)


def registrations_of(user: User) -> list[Registration]:
    """The own registrations for tournaments that have not started, for the home page."""
    coming = Registration.objects.filter(tournament__status=Tournament.Status.DRAFT, player__user=user)
    shown = coming.filter(status__in=(*HOPES, Status.ACCEPTED)).select_related("tournament")
    return list(shown.order_by("tournament__starts_on", "pk"))


def places_in_line(tournament: Tournament) -> dict[int, int]:
    """The places in the waiting list, from 1, by registration."""
    return {pk: place for place, pk in enumerate(waiting(tournament).values_list("pk", flat=True), start=1)}
