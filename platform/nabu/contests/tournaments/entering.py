"""Entries are made: by a director, from a list, or out of a registration.

Nobody is entered under the own account by somebody else: until the person accepts, a guest of the same name stands in
the entry (`Entry.invited`).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from nabu.accounts.players.models import Player, User
from nabu.contests.tournaments.consent import consent_when_entered
from nabu.contests.tournaments.late import check_takes_stand_ins, let_in
from nabu.contests.tournaments.locks import RUNNING
from nabu.contests.tournaments.models import DeclinedInvitation, Entry, Registration, Tournament
from nabu.contests.tournaments.suspended import check_not_suspended
from nabu.core.errors import Refused

FEWEST_PLACES, MOST_ENTRIES = 2, 1024
HOPES = (Registration.Status.PENDING, Registration.Status.WAITING)
"""Registrations that may still become entries."""


def enter(
    actor: User | None, tournament: Tournament, players: Sequence[Player], *, stand_in: bool = False
) -> list[Entry]:
    """Make entries with the last seeds in a locked tournament; in a running one they join its stage at once.

    Who has registered is accepted, and the entry takes over a payment of the entry fee; registering for a rated
    tournament was consent to be rated. Others with an account bring along the consent that they gave to the club;
    whoever did nothing of this is invited, and plays as a guest until the answer. `actor` None: the platform lets
    somebody in. `stand_in`: they fill tables and count for nobody. Raises Refused for somebody who is entered or
    invited already, has declined, or is suspended by the club.
    """
    if stand_in:
        check_takes_stand_ins(tournament)
    if any(player.merged_into_id for player in players):
        raise Refused(_("This player was merged into another one. Add that one instead."))
    entries_now = list(tournament.entries.values_list("player_id", "invited_id"))
    entered = {pk for pair in entries_now for pk in pair}
    again = [player.name for player in players if player.pk in entered]
    if again:
        raise Refused(_("Already in the tournament: %(names)s.") % {"names": ", ".join(again)})
    check_not_suspended(actor, tournament, players)
    if len(entries_now) + len(players) > MOST_ENTRIES:
        raise Refused(_("A tournament has at most %(most)s players.") % {"most": MOST_ENTRIES})
    last = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    consents = consent_when_entered(actor, tournament, players)
    hopes = Registration.objects.filter(tournament=tournament, player__in=players, status__in=HOPES)
    clubs = dict(hopes.values_list("player_id", "club"))
    payments = {
        player: {"paid_at": paid_at, "paid_to_id": paid_to}
        for player, paid_at, paid_to in hopes.values_list("player_id", "paid_at", "paid_to_id")
    }
    agreed = set(hopes.filter(rated=True).values_list("player_id", flat=True)) if tournament.rated else set()
    consents |= dict.fromkeys(agreed, Entry.Consent.REGISTRATION)
    guests = _guests_for(actor, tournament, [player for player in players if player.pk not in {*consents, *clubs}])
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=guests.get(player.pk, player),
            invited=player if player.pk in guests else None,
            seed=seed,
            club=clubs.get(player.pk, ""),
            consent=consents.get(player.pk, Entry.Consent.NONE),
            stand_in=stand_in,
            **payments.get(player.pk, {}),
        )
        for seed, player in enumerate(players, start=last + 1)
    )
    if clubs:
        hopes.update(status=Registration.Status.ACCEPTED, paid_at=None, paid_to=None)
    if tournament.status == RUNNING and not stand_in:
        let_in(tournament, entries)
    return entries


def _guests_for(actor: User | None, tournament: Tournament, players: Sequence[Player]) -> dict[int, Player]:
    """A new guest for each of these players who has an account and has to be asked, by player. Raises Refused."""
    if Entry.objects.filter(player__in=players, invited__isnull=False).exists():
        raise Refused(_("This player is invited elsewhere and has not answered yet. Add the player by name instead."))
    asked = [player for player in players if player.user_id is not None and (not actor or player.user_id != actor.pk)]
    declined = DeclinedInvitation.objects.filter(tournament=tournament, player__in=asked).select_related("player")
    if declined:
        names = ", ".join(each.player.name for each in declined)
        raise Refused(
            _("%(names)s cannot be invited to this tournament. Add the player by name instead.") % {"names": names}
        )
    return {player.pk: Player.objects.create(name=player.name, created_by=actor) for player in asked}


def take_out(entry: Entry, registration: str) -> None:
    """Delete an entry of a locked draft: the seeds behind move up. Its registration, if any, gets this status and
    the payment of the entry fee."""
    tournament = entry.tournament
    Registration.objects.filter(tournament=tournament, player=entry.player_id).update(
        status=registration, paid_at=entry.paid_at, paid_to=entry.paid_to_id
    )
    Entry.objects.filter(pk=entry.pk).delete()
    number(list(tournament.entries.order_by("seed", "pk")))


def number(entries: Sequence[Entry]) -> None:
    """Give these seeds in this order."""
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])
