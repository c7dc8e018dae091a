"""Which objections wait for whom."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Objection
from nabu.contests.tournaments.page_queries import directed_tournaments, run_by


def objections() -> QuerySet[Objection]:
    """Objections with all that is shown of them, the latest first."""
    one = ("made_by__player", "answered_by__player", "submission__log", "table__round__stage__tournament")
    return Objection.objects.select_related(*one).defer("submission__log__content").order_by("-pk")


def objections_of(user: User) -> QuerySet[Objection]:
    """Those that the account made, and those in tournaments that it runs."""
    return objections().filter(Q(made_by=user) | Q(table__round__stage__tournament__in=run_by(user)))


def objections_to_answer(user: User) -> QuerySet[Objection]:
    """The open ones in tournaments that the account directs."""
    open_ones = objections().filter(answer=Objection.Answer.NONE)
    return open_ones.filter(table__round__stage__tournament__in=directed_tournaments(user))
