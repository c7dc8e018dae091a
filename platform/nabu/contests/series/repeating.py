"""An event again: a new draft with the settings of another one and, by choice, its players and its helpers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.queries import clubs_to_organise_for
from nabu.contests.clubs.rated_status import may_run_rated
from nabu.contests.series.again import moved, next_day, next_name
from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.entries.services import take_over_details
from nabu.contests.tournaments.models import Entry, Restriction, Role, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.prizes.services import prizes_of, set_prizes
from nabu.contests.tournaments.setup.copying import ANNOUNCED, PLAYED, settings_of
from nabu.contests.tournaments.setup.services import NAME_LENGTH, TournamentSpec, create_tournament
from nabu.contests.tournaments.signals import tournament_repeated
from nabu.core.errors import NotAllowed, Refused


@dataclass(frozen=True, slots=True)
class Again:
    """What is chosen about an event that takes place again.

    `players`: those of last time are entered; `dropped`: also those who dropped out. `helpers`: the roles stay.
    """

    name: str
    starts_on: date | None = None
    players: bool = False
    dropped: bool = False
    helpers: bool = False


@dataclass(frozen=True, slots=True)
class Repeated:
    """The new draft, and those of last time who could not be entered: name and reason."""

    tournament: Tournament
    players: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)


def proposed(source: Tournament, today: date) -> Again:
    """What the form of an event shows at first: the name counted on, and the same weekday."""
    day = next_day(source.starts_on, today) if source.starts_on else None
    return Again(next_name(source.name, NAME_LENGTH), day)


def club_for(actor: User, source: Tournament) -> Club | None:
    """The club of the event, if the actor organises for it."""
    return clubs_to_organise_for(actor).filter(pk=source.club_id).first() if source.club_id else None


@audited
def repeat_tournament(actor: User, source: Tournament, again: Again) -> Repeated:
    """A draft of the actor's with all settings of the event (`nabu.contests.tournaments.setup.copying`).

    The times of registration move with the date; without both dates they are left out. The club stays if the actor
    organises for it, and the event is rated if the last one was and this one may be. Raises NotAllowed for somebody who
    does not organise the event, and Refused for a practice event and whatever a new tournament is refused for.
    """
    if not is_organiser(actor, source):
        raise NotAllowed
    if source.practice:
        raise Refused(_("A practice event cannot be repeated. Create a new one."))
    return _copied(actor, source, again, {})


def next_of_series(actor: User, source: Tournament, again: Again, registration: dict[str, Any]) -> Tournament:
    """The same for a series, in its transaction: with a registration of its own, and with the helpers."""
    return _copied(actor, source, again, registration).tournament


def _copied(actor: User, source: Tournament, again: Again, registration: dict[str, Any]) -> Repeated:
    club = club_for(actor, source)
    by = again.starts_on - source.starts_on if again.starts_on and source.starts_on else None
    times = {
        "registration_opens_at": source.registration_opens_at,
        "registration_closes_at": source.registration_closes_at,
    }
    spec = TournamentSpec(
        **settings_of(source, PLAYED + ANNOUNCED)
        | {key: moved(moment, by) if by is not None else None for key, moment in times.items()}
        | registration
        | {"name": again.name, "starts_on": again.starts_on}
        | {"ends_on": source.ends_on + by if by is not None and source.ends_on is not None else None},
        club=club,
        rated=source.rated and may_run_rated(actor, club),
    )
    made = create_tournament(actor, spec)
    if source.prizes.exists():
        set_prizes(actor, made, prizes_of(source))
    entered, left_out = _enter_again(actor, source, made, again) if again.players else ({}, [])
    _keep_apart(source, made, entered)
    if again.helpers:
        _keep_helpers(actor, source, made)
    tournament_repeated.send(None, source=source, made=made)
    audit(
        actor,
        "tournament.repeated",
        made,
        after={"repeats": source.name, "players": len(entered), "not_entered": len(left_out)},
        tournament=made,
    )
    return Repeated(made, len(entered), left_out)


def _enter_again(
    actor: User, source: Tournament, made: Tournament, again: Again
) -> tuple[dict[int, Entry], list[tuple[str, str]]]:
    """The new entries by the old ones, in the same order; and who is left out, with the reason."""
    wanted: dict[int, Player] = {}
    entries: dict[int, Entry] = {}
    left_out: list[tuple[str, str]] = []
    for entry in source.entries.select_related("player__user", "invited__user").order_by("seed", "pk"):
        player = entry.invited or entry.player
        reason = _why_not(entry, player)
        if reason:
            left_out.append((entry.player.name, reason))
        elif entry.status == Entry.Status.ACTIVE or again.dropped:
            wanted[entry.pk], entries[entry.pk] = player, entry
    made_entries: dict[int, Entry] = {}
    try:
        # Nobody is entered, or all: most of the time nothing speaks against any of them.
        with transaction.atomic():
            made_entries = dict(zip(wanted, enter(actor, made, list(wanted.values())), strict=True))
    except Refused:
        for pk, player in wanted.items():
            try:
                with transaction.atomic():
                    made_entries[pk] = enter(actor, made, [player])[0]
            except Refused as refusal:
                left_out.append((entries[pk].player.name, refusal.message))
    take_over_details([(entries[pk], entry) for pk, entry in made_entries.items()])
    return made_entries, left_out


def _why_not(entry: Entry, player: Player) -> str:
    """Why somebody of last time is not entered again, whatever is chosen; empty if nothing is in the way."""
    if player.deleted_at is not None or player.merged_into_id is not None:
        return _("no longer exists")
    if player.user is not None and not player.user.is_active:
        return _("account closed")
    if entry.status == Entry.Status.DISQUALIFIED:
        return _("disqualified last time")
    return _("stand-in") if entry.stand_in else ""


def _keep_apart(source: Tournament, made: Tournament, entered: dict[int, Entry]) -> None:
    """Who was kept apart still is, where both play."""
    kept = Restriction.objects.filter(tournament=source, one__in=entered, other__in=entered).order_by("pk")
    Restriction.objects.bulk_create(
        Restriction(
            tournament=made, one=entered[each.one_id], other=entered[each.other_id], kind=each.kind, reason=each.reason
        )
        for each in kept
    )


def _keep_helpers(actor: User, source: Tournament, made: Tournament) -> None:
    """The same people have the same roles. Whoever owned the event is a director where somebody else repeats it."""
    roles = {role.user_id: role.kind for role in source.roles.filter(user__is_active=True).order_by("pk")}
    if User.objects.filter(Q(pk=source.organiser_id), is_active=True).exists():
        roles[source.organiser_id] = Role.Kind.DIRECTOR
    roles.pop(actor.pk, None)
    Role.objects.bulk_create(Role(tournament=made, user_id=user, kind=kind) for user, kind in roles.items())


def left_out_shown(left_out: Sequence[tuple[str, str]]) -> str:
    """Names with reasons, as a message shows them."""
    return ", ".join(f"{name} ({reason})" for name, reason in left_out)
