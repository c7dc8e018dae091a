"""Entries that fill tables and count for nobody, and the points of late entries."""

from __future__ import annotations

from contextlib import nullcontext
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.versions.services import results_topic, touch
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import Rating, RatingEntry
from nabu.contests.ratings.services import rebuild
from nabu.contests.results.history.services import undo
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.match_games import places_in_match
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.byes import ask_for_bye, byes_of
from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry
from nabu.contests.tournaments.entries.stand_ins import set_late_points, set_stand_in
from nabu.contests.tournaments.models import Entry, StageEntry
from nabu.contests.tournaments.queries import standings, tables_of
from nabu.contests.tournaments.rounds.draft import move_seat, seat_stand_in, swap_seats, take_off_stand_in
from nabu.contests.tournaments.rounds.pairing import pair_round, repair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, approved, make_event, seats

pytestmark = pytest.mark.django_db


def with_stand_in(event: Event, name: str = "Spare") -> Entry:
    [entry] = add_entries_by_name(event.organiser, event.tournament, [name], stand_in=True)
    return entry


def rule(event: Event, table: Table, *places: int) -> None:
    """By places in order of play; scores to match."""
    rule_result(event.organiser, table, Ruling([100 - 10 * place for place in places], list(places)))


def points(event: Event) -> dict[str, Fraction]:
    return {row.entry.player.name: row.points for row in standings(event.tournament)}


def table_of(entry: Entry) -> Table:
    return Table.objects.get(seats__entry=entry)


def test_a_stand_in_fills_the_table_of_three_and_counts_for_nobody() -> None:
    """Seven players and a stand-in: 4 and 3 + 1. Places 1, 2, 3 and the stand-in in the last seat is second: the others
    have the 6, 3 and 0 of a table of three."""
    event = make_event(7, rounds=2)
    spare = with_stand_in(event)
    round_ = event.pair()
    assert sorted(table.seats.count() for table in round_.tables.all()) == [4, 4]
    table = table_of(spare)
    assert [seat.entry_id for seat in seats(table)][-1] == spare.pk
    rule(event, table, 1, 3, 4, 2)
    assert [seat.points for seat in seats(table)] == [6, 3, 0, None]
    assert [seat.place for seat in seats(table)] == [1, 3, 4, 2], "the game stays as it was played"
    other = round_.tables.exclude(pk=table.pk).get()
    rule(event, other, 1, 2, 3, 4)
    assert "Spare" not in points(event)
    assert sorted(points(event).values()) == [0, 0, 2, 3, 4, 6, 6]
    record = next(r for r in tables_of(event.tournament.stages.get()) if len(r.seats) == 3)
    assert [seat.place for seat in record.seats] == [1, 2, 3]
    assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))


def test_at_a_table_of_two_the_player_has_the_points_of_a_bye_whatever_the_result() -> None:
    event = make_event(3, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 3, "bye_points": 4})])
    spare = with_stand_in(event)
    seen = set()
    for places in ((1, 2), (2, 1), (1, 2)):
        for table in event.pair().tables.all():
            rule(event, table, *places)
        table = spare.seats.order_by("-pk")[0].table
        [player, _stands_in] = seats(table)
        assert player.points == 4
        seen.add(player.entry_id)
    assert len(seen) == 3, "the stand-in's table goes round like a bye"
    lines = standings(event.tournament)
    assert [line.byes for line in lines] == [1, 1, 1]
    assert sum(line.points for line in lines) == 3 * (4 + 6)


def test_a_match_with_a_stand_in_alone_is_one_game() -> None:
    event = make_event(3, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 1, "best_of": 3})])
    spare = with_stand_in(event)
    event.pair()
    rule(event, table_of(spare), 2, 1)
    assert spare.seats.count() == 1
    [player, _stands_in] = seats(table_of(spare))
    assert player.points == 6


