"""Inviting guests, by mail or by a code on paper, and taking the invitation up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from secrets import token_hex

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.codes import digest_of, new_code
from nabu.core.errors import NotAllowed, Refused
from nabu.people.claims.merging import lock_both, take_over
from nabu.people.claims.models import ClaimRequest, Invitation, Merge
from nabu.people.claims.permissions import can_decide_for, decidable
from nabu.web.jobs.asking import ask_all

SEND = "invitations"
"""The kind of the job that sends one."""

GOOD_FOR = timedelta(days=60)
DAY = timedelta(days=1)
MOST_MAILS = 200
"""So many invitations an account may send in a day: whoever gets one has not asked for it."""

MOST_TO_ADDRESS = 3
"""So many invitations a day an address gets, whoever sends them."""


def guests_of(actor: User, tournament: Tournament) -> list[Entry]:
    """The entries of those without an account for whom this account decides, by seed."""
    entries = tournament.entries.filter(player__user=None).select_related("player", "tournament").order_by("seed", "pk")
    decided = decidable(actor, [entry.player for entry in entries])
    return [entry for entry in entries if entry.player_id in decided]


@audited
def invite(actor: User, entry: Entry) -> Invitation:
    """Send an invitation to the address of an entry; earlier ones end. Raises NotAllowed or Refused."""
    if not can_decide_for(actor, entry.player):
        raise NotAllowed
    if not entry.email:
        raise Refused(_("Enter an e-mail address for %(name)s first.") % {"name": entry.player.name})
    lately = Invitation.objects.filter(made_at__gt=timezone.now() - DAY)
    if lately.filter(email__iexact=entry.email).count() >= MOST_TO_ADDRESS:
        raise Refused(_("%(name)s was invited several times today. Try again tomorrow.") % {"name": entry.player.name})
    return _send(actor, entry.tournament, [entry])[0]


@audited
def invite_all(actor: User, tournament: Tournament) -> list[Invitation]:
    """Send invitations to all guests with an address who have none that is good. Raises NotAllowed or Refused."""
    if not is_organiser(actor, tournament):
        raise NotAllowed
    sent = _live().filter(player__entries__tournament=tournament).exclude(email="")
    live = set(sent.values_list("player", flat=True))
    wanted = [entry for entry in guests_of(actor, tournament) if entry.email and entry.player_id not in live]
    if not wanted:
        raise Refused(
            _("Nobody left to invite: the players without an account have no e-mail address, or are already invited.")
        )
    return _send(actor, tournament, wanted)


@audited
def make_codes(actor: User, tournament: Tournament) -> list[tuple[Entry, str]]:
    """New codes on paper for all guests; earlier ones on paper end. Raises NotAllowed or Refused."""
    if not is_organiser(actor, tournament):
        raise NotAllowed
    entries = guests_of(actor, tournament)
    if not entries:
        raise Refused(
            _("No codes were created: every player has an account, or first played in an event of another organiser.")
        )
    players = [entry.player_id for entry in entries]
    _live().filter(player__in=players, email="").update(revoked_at=timezone.now())
    codes = [new_code() for _entry in entries]
    Invitation.objects.bulk_create(
        _invitation(actor, entry, digest_of(code)) for entry, code in zip(entries, codes, strict=True)
    )
    audit(actor, "invitations.made", tournament, after={"codes": players}, tournament=tournament)
    return list(zip(entries, codes, strict=True))


@audited
def revoke(actor: User, tournament: Tournament) -> int:
    """No invitation to a guest of this tournament is good any more. Returns how many. Raises NotAllowed."""
    if not is_organiser(actor, tournament):
        raise NotAllowed
    players = [entry.player_id for entry in guests_of(actor, tournament)]
    revoked = _live().filter(player__in=players).update(revoked_at=timezone.now())
    audit(actor, "invitations.revoked", tournament, after={"revoked": revoked}, tournament=tournament)
    return revoked


@audited
def claim(actor: User, invitation: Invitation) -> Merge:
    """Take an invitation up: what the guest has played is this account's. Raises Refused."""
    lock_both(invitation.player, own_player(actor, invitation.player))
    current = _live().select_for_update(of=("self",)).filter(pk=invitation.pk).select_related("player").first()
    if current is None:
        raise Refused(_("This code is invalid or has expired. Ask the organiser for a new one."))
    consent = Entry.Consent.INVITATION if current.email else Entry.Consent.CLAIM
    merge = hand_over(actor, actor, current.player, consent)
    current.used_at, current.used_by = timezone.now(), actor
    current.save(update_fields=["used_at", "used_by"])
    return merge


def hand_over(actor: User, account: User, guest: Player, consent: str) -> Merge:
    """Merge a guest into the player of an account, in the caller's transaction; other ways to the guest are closed."""
    merge = take_over(actor, guest, own_player(account, guest), consent)
    _live().filter(player=guest).update(revoked_at=timezone.now())
    open_requests = ClaimRequest.objects.filter(player=guest, status=ClaimRequest.Status.OPEN)
    open_requests.exclude(account=account).update(status=ClaimRequest.Status.REFUSED, decided_at=timezone.now())
    return merge


def own_player(account: User, guest: Player) -> Player:
    """The player of an account; one without any gets the name of the guest."""
    return Player.objects.get_or_create(user=account, defaults={"name": guest.name})[0]


def _live() -> QuerySet[Invitation]:
    return Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())


def _invitation(actor: User, entry: Entry, digest: str, email: str = "") -> Invitation:
    expires = timezone.now() + GOOD_FOR
    return Invitation(player=entry.player, entry=entry, digest=digest, email=email, made_by=actor, expires_at=expires)


def _send(actor: User, tournament: Tournament, entries: Sequence[Entry]) -> list[Invitation]:
    """Rows without a code yet, and the jobs that make one and send it."""
    today = Invitation.objects.filter(made_by=actor, made_at__gt=timezone.now() - DAY).exclude(email="").count()
    if not actor.is_staff and today + len(entries) > MOST_MAILS:
        raise Refused(
            _("You can invite %(most)s players a day by mail. Print codes for the others.") % {"most": MOST_MAILS}
        )
    players = [entry.player_id for entry in entries]
    _live().filter(player__in=players).exclude(email="").update(revoked_at=timezone.now())
    made = Invitation.objects.bulk_create([_invitation(actor, entry, token_hex(32), entry.email) for entry in entries])
    language = get_language() or ""
    ask_all(SEND, [(None, {"invitation": one.pk, "language": language}) for one in made], actor)
    audit(actor, "invitations.made", tournament, after={"mails": players}, tournament=tournament)
    return made
