"""The answer of somebody whose account was entered by somebody else.

Until then the entry belongs to a guest of the same name (`nabu.contests.tournaments.entering`), so every page, export
and figure is right without asking. Accepting gives the entry, with all that was played meanwhile, to the account;
declining leaves a guest like any other. Only the person answers, and nobody undoes the answer.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import PEOPLE, touch
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.entries.services import current_entry, take_out_entry
from nabu.contests.tournaments.locks import DRAFT, lock_tournament
from nabu.contests.tournaments.models import DeclinedInvitation, Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import is_invited, is_own_entry
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.contests.tournaments.suspended import check_not_suspended
from nabu.core.errors import NotAllowed, Refused


@audited
def accept_invitation(actor: User, entry: Entry, consent: Entry.Consent) -> Entry:
    """The person plays: the entry is the account's from now on, and always was.

    `consent` says whether the games are rated, where the tournament is; with NONE the person is still asked. An entry
    that is the account's own already stays as it is. Raises NotAllowed or Refused, before the start also for somebody
    suspended by the club.
    """
    locked, current = _locked(entry)
    if is_own_entry(actor, current):
        return current
    guest, player = current.player, _invited(actor, current)
    if locked.entries.filter(player=player).exists():
        raise Refused(_("You already play in this tournament."))
    if locked.status == DRAFT:
        check_not_suspended(actor, locked, [player])
    before = {"consent": current.consent}
    current.player, current.invited = player, None
    if locked.rated and not locked.practice:
        current.consent = consent
    current.save(update_fields=["player", "invited", "consent"])
    Registration.objects.filter(tournament=locked, player=player, status__in=HOPES).update(
        status=Registration.Status.ACCEPTED
    )
    # The guest was made for this entry. Addresses with its number lead to the player now.
    Player.objects.filter(pk=guest.pk, entries=None).update(merged_into=player)
    touch(PEOPLE)
    games = rate_tournament(locked)
    after = {"name": player.name, "consent": current.consent, "rated_games": games}
    audit(actor, "entry.invitation_accepted", current, before, after, tournament=locked)
    return current


@audited
def decline_invitation(actor: User, entry: Entry) -> None:
    """The person does not play, or is somebody else. Before the start the entry is removed, later a guest stays.

    Neither says whose account was meant, the history included: it names the platform. The account is not invited to
    this tournament again. Raises NotAllowed, and Refused once it was accepted.
    """
    locked, current = _locked(entry)
    if is_own_entry(actor, current):
        raise Refused(_("You have already accepted. Withdraw or drop out instead."))
    player = _invited(actor, current)
    DeclinedInvitation.objects.get_or_create(tournament=locked, player=player)
    forget_invitation(locked, current)
    if locked.status == DRAFT:
        take_out_entry(None, locked, current)


@audited
def forget_invitation(tournament: Tournament, entry: Entry) -> None:
    """Nothing leads from an entry of a locked tournament to the account any more.

    A change of its own, so that a director may take back that the guest is removed, but not the answer.
    """
    entry.invited = None
    entry.save(update_fields=["invited"])
    # What waited for the answer is the game of a guest now.
    rate_tournament(tournament)
    audit(None, "entry.invitation_declined", entry, after={"name": entry.player.name}, tournament=tournament)


def _locked(entry: Entry) -> tuple[Tournament, Entry]:
    locked = lock_tournament(entry.tournament_id)
    return locked, current_entry(entry)


def _invited(actor: User, entry: Entry) -> Player:
    if entry.invited is None or not is_invited(actor, entry):
        raise NotAllowed
    return entry.invited