def test_a_match_of_three_beside_a_stand_in_is_theirs() -> None:
    """Best of three, three players and a stand-in who wins every game: second in both, the first of the others leads
    by two games won and the match is decided."""
    event = make_event(3, stages=[StageSpec("swiss", {"table_size": 4, "rounds": 1, "best_of": 3})])
    spare = with_stand_in(event)
    round_ = event.pair()
    first = round_.tables.get()
    order = [seat.entry_id for seat in seats(first)]
    for number in (1, 2, 3):
        game = round_.tables.get(game_number=number)
        ranks = {spare.pk: 1} | {entry: at for at, entry in enumerate(order[:3], start=2)}
        if number == 3:
            counted = [ranks[seat.entry_id] - 1 for seat in seats(game) if seat.entry_id != spare.pk]
            assert places_in_match(game, [ranks[seat.entry_id] for seat in seats(game)]) == counted
        rule(event, game, *(ranks[seat.entry_id] for seat in seats(game)))
    [record] = tables_of(event.tournament.stages.get())
    assert record.confirmed
    assert [(seat.score, seat.place, seat.points) for seat in record.seats] == [(3, 1, 6), (0, 2, 3), (0, 3, 0)]
    round_.refresh_from_db()
    assert round_.status == "finished"


def test_ratings_are_those_of_the_game_without_the_stand_in() -> None:
    ratings = []
    for prefix, stand_in in (("with", True), ("without", False)):
        event = approved(make_event(3, prefix=prefix, rounds=1))
        if stand_in:
            with_stand_in(event)
        table = event.pair().tables.get()
        places = {"1": 1, "2": 3, "3": 4} if stand_in else {"1": 1, "2": 2, "3": 3}
        names = [seat.entry.player.name.split()[-1] for seat in seats(table)]
        rule(event, table, *(places.get(name, 2) for name in names))
        values = Rating.objects.filter(player__entries__tournament=event.tournament).order_by("player__name")
        ratings.append(list(values.values_list("value", "mu", "sigma", "games")))
        here = RatingEntry.objects.filter(rated_game__table=table)
        assert sorted(here.values_list("place", flat=True)) == [1, 2, 3]
        assert not here.filter(player__name="Spare").exists()
    assert ratings[0] == ratings[1]
    assert rebuild("babylonia") == []


def test_a_game_with_one_who_counts_is_not_rated() -> None:
    event = approved(make_event(2, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 1})]))
    spare = with_stand_in(event)
    drop_entry(event.organiser, event.tournament.entries.get(seed=2))
    # Two players are needed for a round, so the second comes back and has the table of one by hand.
    reinstate_entry(event.organiser, event.tournament.entries.get(seed=2))
    round_ = pair_round(event.organiser, event.tournament)
    [one, two] = seats(round_.tables.get())
    move_seat(event.organiser, two)
    seat_stand_in(event.organiser, one.table, spare)
    publish_round(event.organiser, round_)
    rule(event, one.table, 1, 2)
    assert not Rating.objects.exists()


def test_marking_takes_an_entry_out_of_the_stage_and_back_as_a_late_one() -> None:
    event = make_event(5, rounds=3)
    last = event.tournament.entries.get(seed=5)
    set_stand_in(event.organiser, last, True)
    assert not StageEntry.objects.filter(entry=last).exists()
    add_entries_by_name(event.organiser, event.tournament, ["New"])
    marked = AuditEntry.objects.get(action="entry.stand_in_set")
    undo(event.organiser, marked)
    assert StageEntry.objects.get(entry=last).seed == 5
    set_stand_in(event.organiser, last, True)
    for table in event.pair().tables.exclude(seats__entry=last):
        rule(event, table, *range(1, table.seats.count() + 1))
    played = table_of(last)
    set_stand_in(event.organiser, last, False)
    assert StageEntry.objects.get(entry=last).since == 2
    rule(event, played, *range(1, played.seats.count() + 1))
    assert last.player.name in points(event)


def test_who_has_a_result_stays_what_they_are_also_by_undo() -> None:
    event = make_event(3, rounds=3)
    spare = with_stand_in(event)
    set_stand_in(event.organiser, spare, False)
    set_stand_in(event.organiser, spare, True)
    marked = AuditEntry.objects.filter(action="entry.stand_in_set").latest("pk")
    table = event.pair().tables.get()
    rule(event, table, 1, 2, 3, 4)
    with pytest.raises(Refused, match="already has a result"):
        set_stand_in(event.organiser, spare, False)
    with pytest.raises(Refused, match="already has a result"):
        set_stand_in(event.organiser, event.tournament.entries.get(seed=1), True)
    with pytest.raises(Refused):
        undo(event.organiser, marked)
    spare.refresh_from_db()
    assert spare.stand_in


