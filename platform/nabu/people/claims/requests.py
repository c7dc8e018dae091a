"""Somebody with an account has the name of a guest: "Are you the one who played there?" """

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, Player, User
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.keys import same_name
from nabu.people.claims.invitations import hand_over, own_player
from nabu.people.claims.merging import lock_both
from nabu.people.claims.models import ClaimRequest, Merge
from nabu.people.claims.permissions import can_decide_for, decidable

Status = ClaimRequest.Status
MOST_OFFERS = 5
MOST_LOOKED_AT = 100
"""Guests whose names have the same key, most of which are the same name."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A guest who may be this account, and where the guest played. `request` if the account has asked already."""

    player: Player
    tournaments: Sequence[str]
    request: ClaimRequest | None


def offers_for(user: Person) -> list[Offer]:
    """Guests of the own name, in any spelling, who have played where everybody can see it; not those that were
    dismissed."""
    own = getattr(user, "player", None)
    if own is None:
        return []
    guests = Player.objects.filter(name_key=own.name_key, user=None, merged_into=None)
    # Of an entry that this account, or a namesake, has yet to answer it is not asked twice, and after a no not again.
    guests = guests.exclude(entries__invited__isnull=False)
    guests = guests.exclude(entries__tournament__declined_invitations__player=own)
    called_so = (guest for guest in guests.order_by("pk")[:MOST_LOOKED_AT] if same_name(guest.name, own.name))
    found = {guest.pk: guest for guest in islice(called_so, MOST_OFFERS)}
    if not found:
        return []
    public = Tournament.objects.filter(PUBLIC)
    entries = Entry.objects.filter(player__in=found, tournament__in=public).values_list("player", "tournament__name")
    names: dict[int, list[str]] = {}
    for player, name in entries.order_by("-tournament_id"):
        names.setdefault(player, []).append(name)
    asked = {each.player_id: each for each in ClaimRequest.objects.filter(account=user.pk, player__in=found)}
    return [
        Offer(guest, names[pk], asked.get(pk))
        for pk, guest in found.items()
        if pk in names and (pk not in asked or asked[pk].status in (Status.OPEN, Status.REFUSED))
    ]


def requests_to_decide(user: User) -> list[ClaimRequest]:
    """Claims that wait for this account."""
    waiting = ClaimRequest.objects.filter(status=Status.OPEN, player__user=None, player__merged_into=None)
    if not user.is_staff:
        roles = Q(organiser=user.pk) | Q(roles__user=user.pk) | Q(club__memberships__user=user.pk)
        waiting = waiting.filter(player__entries__tournament__in=Tournament.objects.filter(roles)).distinct()
    found = waiting.select_related("player", "account__player").order_by("pk")
    decided = decidable(user, [each.player for each in found])
    return [each for each in found if each.player_id in decided]


@audited
def ask(actor: User, guest: Player) -> ClaimRequest:
    """This account says that it is the guest. Raises Refused for one of another name, and when it was said before."""
    return _said(actor, guest, Status.OPEN, "claim.asked")


@audited
def dismiss(actor: User, guest: Player) -> ClaimRequest:
    """This account says that it is somebody else of the same name. Raises Refused like `ask`."""
    return _said(actor, guest, Status.DISMISSED, "claim.dismissed")


@audited
def approve(actor: User, request: ClaimRequest) -> Merge:
    """The claim is approved: it is the same person. Raises NotAllowed or Refused."""
    lock_both(request.player, own_player(request.account, request.player))
    current = _open(actor, request)
    _decide(actor, current, Status.APPROVED)
    merge = hand_over(actor, current.account, current.player, Entry.Consent.CLAIM)
    audit(actor, "claim.approved", current.player, after={"account": current.account.get_username()})
    return merge


@audited
def refuse(actor: User, request: ClaimRequest) -> None:
    """The claim is refused: it is another person. Raises NotAllowed or Refused."""
    current = _open(actor, request)
    _decide(actor, current, Status.REFUSED)
    audit(actor, "claim.refused", current.player, after={"account": current.account.get_username()})


def _said(actor: User, guest: Player, status: str, action: str) -> ClaimRequest:
    if ClaimRequest.objects.filter(account=actor, player=guest, status=Status.DISMISSED).exists():
        raise Refused(_("You have already said that this player is somebody else."))
    offer = next((each for each in offers_for(actor) if each.player.pk == guest.pk), None)
    if offer is None:
        raise Refused(_("You can only claim a player with your own name and without an account."))
    if offer.request is not None:
        raise Refused(_("You have already claimed this player."))
    request, made = ClaimRequest.objects.get_or_create(player=guest, account=actor, defaults={"status": status})
    if not made:
        raise Refused(_("You have already claimed this player."))
    audit(actor, action, guest, after={"account": actor.get_username()})
    return request


def _open(actor: User, request: ClaimRequest) -> ClaimRequest:
    requests = ClaimRequest.objects.select_for_update(of=("self",)).select_related("player", "account")
    current = requests.get(pk=request.pk)
    if not can_decide_for(actor, current.player):
        raise NotAllowed
    if current.status != Status.OPEN:
        raise Refused(_("This claim was already decided."))
    return current


def _decide(actor: User, request: ClaimRequest, status: str) -> None:
    request.status, request.decided_by, request.decided_at = status, actor, timezone.now()
    request.save(update_fields=["status", "decided_by", "decided_at"])
