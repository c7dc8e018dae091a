"""A result is corrected after something was built on it: what is shown first, and what follows."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Table
from nabu.contests.results import services as matches
from nabu.contests.results.corrections import services as preview
from nabu.contests.results.corrections.services import preview_correction
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling import counting
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round, Stage
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event, names, seats

BRACKET = [StageSpec("single_elimination")]


def favourites_win(event: Event, round_: Round) -> None:
    """The better seed wins at every table."""
    for table in round_.tables.filter(is_bye=False):
        best = min(seats(table), key=lambda seat: seat.entry.seed)
        scores = [60 if seat.pk == best.pk else 40 - seat.entry.seed for seat in seats(table)]
        matches.rule_result(event.organiser, table, Ruling(scores))


def played_bracket() -> Event:
    """A knock-out played to the end: quarter-finals 1-8 4-5 2-7 3-6, semi-finals 1-4 2-3, final 1-2."""
    event = make_event(8, stages=BRACKET, draw_seed="ur")
    for _ in range(3):
        favourites_win(event, event.pair())
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(played_bracket, "event")


def upset(event: Event, number: int, slot: int) -> tuple[Table, list[int]]:
    """The table of a slot, and scores that turn its result round."""
    table = Table.objects.get(round__stage__tournament=event.tournament, round__number=number, bracket_slot=slot)
    return table, [100 - (seat.score or 0) for seat in seats(table)]


def correct(event: Event, table: Table, scores: list[int], **more: Any) -> None:
    matches.rule_result(event.organiser, table, Ruling(scores, reason="the slip says otherwise", **more))


def result(event: Event, number: int, slot: int) -> dict[str, Any]:
    table = Table.objects.get(round__stage__tournament=event.tournament, round__number=number, bracket_slot=slot)
    return {seat.entry.player.name: seat.place for seat in seats(table)}


def test_without_having_seen_it_nothing_is_corrected(event: Event) -> None:
    table, scores = upset(event, 1, 0)
    with pytest.raises(Refused, match="or later rounds depend on this result"):
        correct(event, table, scores)
    with pytest.raises(Refused, match="or later rounds depend on this result"):
        matches.reopen_table(event.organiser, table, "a mistake")


def test_a_preview_says_what_follows_and_changes_nothing(event: Event) -> None:
    before = as_bytes(state_of(event.tournament.pk))
    table, scores = upset(event, 1, 0)
    seen = preview_correction(event.organiser, table, Ruling(scores, reason="the slip says otherwise"))
    assert seen.lines == [
        "Semi-finals, table 1 is now for Player 4 and Player 8. Its result is voided.",
        "Final, table 1: removed and its result voided, because its players are not known yet.",
        "Final: removed, because it has no players now.",
    ]
    assert {move.name: (move.place_before, move.place_after) for move in seen.moves}["Player 1"] == (1, 5)
    assert as_bytes(state_of(event.tournament.pk)) == before


def count_calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Any]:
    """The arguments of every call of a function from now on; it still works."""
    calls: list[Any] = []
    service = getattr(module, name)

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        return service(*args, **kwargs)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_a_preview_makes_the_correction_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no later stage could be rebuilt: one ruling, and the standings before and after it."""
    table, scores = upset(event, 1, 0)
    propagated, ranked = count_calls(monkeypatch, counting, "propagate"), count_calls(monkeypatch, preview, "standings")
    kept, rebuilt = preview.preview_both(event.organiser, table, Ruling(scores, reason="?"))
    assert (len(propagated), len(ranked), rebuilt) == (1, 2, None)
    assert kept == preview_correction(event.organiser, table, Ruling(scores, reason="?"))


