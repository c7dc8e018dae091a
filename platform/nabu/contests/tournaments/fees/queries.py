"""Who has paid the entry fee, to whom, and what that comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, QuerySet

from nabu.accounts.players.models import Person, User
from nabu.accounts.players.names import name_of
from nabu.contests.tournaments.entries.queries import own_entry
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.core.name_keys.keys import name_key


@dataclass(frozen=True, slots=True)
class Receiver:
    """Somebody who took entry fees: from how many, and the sum."""

    name: str
    payments: int
    sum: Decimal


@dataclass(frozen=True, slots=True)
class Fees:
    """The entry fees of a tournament in its currency.

    `paid` of `players` have paid; players who left without paying are not counted. `received` is all money, with that
    of people who are registered but not entered; `due` is what the players still owe.
    """

    fee: Decimal
    paid: int
    players: int
    received: Decimal
    receivers: Sequence[Receiver]

    @property
    def unpaid(self) -> int:
        return self.players - self.paid

    @property
    def due(self) -> Decimal:
        return self.fee * self.unpaid


@dataclass(frozen=True, slots=True)
class OwnFee:
    """What the own player pays in a tournament, and whether that was noted."""

    fee: Decimal
    currency: str
    paid: bool


def owing(tournament: Tournament) -> QuerySet[Entry]:
    """The players from whom the entry fee is expected or who have paid it. A stand-in owes none."""
    return tournament.entries.filter(Q(status=Entry.Status.ACTIVE, stand_in=False) | Q(paid_at__isnull=False))


def fees_of(tournament: Tournament) -> Fees | None:
    """None where there is no entry fee."""
    if tournament.fee is None:
        return None
    counts = owing(tournament).aggregate(players=Count("pk"), paid=Count("pk", filter=Q(paid_at__isnull=False)))
    payments: dict[int | None, int] = {}
    for payers in (tournament.entries.all(), paid_without_entry(tournament)):
        taken = payers.filter(paid_at__isnull=False).order_by().values_list("paid_to").annotate(payments=Count("pk"))
        for receiver, number in taken:
            payments[receiver] = payments.get(receiver, 0) + number
    names = {
        user.pk: name_of(user)
        for user in User.objects.filter(
            pk__in=[receiver for receiver in payments if receiver is not None]
        ).select_related("player")
    }
    receivers = [
        Receiver(names[receiver], number, number * tournament.fee)
        for receiver, number in payments.items()
        if receiver is not None
    ]
    receivers.sort(key=lambda receiver: (-receiver.payments, name_key(receiver.name)))
    received = sum(payments.values()) * tournament.fee
    return Fees(tournament.fee, counts["paid"], counts["players"], received, receivers)


def paid_without_entry(tournament: Tournament) -> QuerySet[Registration]:
    """Those who paid in advance and are not entered: they still wait, or get their money back."""
    paid = tournament.registrations.filter(paid_at__isnull=False).exclude(status=Registration.Status.ACCEPTED)
    return paid.select_related("player", "paid_to__player").order_by("position", "pk")


def own_fee(user: Person, tournament: Tournament) -> OwnFee | None:
    """None where there is no entry fee, or this account has nothing to pay."""
    if tournament.fee is None or not user.is_authenticated:
        return None
    payer: Entry | Registration | None = own_entry(user, tournament)
    if payer is None:
        hopeful = tournament.registrations.filter(player__user=user.pk)
        payer = hopeful.filter(Q(paid_at__isnull=False) | Q(status__in=("pending", "waiting"))).first()
    return OwnFee(tournament.fee, tournament.fee_currency, payer.paid_at is not None) if payer else None
