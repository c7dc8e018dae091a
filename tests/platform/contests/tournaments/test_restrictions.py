"""Pairs that must not, or should not, meet."""

from __future__ import annotations

import pytest

from competition.records import pair_of
from nabu.contests.tournaments.entries.queries import club_mates
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.models import Restriction
from nabu.contests.tournaments.queries import round_input
from nabu.contests.tournaments.restrictions.services import add_restriction, remove_restriction
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.people import entry_of, helper_of
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db
FORBIDDEN, DISCOURAGED = Restriction.Kind.FORBIDDEN, Restriction.Kind.DISCOURAGED


def test_pairs_reach_the_pairing_in_either_order() -> None:
    event = make_event(4, table_size=2)
    one, two, three = (entry_of(event, number) for number in (1, 2, 3))
    add_restriction(event.organiser, event.tournament, two, one, FORBIDDEN, "sisters")
    made = add_restriction(event.organiser, event.tournament, one, three, DISCOURAGED)
    stage = event.tournament.stages.get()
    assert round_input(stage, 1).forbidden == {pair_of(one.pk, two.pk)}
    assert round_input(stage, 1).discouraged == {pair_of(one.pk, three.pk)}
    remove_restriction(event.organiser, made)
    assert round_input(stage, 1).discouraged == set()
    with pytest.raises(Refused, match="This rule was already removed"):
        remove_restriction(event.organiser, made)


def test_what_is_no_pair() -> None:
    event, other = make_event(4, table_size=2), make_event(2, table_size=2, prefix="other")
    one, two = entry_of(event, 1), entry_of(event, 2)
    add = add_restriction
    add(event.organiser, event.tournament, one, two, FORBIDDEN)
    with pytest.raises(Refused, match="already"):
        add(event.organiser, event.tournament, two, one, DISCOURAGED)
    with pytest.raises(Refused, match="two different"):
        add(event.organiser, event.tournament, one, one, FORBIDDEN)
    with pytest.raises(Refused, match="This player is no longer in the tournament"):
        add(event.organiser, event.tournament, one, entry_of(other, 1), FORBIDDEN)
    with pytest.raises(Refused, match="for two players"):
        add(event.organiser, event.tournament, one, entry_of(event, 3), "hated")
    with pytest.raises(Refused, match="at most 200"):
        add(event.organiser, event.tournament, one, entry_of(event, 3), FORBIDDEN, "x" * 201)


def test_only_directors_keep_people_apart() -> None:
    event = make_event(4, start=False)
    one, two = entry_of(event, 1), entry_of(event, 2)
    made = add_restriction(helper_of(event, "director"), event.tournament, one, two, FORBIDDEN)
    for user in (helper_of(event, "scorekeeper"), event.players[0]):
        with pytest.raises(NotAllowed):
            add_restriction(user, event.tournament, one, entry_of(event, 3), FORBIDDEN)
        with pytest.raises(NotAllowed):
            remove_restriction(user, made)


def test_club_mates_are_counted_whatever_the_case() -> None:
    event = make_event(5, start=False)
    for number, club in enumerate(["Ur", "ur", "Uruk", "Ur", ""], start=1):
        update_entry(event.organiser, entry_of(event, number), club=club)
    assert club_mates(event.tournament) == [("Ur", 3)]