def test_a_preview_shows_keeping_and_rebuilding_the_next_stage_from_one_correction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = top_two_of_four()
    favourites_win(event, event.pair())
    table, scores = other_finalist(event)
    before = as_bytes(state_of(event.tournament.pk))
    expected = [
        preview_correction(event.organiser, table, Ruling(scores, reason="?", propagation=Propagation(rebuild)))
        for rebuild in (False, True)
    ]
    propagated, ranked = count_calls(monkeypatch, counting, "propagate"), count_calls(monkeypatch, preview, "standings")
    assert list(preview.preview_both(event.organiser, table, Ruling(scores, reason="?"))) == expected
    assert expected[0] != expected[1]
    assert (len(propagated), len(ranked)) == (1, 3)
    assert as_bytes(state_of(event.tournament.pk)) == before


def test_a_correction_says_what_its_preview_said(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    table, scores = upset(event, 1, 0)
    seen = preview_correction(event.organiser, table, Ruling(scores, reason="?"))
    propagated = count_calls(monkeypatch, counting, "propagate")
    assert preview.correct_result(event.organiser, table, Ruling(scores, reason="?")) == seen
    assert len(propagated) == 1


def test_a_corrected_quarter_final_is_carried_through_a_bracket_that_was_played_to_the_end(event: Event) -> None:
    """The other half keeps its results; the semi-final waits for its game, and the final is paired after it."""
    table, scores = upset(event, 1, 0)
    correct(event, table, scores, propagation=Propagation())
    assert result(event, 2, 0) == {"Player 4": None, "Player 8": None}
    assert result(event, 2, 1) == {"Player 2": 1, "Player 3": 2}
    assert not Round.objects.filter(stage__tournament=event.tournament, number=3).exists()
    with pytest.raises(Refused, match="no confirmed result"):
        pair_round(event.organiser, event.tournament)
    semi = Table.objects.get(round__stage__tournament=event.tournament, round__number=2, bracket_slot=0)
    matches.rule_result(event.organiser, semi, Ruling([60, 40]))
    final = event.pair().tables.get()
    assert set(names(final)) == {names(semi)[0], "Player 2"}
    favourites_win(event, final.round)
    finish_tournament(event.organiser, event.tournament)


@pytest.mark.both_databases
def test_a_slot_of_a_later_round_that_nobody_knows_comes_back_once_it_is_known() -> None:
    """Sixteen players, corrected in the first round after three: the semi-final of the other half keeps its result."""
    event = make_event(16, stages=BRACKET)
    for _ in range(3):
        favourites_win(event, event.pair())
    table, scores = upset(event, 1, 0)
    correct(event, table, scores, propagation=Propagation())
    semi_finals = Table.objects.filter(round__stage__tournament=event.tournament, round__number=3)
    assert [table.bracket_slot for table in semi_finals] == [1]
    quarter = Table.objects.get(round__stage__tournament=event.tournament, round__number=2, bracket_slot=0)
    matches.rule_result(event.organiser, quarter, Ruling([60, 40]))
    back = semi_finals.get(bracket_slot=0)
    assert (back.status, set(names(back))) == (Table.Status.OPEN, {names(quarter)[0], "Player 4"})


def test_the_same_winner_with_other_scores_changes_nothing_later(event: Event) -> None:
    table = Table.objects.get(round__stage__tournament=event.tournament, round__number=1, bracket_slot=0)
    scores = [seat.score and seat.score + 5 for seat in seats(table)]
    correct(event, table, [score or 0 for score in scores], propagation=Propagation())
    assert result(event, 3, 0) == {"Player 1": 1, "Player 2": 2}


def test_an_undone_correction_gives_everything_back(event: Event) -> None:
    before = as_bytes(state_of(event.tournament.pk))
    table, scores = upset(event, 1, 0)
    correct(event, table, scores, propagation=Propagation())
    undo(event.organiser, AuditEntry.objects.filter(action="table.corrected").get())
    assert as_bytes(state_of(event.tournament.pk)) == before


@pytest.mark.both_databases
def test_in_a_swiss_the_standings_change_and_published_rounds_stay() -> None:
    """A draft is thrown away: it was paired on what turned out wrong."""
    event = make_event(4, table_size=2, rounds=3)
    favourites_win(event, event.pair())
    second = event.pair()
    seated = [names(table) for table in second.tables.all()]
    favourites_win(event, second)
    pair_round(event.organiser, event.tournament)
    first = Table.objects.filter(round__stage__tournament=event.tournament, round__number=1)[0]
    scores = [100 - (seat.score or 0) for seat in seats(first)]
    seen = preview_correction(event.organiser, first, Ruling(scores, reason="mixed up"))
    assert seen.lines == ["The draft of round 3 is discarded."]
    assert len(seen.moves) >= 2
    correct(event, first, scores, propagation=Propagation())
    assert [names(table) for table in second.tables.all()] == seated
    assert not Round.objects.filter(stage__tournament=event.tournament, number=3).exists()
    points = {row.entry.player.name: row.points for row in standings(event.tournament)}
    assert sum(points.values()) == 4 * 6


@pytest.mark.both_databases
def test_in_pods_only_who_should_not_be_there_is_replaced() -> None:
    """Twelve at tables of four, the best two go on: six at two tables of three. The table of the others stays."""
    event = make_event(12, stages=[StageSpec("pod_elimination", {"table_size": 4, "best": 2})])
    favourites_win(event, event.pair())
    second = event.pair()
    favourites_win(event, second)
    table = Table.objects.filter(round__stage__tournament=event.tournament, round__number=1)[0]
    here = {seat.place: seat for seat in seats(table)}
    scores = [50 if seat.place == 1 else 45 if seat.place == 3 else 1 for seat in seats(table)]
    before = {each.pk: (set(names(each)), each.status) for each in second.tables.all()}
    correct(event, table, scores, propagation=Propagation())
    out, comes = here[2].entry.player.name, here[3].entry.player.name
    for each in second.tables.all():
        people, status = before[each.pk]
        if out in people:
            assert set(names(each)) == people - {out} | {comes}
            assert each.status == Table.Status.OPEN
        else:
            assert (set(names(each)), each.status) == (people, status)


def top_two_of_four() -> Event:
    """A Swiss of two rounds whose best two play a final: players 1 and 2 lead after both."""
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 2, "advance": 2}), StageSpec("single_elimination")]
    event = make_event(4, stages=stages)
    for _ in range(2):
        favourites_win(event, event.pair())
    finish_stage(event.organiser, event.tournament.stages.get(position=1))
    return event