def test_no_undo_of_a_mark_for_who_sits_in_a_draft() -> None:
    event = make_event(3, rounds=3)
    spare = with_stand_in(event)
    set_stand_in(event.organiser, spare, False)
    marked = AuditEntry.objects.get(action="entry.stand_in_set")
    pair_round(event.organiser, event.tournament)
    with pytest.raises(Refused, match="seated in the draft of round 1"):
        undo(event.organiser, marked)


def test_no_undo_of_a_mark_changes_a_stage_that_is_over_or_has_begun_since() -> None:
    event = make_event(5, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 1})], start=False)
    one, other = event.tournament.entries.get(seed=4), event.tournament.entries.get(seed=5)
    set_stand_in(event.organiser, one, True)
    early = AuditEntry.objects.get(action="entry.stand_in_set")
    start_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="has started since"):
        undo(event.organiser, early)
    set_stand_in(event.organiser, one, False)
    set_stand_in(event.organiser, other, True)
    marked = AuditEntry.objects.filter(action="entry.stand_in_set").latest("pk")
    for table in event.pair().tables.all():
        rule(event, table, 1, 2)
    finish_tournament(event.organiser, event.refresh())
    with pytest.raises(Refused, match="The stage is over"):
        undo(event.organiser, marked)
    assert other.player.name not in points(event)


def test_an_old_result_does_not_come_back_with_the_points_of_who_stands_in_now() -> None:
    event = make_event(4, rounds=1)
    table = event.pair().tables.get()
    rule(event, table, 1, 2, 3, 4)
    withdrawn = undo(event.organiser, AuditEntry.objects.latest("pk"))
    first = seats(table)[0].entry
    set_stand_in(event.organiser, first, True)
    with pytest.raises(Refused, match="became a stand-in since"):
        undo(event.organiser, withdrawn)
    undo(event.organiser, AuditEntry.objects.filter(action="entry.stand_in_set").latest("pk"))
    undo(event.organiser, withdrawn)
    assert [seat.points for seat in seats(table)] == [6, 4, 2, 0]


def test_no_stand_in_is_seated_by_hand_where_tables_are_planned(client: Client) -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {})])
    spare = Entry.objects.create(tournament=event.tournament, player=event.organiser.player, seed=5, stand_in=True)
    draft = pair_round(event.organiser, event.tournament)
    table = draft.tables.all()[0]
    with pytest.raises(Refused, match="has no stand-ins"):
        seat_stand_in(event.organiser, table, spare)
    client.force_login(event.organiser)
    page = reverse("tournaments:round", args=[draft.pk])
    assert 'name="stand_in-entry"' not in client.get(page).content.decode()


def test_brackets_and_planned_schedules_have_no_stand_ins() -> None:
    for key in ("single_elimination", "round_robin", "ladder"):
        event = make_event(4, stages=[StageSpec(key, {})], prefix=key.replace("_", ""), start=False)
        with pytest.raises(Refused, match="has no stand-ins"):
            with_stand_in(event)
        with pytest.raises(Refused, match="has no stand-ins"):
            set_stand_in(event.organiser, event.tournament.entries.get(seed=4), True)
        start_tournament(event.organiser, event.tournament)
        with pytest.raises(Refused, match="has no stand-ins"):
            with_stand_in(event)


def test_only_directors_mark_stand_ins_and_a_director_can_be_one() -> None:
    event = make_event(3)
    with pytest.raises(NotAllowed):
        set_stand_in(event.players[0], event.tournament.entries.get(seed=1), True)
    entry = add_entry(event.organiser, event.tournament, event.organiser.player, stand_in=True)
    assert (entry.stand_in, entry.invited, entry.player) == (True, None, event.organiser.player)
    assert event.pair().tables.get().seats.count() == 4


def test_a_stand_in_leaves_at_any_time_and_has_no_byes() -> None:
    event = make_event(3, rounds=4)
    spare = with_stand_in(event)
    rule(event, event.pair().tables.get(), 1, 2, 3, 4)
    drop_entry(event.organiser, spare)
    assert event.pair().tables.get().seats.count() == 3
    reinstate_entry(event.organiser, spare)
    assert not StageEntry.objects.filter(entry=spare).exists()
    assert byes_of(spare) is None
    with pytest.raises(Refused, match="not in the current stage"):
        ask_for_bye(event.organiser, spare, 3)


