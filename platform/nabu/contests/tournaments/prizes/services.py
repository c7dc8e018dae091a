"""The list of prizes of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from competition.prizes import CLUB, UNRATED
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import ANY_STATE, lock_as
from nabu.contests.tournaments.models import Prize, Tournament
from nabu.core.errors import Refused

MOST_PRIZES = 100
MOST_PLACES = 1000
TITLE_LENGTH = 120
ONLY_LENGTH = 100
MOST_MONEY = Decimal("9999999.99")


@dataclass(frozen=True, slots=True)
class PrizeSpec:
    """A prize as a director asks for it; see `nabu.contests.tournaments.models.Prize`."""

    title: str
    place_from: int = 1
    place_to: int = 1
    amount: Decimal | None = None
    only: str = ""


@audited
def set_prizes(actor: User, tournament: Tournament, prizes: Sequence[PrizeSpec]) -> list[Prize]:
    """Replace the whole list, in this order; after the finish too: sponsors come late, and titles have typing errors.

    Raises NotAllowed or Refused.
    """
    locked = lock_as(actor, tournament.pk, ANY_STATE)
    if len(prizes) > MOST_PRIZES:
        raise Refused(_("A tournament has at most %(most)s prizes.") % {"most": MOST_PRIZES})
    checked = [_checked(spec) for spec in prizes]
    before = [_shown(prize) for prize in locked.prizes.all()]
    locked.prizes.all().delete()
    made = Prize.objects.bulk_create(
        Prize(
            tournament=locked,
            position=position,
            title=spec.title,
            place_from=spec.place_from,
            place_to=spec.place_to,
            amount=spec.amount,
            only=spec.only,
        )
        for position, spec in enumerate(checked, start=1)
    )
    after = [_shown(prize) for prize in made]
    audit(actor, "prizes.changed", locked, {"prizes": before}, {"prizes": after}, tournament=locked)
    return made


def prizes_of(tournament: Tournament) -> list[PrizeSpec]:
    """Its prizes, as a copy of the tournament gets them."""
    return [
        PrizeSpec(prize.title, prize.place_from, prize.place_to, prize.amount, prize.only)
        for prize in tournament.prizes.all()
    ]


def _checked(spec: PrizeSpec) -> PrizeSpec:
    title, only = " ".join(spec.title.split()), spec.only.strip()
    if not title:
        raise Refused(_("A prize needs a title."))
    words = {"title": title}
    if len(title) > TITLE_LENGTH:
        raise Refused(_("A title has at most %(length)s characters.") % {"length": TITLE_LENGTH})
    if not 1 <= spec.place_from <= spec.place_to <= MOST_PLACES:
        raise Refused(_("“%(title)s”: places start at 1, and the last must not be before the first.") % words)
    if spec.amount is not None and not 0 <= spec.amount <= MOST_MONEY:
        raise Refused(_("“%(title)s”: an amount is at least 0 and below ten million.") % words)
    if only and only != UNRATED and not (only.startswith(CLUB) and only.removeprefix(CLUB).strip()):
        raise Refused(_("“%(title)s”: a prize is for everybody, for one club, or for unrated players.") % words)
    if len(only) > ONLY_LENGTH:
        raise Refused(_("The name of a club is too long."))
    return PrizeSpec(title, spec.place_from, spec.place_to, spec.amount, only)


def _shown(prize: Prize) -> str:
    """A prize as the audit trail shows it."""
    places = str(prize.place_from) if prize.place_from == prize.place_to else f"{prize.place_from}–{prize.place_to}"
    parts = [prize.title, places, "" if prize.amount is None else f"{prize.amount:.2f}", prize.only]
    return " · ".join(part for part in parts if part)