def finalists(event: Event) -> set[str]:
    final = event.tournament.stages.get(position=2)
    return {member.entry.player.name for member in final.stage_entries.select_related("entry__player")}


def other_finalist(event: Event) -> tuple[Table, list[int]]:
    """A result of the Swiss that, turned round, sends somebody else to the final."""
    for table in Table.objects.filter(round__stage__tournament=event.tournament, round__stage__position=1):
        scores = [100 - (seat.score or 0) for seat in seats(table)]
        seen = preview_correction(event.organiser, table, Ruling(scores, reason="?"))
        if any("would not advance" in line for line in seen.lines):
            return table, scores
    raise AssertionError("no result changes who goes on")


@pytest.mark.both_databases
def test_a_final_without_a_result_is_seeded_anew() -> None:
    event = top_two_of_four()
    event.pair()
    before = finalists(event)
    table, scores = other_finalist(event)
    correct(event, table, scores, propagation=Propagation())
    assert finalists(event) != before
    assert not Round.objects.filter(stage__tournament=event.tournament, stage__position=2).exists()


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_final_with_a_result_stays_unless_it_is_to_be_built_anew(rebuild: bool) -> None:
    event = top_two_of_four()
    favourites_win(event, event.pair())
    before = finalists(event)
    table, scores = other_finalist(event)
    correct(event, table, scores, propagation=Propagation(rebuild_next=rebuild))
    assert (finalists(event) != before) == rebuild
    assert Round.objects.filter(stage__tournament=event.tournament, stage__position=2).exists() != rebuild
    assert event.tournament.stages.get(position=2).status == Stage.Status.RUNNING


def test_only_a_director_corrects(event: Event) -> None:
    table, scores = upset(event, 1, 0)
    for user in (event.players[0], account("stranger")):
        with pytest.raises(NotAllowed):
            preview_correction(user, table, Ruling(scores, reason="I won"))