def test_drafts_are_changed_by_hand() -> None:
    event = make_event(7, rounds=2)
    first, second = with_stand_in(event, "First"), with_stand_in(event, "Second")
    draft = pair_round(event.organiser, event.tournament)
    assert not second.seats.exists(), "nobody needs the second one"
    seat = first.seats.get()
    with pytest.raises(Refused, match="seated in the draft of round 1"):
        set_stand_in(event.organiser, first, False)
    with pytest.raises(Refused, match="already sits"):
        seat_stand_in(event.organiser, seat.table, first)
    with pytest.raises(Refused, match="not possible here"):
        seat_stand_in(event.organiser, seat.table, second)
    with pytest.raises(Refused, match="no bye"):
        move_seat(event.organiser, seat)
    take_off_stand_in(event.organiser, seat)
    table = draft.tables.get(pk=seat.table_id)
    assert [seat.position for seat in seats(table)] == [0, 1, 2]
    with pytest.raises(Refused, match="Only stand-ins"):
        take_off_stand_in(event.organiser, seats(table)[0])
    seat_stand_in(event.organiser, table, second)
    move_seat(event.organiser, seats(table)[0])
    alone = draft.tables.get(is_bye=True)
    swap_seats(event.organiser, second.seats.get(), alone.seats.get())
    assert not second.seats.exists(), "a stand-in who is left alone is not needed"
    assert not draft.tables.filter(is_bye=True).exists()
    repair_round(event.organiser, draft)
    assert first.seats.exists()


def late_event(rule: str) -> tuple[Event, Entry]:
    config = {"table_size": 2, "rounds": 4, "late_points": rule, "points": {"2": [6, 1]}, "bye_points": 6}
    event = make_event(4, stages=[StageSpec("swiss", config)])
    for _round in range(2):
        for table in event.pair().tables.all():
            rule_result(event.organiser, table, Ruling([60, 50], [1, 2]))
    [late] = add_entries_by_name(event.organiser, event.tournament, ["Late"])
    return event, late


def test_late_entries_have_the_points_of_the_rule() -> None:
    """Two missed rounds: half of a win is 3 each, the average of a table of two 3.5. A stage from before there was a
    rule has none."""
    event, late = late_event("half")
    assert points(event)["Late"] == 6
    stage = event.tournament.stages.get()
    for rule, expected in (("average", 7), ("chosen", 0), ("none", 0), (None, 0)):
        stage.config = {key: value for key, value in stage.config.items() if key != "late_points"}
        stage.config |= {"late_points": rule} if rule else {}
        stage.save()
        touch(results_topic(event.tournament.pk))
        assert points(event)["Late"] == expected, rule
        with pytest.raises(Refused, match="not chosen") if rule != "chosen" else nullcontext():
            set_late_points(event.organiser, late, Decimal(0))


def test_a_start_with_stand_ins_needs_a_format_that_uses_them() -> None:
    event = make_event(4, start=False)
    with_stand_in(event)
    update_tournament(event.organiser, event.tournament, stages=[StageSpec("single_elimination", {})])
    with pytest.raises(Refused, match="has no stand-ins"):
        start_tournament(event.organiser, event.tournament)


def test_chosen_points_are_set_audited_and_taken_back() -> None:
    event, late = late_event("chosen")
    assert points(event)["Late"] == 0
    set_late_points(event.organiser, late, Decimal("4.5"))
    assert points(event)["Late"] == Fraction(9, 2)
    entry = AuditEntry.objects.get(action="entry.late_points_set")
    assert entry.after == {"points": "4.5", "missed": 2}
    undo(event.organiser, entry)
    assert points(event)["Late"] == 0
    for wrong in ("-1", "10001", "1.234", "NaN"):
        with pytest.raises(Refused, match="Points are 0 to"):
            set_late_points(event.organiser, late, Decimal(wrong))
    with pytest.raises(Refused, match="missed no round"):
        set_late_points(event.organiser, event.tournament.entries.get(seed=1), Decimal(1))
    with pytest.raises(NotAllowed):
        set_late_points(event.players[0], late, Decimal(1))


def test_a_report_file_has_a_bye_where_a_stand_in_sat_and_no_stand_in(client: Client) -> None:
    event = make_event(3, stages=[StageSpec("swiss", {"table_size": 2, "rounds": 1})])
    with_stand_in(event)
    for table in event.pair().tables.all():
        rule(event, table, 1, 2)
    report = client.get(reverse("tournaments:export_trf", args=[event.tournament.pk])).content.decode()
    players = [line for line in report.splitlines() if line.startswith("001")]
    assert len(players) == 3
    assert sum("0000 - U" in line for line in players) == 1
