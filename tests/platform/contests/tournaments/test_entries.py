"""Who is entered: late players, details, and the order of seeds."""

from __future__ import annotations

from typing import Any

import pytest

from competition.formats import StageSpec
from competition.seeded_draw import draw_number
from nabu.accounts.players.services import create_player
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import (
    add_entries_by_name,
    add_entry,
    move_entry,
    seed_by_draw,
    seed_by_rating,
    update_entry,
)
from nabu.contests.tournaments.models import Entry, StageEntry
from nabu.contests.tournaments.queries import competitors_of, standings
from nabu.contests.tournaments.quick_start.services import rename_entries
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import discard_round, publish_round
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.ratings.played import rated
from tests.platform.contests.tournaments.people import decide
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.django_db


def order(event: Event) -> list[str]:
    return list(event.tournament.entries.order_by("seed").values_list("player__name", flat=True))


def enter_late(event: Event, name: str = "Late") -> StageEntry:
    entry = add_entries_by_name(event.organiser, event.tournament, [name])[0]
    return StageEntry.objects.get(entry=entry)


def test_a_late_player_joins_the_next_round_with_the_last_seed() -> None:
    event = make_event(4, table_size=2)
    before_any_round = enter_late(event, "Early bird")
    assert (before_any_round.seed, before_any_round.since) == (5, 1)
    first = event.pair()
    assert first.tables.filter(seats__entry=before_any_round.entry).exists()
    late = enter_late(event)
    assert (late.entry.seed, late.seed, late.since) == (6, 6, 2)
    decide(event, first)
    second = event.pair()
    assert second.tables.filter(seats__entry=late.entry).exists()
    row = next(row for row in standings(event.tournament) if row.entry == late.entry)
    assert (row.games, row.byes) == (0, 0), "a missed round is neither a game nor a bye"
    assert row.points == 0


@pytest.mark.both_databases
def test_a_late_player_is_not_put_into_a_draft_that_is_paired_already() -> None:
    event = make_event(4, table_size=2)
    draft = pair_round(event.organiser, event.tournament)
    late = enter_late(event)
    assert late.since == 2
    discard_round(event.organiser, draft)
    assert not pair_round(event.organiser, event.tournament).tables.filter(seats__entry=late.entry).exists()


def test_nobody_joins_after_the_last_round_is_paired() -> None:
    event = make_event(4, table_size=2, rounds=1)
    draft = pair_round(event.organiser, event.tournament)
    with pytest.raises(Refused, match="Discard the draft"):
        enter_late(event)
    publish_round(event.organiser, draft)
    with pytest.raises(Refused, match="The last round is already paired"):
        enter_late(event)
    assert event.tournament.entries.count() == 4


def test_a_knock_out_and_a_later_stage_take_nobody() -> None:
    cup = make_event(4, stages=[StageSpec("single_elimination", {"table_size": 2})], prefix="cup")
    with pytest.raises(Refused, match="Single elimination accepts no late players"):
        enter_late(cup)
    two = [StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 4}), StageSpec("swiss", {"table_size": 2})]
    event = make_event(6, stages=two)
    decide(event, event.pair())
    finish_stage(event.organiser, event.tournament.stages.get(position=1))
    with pytest.raises(Refused, match="Only players who advanced can play this stage"):
        enter_late(event)


def test_a_known_player_enters_late_as_well_but_not_after_the_end() -> None:
    event = make_event(4, table_size=2)
    entry = add_entry(event.organiser, event.tournament, create_player(event.organiser, "Late"))
    assert entry.pk in [competitor.id for competitor in competitors_of(event.tournament.stages.get())]
    decide(event, event.pair())
    finish_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="finished"):
        add_entry(event.organiser, event.tournament, create_player(event.organiser, "Later"))


@pytest.mark.parametrize(
    ("details", "stored"),
    [
        ({"club": "  SK   Ur "}, {"club": "SK Ur"}),
        ({"rating": 1850, "fide_id": "12345678"}, {"rating": 1850, "fide_id": "12345678"}),
        ({"rating": None}, {"rating": None}),
        ({"fixed_table": 3, "note": "wheelchair"}, {"fixed_table": 3, "note": "wheelchair"}),
    ],
)
def test_details_of_an_entry(details: dict[str, Any], stored: dict[str, Any]) -> None:
    event = make_event(2, start=False)
    entry = update_entry(event.organiser, event.tournament.entries.all()[0], **details)
    entry.refresh_from_db()
    assert {name: getattr(entry, name) for name in stored} == stored


@pytest.mark.parametrize(
    ("details", "message"),
    [
        ({"rating": 0}, "Ratings are"),
        ({"fixed_table": 5000}, "Ratings are"),
        ({"fide_id": "12a"}, "digits only"),
        ({"club": "x" * 81}, "at most 80"),
        ({"note": "\x00"}, "Control characters are not allowed"),
    ],
)
def test_details_that_cannot_be(details: dict[str, Any], message: str) -> None:
    event = make_event(2, start=False)
    with pytest.raises(Refused, match=message):
        update_entry(event.organiser, event.tournament.entries.all()[0], **details)


