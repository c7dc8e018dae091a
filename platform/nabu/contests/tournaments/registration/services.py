"""What players and directors do about registrations. Each of them locks the tournament, so no place is given twice."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.tournaments.entering import HOPES, MOST_ENTRIES, enter, take_out
from nabu.contests.tournaments.entries.invitations import accept_invitation
from nabu.contests.tournaments.locks import CANCELLED, DRAFT, RUNNING, lock_as, lock_tournament
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import can_see_tournament
from nabu.contests.tournaments.registration.queries import Phase, phase_of
from nabu.contests.tournaments.suspended import check_not_suspended
from nabu.contests.tournaments.waiting_list import free_places, move_up, waiting
from nabu.core import database_clock
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import is_printable, tidy
from nabu.core.typed_names import check_typed

Status = Registration.Status
CLUB_LENGTH = 80


@audited
def register(actor: User, tournament: Tournament, club: str = "") -> Registration:
    """The account's player wants to play: entered at once, or waiting for approval or for a place. Whoever was entered
    by somebody else accepts that entry.

    Raises Refused while registration is not open, and for somebody who is entered, registered or declined already, or
    suspended by the club.
    """
    locked = lock_tournament(tournament.pk)
    if not actor.is_active or not can_see_tournament(actor, locked):
        raise NotAllowed
    player = _player_of(actor)
    _check_open(locked)
    club = _checked_club(club)
    found = Registration.objects.filter(tournament=locked, player=player).first()
    _check_new(locked, player, found)
    check_not_suspended(actor, locked, [player])
    last = locked.registrations.aggregate(last=Max("position"))["last"] or 0
    registration = found or Registration(tournament=locked, player=player)
    registration.position, registration.club, registration.rated = last + 1, club, locked.rated
    registration.status = Status.PENDING if locked.registration_approval else Status.WAITING
    invited = locked.entries.filter(invited=player).first()
    if invited is not None:
        registration.status = Status.ACCEPTED
        accept_invitation(actor, invited, Entry.Consent.REGISTRATION)
        locked.entries.filter(pk=invited.pk, club="").update(club=club)
    registration.save()
    move_up(locked)
    registration.refresh_from_db()
    return _recorded(actor, "registration.made", registration, locked)


@audited
def withdraw(actor: User, tournament: Tournament) -> None:
    """The account's player does not want to play after all, before the start; the place goes to the waiting list.

    Raises Refused for somebody who has nothing to withdraw.
    """
    locked = lock_tournament(tournament.pk)
    if not can_see_tournament(actor, locked):
        raise NotAllowed
    player = _player_of(actor)
    registration = Registration.objects.filter(tournament=locked, player=player).first()
    entry = locked.entries.filter(player=player).first()
    if entry is not None and locked.status != DRAFT:
        raise Refused(_("The tournament has started. Drop out instead."))
    if entry is None and (registration is None or registration.status not in HOPES):
        raise Refused(_("You are not registered."))
    before = {"status": registration.status if registration else Status.ACCEPTED}
    if entry is not None:
        take_out(entry, Status.WITHDRAWN)
    else:
        Registration.objects.filter(tournament=locked, player=player).update(status=Status.WITHDRAWN)
    after = {"name": player.name, "status": Status.WITHDRAWN.value, **_told(move_up(locked))}
    audit(actor, "registration.withdrawn", registration or entry or locked, before, after, tournament=locked)


@audited
def accept(actor: User, registration: Registration) -> Registration:
    """A director wants this player: entered if there is a place, else on the waiting list; from there, or after the
    start, entered at once, even beyond the capacity. Raises Refused for a registration that is withdrawn.
    """
    locked = lock_as(actor, registration.tournament_id, {DRAFT, RUNNING})
    current = _current(registration)
    if current.status == Status.ACCEPTED:
        raise Refused(_("%(name)s is already in the tournament.") % {"name": current.player.name})
    if current.status == Status.WITHDRAWN:
        raise Refused(_("%(name)s has withdrawn.") % {"name": current.player.name})
    check_not_suspended(actor, locked, [current.player])
    before = {"status": current.status}
    asked_for_place = current.status == Status.WAITING or locked.status == RUNNING
    current.status = Status.WAITING
    current.save(update_fields=["status"])
    if asked_for_place or (free_places(locked) != 0 and not waiting(locked).exclude(pk=current.pk).exists()):
        enter(actor, locked, [current.player])
    current.refresh_from_db()
    return _recorded(actor, "registration.accepted", current, locked, before)


@audited
def decline(actor: User, registration: Registration) -> Registration:
    """A director does not want this player. Raises Refused for one who is entered: directors remove entries."""
    locked = lock_as(actor, registration.tournament_id, {DRAFT, RUNNING})
    current = _current(registration)
    if current.status not in HOPES:
        raise Refused(_("This registration was already accepted, declined or withdrawn."))
    before = {"status": current.status}
    current.status = Status.DECLINED
    current.save(update_fields=["status"])
    return _recorded(actor, "registration.declined", current, locked, before)


@audited
def move(actor: User, registration: Registration, place: int) -> Registration:
    """Give somebody on the waiting list this place in it, from 1; past the end is the end."""
    locked = lock_as(actor, registration.tournament_id, {DRAFT, RUNNING})
    current = _current(registration)
    if current.status != Status.WAITING:
        raise Refused(_("%(name)s is not on the waiting list.") % {"name": current.player.name})
    line = list(waiting(locked))
    positions = [each.position for each in line]
    before = line.index(current) + 1
    line.remove(current)
    line.insert(max(place, 1) - 1, current)
    for each, position in zip(line, positions, strict=True):
        each.position = position
    Registration.objects.bulk_update(line, ["position"])
    after = {"name": current.player.name, "place": line.index(current) + 1}
    audit(actor, "registration.moved", current, {"place": before}, after, tournament=locked)
    return current


def _current(registration: Registration) -> Registration:
    return Registration.objects.select_related("player").get(pk=registration.pk)


def _player_of(actor: User) -> Player:
    player = Player.objects.filter(user=actor).first()
    if player is None:
        raise Refused(_("Your account has no player yet. Enter your name on the account page first."))
    return player


def _check_open(tournament: Tournament) -> None:
    """Raises Refused with the reason."""
    if tournament.status == CANCELLED:
        raise Refused(Message("tournaments.cancelled"))
    phase = phase_of(tournament, database_clock.now())
    if phase is Phase.OFF:
        raise Refused(_("You cannot register for this tournament yourself. Ask the organiser."))
    if phase is Phase.BEFORE:
        raise Refused(_("Registration is not open yet."))
    if phase is Phase.CLOSED:
        raise Refused(_("Registration is closed."))


def _check_new(tournament: Tournament, player: Player, found: Registration | None) -> None:
    if Entry.objects.filter(tournament=tournament, player=player).exists():
        raise Refused(_("You already play in this tournament."))
    if found is not None and found.status in HOPES:
        raise Refused(_("You are already registered."))
    if found is not None and found.status == Status.DECLINED:
        raise Refused(_("The organiser has declined your registration."))
    if tournament.registrations.filter(status__in=HOPES).count() >= MOST_ENTRIES:
        raise Refused(_("The waiting list is full."))


def _checked_club(club: str) -> str:
    club = tidy(club)
    if len(club) > CLUB_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": CLUB_LENGTH})
    check_typed(club)
    if not is_printable(club):
        raise Refused(_("Control characters are not allowed."))
    return club


def _told(moved_up: list[str]) -> dict[str, Any]:
    return {"moved_up": moved_up} if moved_up else {}


def _recorded(
    actor: User, action: str, registration: Registration, locked: Tournament, before: dict[str, Any] | None = None
) -> Registration:
    after = {"name": registration.player.name, "status": registration.status}
    audit(actor, action, registration, before, after, tournament=locked)
    return registration
