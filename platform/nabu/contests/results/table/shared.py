"""The page of a table as a shared page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import Exists, OuterRef, Q

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import ratings_topic, table_topic
from nabu.contests.matches.any_player import AnyPlayer
from nabu.contests.matches.models import LogSubmission, Objection, Photo, ResultReport, Table
from nabu.contests.results.permissions import can_rule, can_upload
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pages import all_open
from nabu.contests.tournaments.topics import KNOWN, game_of, round_of_table, topics_of_tournament
from nabu.web.shared_pages.kinds import Group, SharedPage

TOLD = "table-result"
"""The element that asks for what is told about the table, for itself and for the others (`_told.html`)."""


SENT = (ResultReport, LogSubmission, Objection, Photo)
"""What somebody has sent is seen in another way by those who may take it back, confirm or answer it."""

ASKED_FOR = (
    "round__status",
    "round__stage__tournament__organiser",
    "round__stage__tournament__club",
    "round__stage__tournament__status",
)
"""What `can_upload` looks at: of each player's page of a table this is read once more."""


@lru_cache(maxsize=KNOWN)
def tournament_of_table(pk: int) -> int:
    """Never another one. Raises DoesNotExist."""
    return int(Table.objects.values_list("round__stage__tournament_id", flat=True).get(pk=pk))


def topics_of_table(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The table, its tournament, and the ratings: until the game is played they foretell its result."""
    try:
        tournament = tournament_of_table(values["pk"])
    except Table.DoesNotExist:
        return None
    return table_topic(values["pk"]), *topics_of_tournament({"pk": tournament}), ratings_topic(game_of(tournament))


def plays_or_works_here(person: Person, values: Mapping[str, Any]) -> bool:
    """Whoever may send something here has forms, and sees the photos."""
    found = Table.objects.select_related("round__stage__tournament").only(*ASKED_FOR).filter(pk=values["pk"]).first()
    return found is not None and can_upload(person, found)


def while_all_are_open(values: Mapping[str, Any]) -> bool:
    """Later each change of the event ends the page before a second player asks for it."""
    return all_open(round_of_table(values["pk"]))


def players_before_any_report(values: Mapping[str, Any]) -> Group | None:
    """While a game is played and nobody has sent anything, its players see the same: in the minute after a round is
    published a whole hall opens these pages. Those of them who keep score see more."""
    sent = [Exists(model.objects.filter(table=OuterRef("pk"))) for model in SENT]
    open_ = Q(status=Table.Status.OPEN, is_bye=False, round__status=Round.Status.PUBLISHED)
    tables = Table.objects.filter(open_, *(~each for each in sent), pk=values["pk"])
    found = tables.select_related("round__stage__tournament").only(*ASKED_FOR).first()
    if found is None:
        return None
    users = User.objects.filter(player__entries__seats__table=found)
    members = frozenset(user.pk for user in users if not can_rule(user, found))
    return Group(AnyPlayer(found.pk), members)


shared_table = SharedPage(
    topics_of_table,
    {"for": None},
    fragments=frozenset({TOLD}),
    in_full=plays_or_works_here,
    is_grouped=while_all_are_open,
    group=players_before_any_report,
)