@pytest.mark.both_databases
def test_what_decided_the_seeds_is_fixed_after_the_start() -> None:
    event = make_event(4)
    entry = event.tournament.entries.all()[0]
    update_entry(event.organiser, entry, club="Ur", note="x", fixed_table=2)
    with pytest.raises(Refused, match="After the start"):
        update_entry(event.organiser, entry, rating=1500)
    with pytest.raises(NotAllowed):
        update_entry(event.players[0], entry, club="Uruk")


def test_a_change_that_changes_nothing_is_not_written_down() -> None:
    event = make_event(2, start=False)
    entry = event.tournament.entries.all()[0]
    before = event.tournament.audit_entries.count()
    update_entry(event.organiser, entry, club="")
    assert event.tournament.audit_entries.count() == before


@pytest.mark.both_databases
def test_one_entry_moves_to_a_number() -> None:
    event = make_event(5, start=False)
    last = event.tournament.entries.get(seed=5)
    move_entry(event.organiser, last, 2)
    assert [name[-1] for name in order(event)] == ["1", "5", "2", "3", "4"]
    move_entry(event.organiser, last, 99)
    assert [name[-1] for name in order(event)] == ["1", "2", "3", "4", "5"]


@pytest.mark.both_databases
def test_seeds_by_rating_prefer_the_one_brought_along() -> None:
    """On the platform: 1400, none, 1600. Brought: the second 1500. The third is best, then the second, the first."""
    event = make_event(4, start=False)
    entries = list(event.tournament.entries.all())
    rated(entries[0].player, 1400)
    rated(entries[2].player, 1600)
    update_entry(event.organiser, entries[1], rating=1500)
    seed_by_rating(event.organiser, event.tournament)
    assert list(event.tournament.entries.order_by("seed")) == [entries[2], entries[1], entries[0], entries[3]]


def test_the_newly_lucky_are_seeded_behind_the_proven() -> None:
    """1600 after three games is less than 1550 after many; it is more than nothing at all."""
    event = make_event(3, start=False)
    entries = list(event.tournament.entries.all())
    rated(entries[1].player, 1600, sigma=110)
    rated(entries[2].player, 1550, sigma=45)
    seed_by_rating(event.organiser, event.tournament)
    assert list(event.tournament.entries.order_by("seed")) == [entries[2], entries[1], entries[0]]


@pytest.mark.both_databases
def test_seeds_by_draw_can_be_drawn_again_by_anybody() -> None:
    event = make_event(8, start=False)
    seed_by_draw(event.organiser, event.tournament)
    drawn = order(event)
    assert_drawn(event)
    move_entry(event.organiser, event.tournament.entries.get(seed=1), 8)
    seed_by_draw(event.organiser, event.tournament)
    assert order(event) == drawn
    event.tournament.lot = "another"
    event.tournament.save()
    seed_by_draw(event.organiser, event.tournament)
    assert_drawn(event)


def assert_drawn(event: Event) -> None:
    """The seeds are the order that the tournament's lot gives."""
    pks = sorted(event.tournament.entries.values_list("pk", flat=True))
    expected = sorted(pks, key=lambda pk: draw_number(event.tournament.lot, "seeds", pk))
    assert list(event.tournament.entries.order_by("seed").values_list("pk", flat=True)) == expected


@pytest.mark.both_databases
def test_seeds_are_changed_by_directors_before_the_start_only() -> None:
    event = make_event(4)
    entry = Entry.objects.all()[0]
    for change in (
        lambda user: move_entry(user, entry, 2),
        lambda user: seed_by_draw(user, event.tournament),
        lambda user: seed_by_rating(user, event.tournament),
    ):
        with pytest.raises(NotAllowed):
            change(account(f"nobody{id(change)}"))
        with pytest.raises(Refused, match="so this is no longer possible"):
            change(event.organiser)


def test_what_decides_nothing_any_more_is_changed_after_the_end() -> None:
    event = make_event(2, table_size=2, rounds=1)
    [guest] = add_entries_by_name(event.organiser, event.tournament, ["Gust"])
    for table in event.pair().tables.filter(is_bye=False):
        rule_result(event.organiser, table, Ruling([2, 1]))
    finish_tournament(event.organiser, event.tournament)
    entry = update_entry(event.organiser, guest, email="gust@example.org", club="SK Ur")
    assert (entry.email, entry.club) == ("gust@example.org", "SK Ur")
    with pytest.raises(Refused, match="After the start only"):
        update_entry(event.organiser, guest, rating=1500)
    rename_entries(event.organiser, event.tournament, [(guest, "Gustav")])
    assert event.tournament.entries.get(pk=guest.pk).player.name == "Gustav"
    other = make_event(0, start=False, organiser=event.organiser)
    add_entries_by_name(event.organiser, other.tournament, ["Ada"])
    with pytest.raises(Refused, match="merge the two players"):
        rename_entries(event.organiser, event.tournament, [(guest, "Ada")])
