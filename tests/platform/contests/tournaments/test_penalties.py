"""Warnings, points taken away, disqualification, and how they are lifted."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.models import Entry, Penalty
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty, lift_penalty
from nabu.contests.tournaments.queries import competitors_of
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.people import entry_of, helper_of
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db
WARNING, POINTS, OUT = Penalty.Kind.WARNING, Penalty.Kind.POINTS, Penalty.Kind.DISQUALIFICATION


def test_points_are_taken_away_in_the_running_stage() -> None:
    event = make_event(4, table_size=2)
    entry = entry_of(event, 1)
    give_penalty(event.organiser, entry, PenaltySpec(POINTS, points=Decimal("1.5"), reason="late"))
    give_penalty(event.organiser, entry, PenaltySpec(POINTS, points=Decimal(2), reason="late again"))
    give_penalty(event.organiser, entry, PenaltySpec(WARNING, reason="phone"))
    stage = event.tournament.stages.get()
    penalties = {competitor.id: competitor.penalty for competitor in competitors_of(stage)}
    assert penalties.pop(entry.pk) == Decimal("3.5")
    assert set(penalties.values()) == {Decimal(0)}
    lift_penalty(event.organiser, entry.penalties.all()[0], "the train was late")
    assert next(c.penalty for c in competitors_of(stage) if c.id == entry.pk) == 2


@pytest.mark.parametrize("before", [Entry.Status.ACTIVE, Entry.Status.DROPPED])
def test_who_is_disqualified_plays_no_more_until_it_is_lifted(before: str) -> None:
    event = make_event(5, table_size=2)
    entry = entry_of(event, 1)
    if before == Entry.Status.DROPPED:
        drop_entry(event.organiser, entry)
    penalty = give_penalty(event.organiser, entry, PenaltySpec(OUT, reason="cheated"))
    entry.refresh_from_db()
    assert entry.status == Entry.Status.DISQUALIFIED
    assert not event.pair().tables.filter(seats__entry=entry).exists()
    with pytest.raises(Refused, match="already"):
        give_penalty(event.organiser, entry, PenaltySpec(OUT, reason="again"))
    with pytest.raises(Refused, match="Lift the disqualification first"):
        reinstate_entry(event.organiser, entry)
    with pytest.raises(Refused, match="disqualified"):
        drop_entry(event.players[0], entry)
    lift_penalty(event.organiser, penalty, "it was somebody else")
    entry.refresh_from_db()
    assert entry.status == before
    with pytest.raises(Refused, match="This penalty was already lifted"):
        lift_penalty(event.organiser, penalty, "once more")


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        (WARNING, {"reason": "  "}, "Enter a reason"),
        (POINTS, {"reason": "x", "points": Decimal(0)}, "above 0"),
        (POINTS, {"reason": "x", "points": Decimal("0.001")}, "two decimals"),
        (POINTS, {"reason": "x", "points": Decimal("NaN")}, "above 0"),
        (WARNING, {"reason": "x", "round_number": 7}, "no round 7"),
        ("execution", {"reason": "x"}, "Unknown penalty"),
    ],
)
def test_what_is_no_penalty(kind: str, words: dict[str, Any], message: str) -> None:
    event = make_event(4, table_size=2)
    with pytest.raises(Refused, match=message):
        give_penalty(event.organiser, entry_of(event, 1), PenaltySpec(kind, **words))
    assert not Penalty.objects.exists()


def test_a_stage_of_another_tournament_is_refused() -> None:
    event = make_event(4, table_size=2)
    other = make_event(4, table_size=2, prefix="other").tournament.stages.get()
    with pytest.raises(Refused, match="another tournament"):
        give_penalty(event.organiser, entry_of(event, 1), PenaltySpec(WARNING, reason="x", stage=other))


def test_only_directors_punish_and_pardon() -> None:
    event = make_event(4, table_size=2)
    director, keeper = helper_of(event, "director"), helper_of(event, "scorekeeper")
    penalty = give_penalty(director, entry_of(event, 1), PenaltySpec(WARNING, reason="noise"))
    for user in (keeper, event.players[0]):
        with pytest.raises(NotAllowed):
            give_penalty(user, entry_of(event, 2), PenaltySpec(WARNING, reason="noise"))
        with pytest.raises(NotAllowed):
            lift_penalty(user, penalty, "please")
    with pytest.raises(Refused, match="Enter a reason"):
        lift_penalty(director, penalty, "")


def test_the_reason_stands_in_the_history() -> None:
    event = make_event(4, table_size=2)
    penalty = give_penalty(event.organiser, entry_of(event, 1), PenaltySpec(POINTS, points=Decimal(1), reason="noise"))
    lift_penalty(event.organiser, penalty, "forgiven")
    lines = list(event.tournament.audit_entries.order_by("-pk").values_list("action", "reason")[:2])
    assert lines == [("penalty.lifted", "forgiven"), ("penalty.given", "noise")]
