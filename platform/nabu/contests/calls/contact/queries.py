"""Conversations as their pages and the API list them."""

from __future__ import annotations

from django.db.models import Case, IntegerField, QuerySet, Value, When

from nabu.accounts.players.models import User
from nabu.contests.calls.models import Conversation
from nabu.contests.calls.permissions import answers_for
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.models import Tournament


def conversations() -> QuerySet[Conversation]:
    """With their event or club and the writer's name: those that wait first, then the latest."""
    waits = Case(When(state=Conversation.State.OPEN, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = Conversation.objects.select_related("tournament", "club", "writer__player", "closed_by__player")
    return found.order_by(waits, "-last_at", "-pk")


def conversations_about(about: Tournament | Club, person: User) -> QuerySet[Conversation]:
    """Those that this person may read: all for who answers, the own one for everybody else."""
    place = {"tournament": about} if isinstance(about, Tournament) else {"club": about}
    found = conversations().filter(**place)
    return found if answers_for(person, about) else found.filter(writer=person)
