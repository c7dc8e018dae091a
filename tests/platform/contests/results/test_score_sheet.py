"""Score sheets: the points by source that somebody types in at the end, in place of a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from engine.bounds import Bounds, SharedTotal
from engine.registry import GAMES, get_game
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import ResultReport, ScoreSheet, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.slips import seat_code, serials, slip_token
from nabu.contests.results import services
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.sheets import bounds_at, problems_of
from nabu.contests.results.tasks import verify_log
from nabu.core.errors import NotAllowed, Refused
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, game_log, log_of, make_event, seats, users
from tests.platform.sheets import Points, fields, points_of, sums

BABYLONIA = GAMES["babylonia"]


def round_of_a_tournament() -> tuple[Event, Table]:
    event = make_event(4, table_size=2)
    return event, event.pair().tables.order_by("number")[0]


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


@pytest.fixture
def points(table: Table) -> Points:
    return points_of(log_of(table))


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


@contextmanager
def bounded(score: tuple[int, int], sources: dict[str, tuple[int, int]], *shared: SharedTotal) -> Iterator[None]:
    """As if the rules of Babylonia allowed just this."""
    spans = {source.key: (0, 1000) for source in BABYLONIA.sources} | sources
    with patch.object(type(BABYLONIA), "bounds", lambda *_: Bounds(score, spans, shared)):
        yield


def test_the_scores_of_a_sheet_are_its_sums_and_another_seat_confirms_it(table: Table, points: Points) -> None:
    first, second = users(table)
    report = services.report_result(first, table, (), points=points)
    assert report.scores == sums(points)
    assert (fresh(table).status, proof_of(fresh(table))) == (Table.Status.REPORTED, Proof.REPORTED)
    sheet = ScoreSheet.objects.get()
    assert (sheet.report, sheet.points, sheet.typed_by) == (report, points, first)
    with pytest.raises(NotAllowed):
        services.confirm_report(first, report)
    services.confirm_report(second, report)
    assert proof_of(fresh(table)) == Proof.AGREED
    assert [seat.score for seat in seats(table)] == sums(points)
    made = AuditEntry.objects.get(action="report.made")
    assert made.after is not None
    assert made.after["sheet"] == points
    assert "matches.scoresheet" in {model for model, *_rest in made.changes}


def test_nobody_from_another_table_types_a_sheet(event: Event, table: Table, points: Points) -> None:
    elsewhere = next(user for user in event.players if user not in users(table))
    for person in (elsewhere, event.organiser, account("passer_by")):
        with pytest.raises(NotAllowed):
            services.report_result(person, table, (), points=points)
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda points: points.pop("card1"),
        lambda points: points.update(dragons=[1, 2]),
        lambda points: points["card1"].append(0),
        lambda points: points["card1"].__setitem__(0, None),
        lambda points: points["card1"].__setitem__(0, True),
        lambda points: points["card1"].__setitem__(0, 1.5),
        lambda points: points["card1"].__setitem__(0, 10**9),
        lambda points: points["card1"].__setitem__(0, -(10**9)),
    ],
)
def test_a_sheet_is_complete_and_of_whole_numbers(table: Table, points: Points, change: Any) -> None:
    change(points)
    with pytest.raises(Refused):
        services.report_result(users(table)[0], table, (), points=points)
    assert not ResultReport.objects.exists()


def test_a_row_of_zeros_is_a_valid_entry(table: Table) -> None:
    nothing = {source.key: [0, 0] for source in BABYLONIA.sources}
    report = services.report_result(users(table)[0], table, (), [1, 2], nothing)
    assert (report.scores, report.places) == ([0, 0], [1, 2])


def test_what_the_rules_do_not_allow_is_refused_with_the_most_that_is_possible(table: Table, points: Points) -> None:
    def refusal() -> str:
        with pytest.raises(Refused) as refused:
            services.report_result(users(table)[0], table, (), points=points)
        return refused.value.message

    best, most = max(points["city_tiles"]), max(sums(points))
    with bounded((0, 1000), {"city_tiles": (0, best - 1)}):
        assert f"City tiles: at most {best - 1} points are possible." in refusal()
    with bounded((0, most - 1), {}):
        assert f"Score {most}: at most {most - 1} points are possible." in refusal()
    together = sum(points["city_tiles"])
    with bounded((0, 1000), {}, SharedTotal(("city_tiles",), together - 1)):
        assert f"City tiles: all seats together have at most {together - 1} points, not {together}." in refusal()
    with bounded((0, 1000), {}, SharedTotal(("city_tiles",), together + 1, exactly=True)):
        assert f"all seats together have exactly {together + 1} points, not {together}." in refusal()
    with bounded((0, most), {"city_tiles": (0, best)}, SharedTotal(("city_tiles",), together, exactly=True)):
        services.report_result(users(table)[0], table, (), points=points)


def test_an_impossible_score_is_refused_from_players_and_from_the_organiser(event: Event, table: Table) -> None:
    with bounded((0, 200), {}):
        for refused in (
            lambda: services.report_result(users(table)[0], table, [201, 100]),
            lambda: services.rule_result(event.organiser, table, Ruling([201, 100], reason="I say so.")),
        ):
            with pytest.raises(Refused, match=r"Seat 1, .+: 201 points are not possible. The rules allow 0 to 200"):
                refused()
        services.report_result(users(table)[0], table, [200, 0])


def test_a_forfeit_has_no_score_to_be_checked(event: Event, table: Table) -> None:
    with bounded((1, 2), {}):
        services.forfeit_seats(event.organiser, table, [1])
    assert fresh(table).basis == Table.Basis.FORFEIT


@pytest.mark.parametrize("game", GAMES)
def test_a_table_where_all_but_one_forfeited_has_a_page(game: str) -> None:
    event = make_event(4, table_size=2, game=game)
    table = event.pair().tables.order_by("number")[0]
    services.forfeit_seats(event.organiser, table, [1])
    client = Client()
    client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("table:page", args=[table.pk])).status_code == 200


def test_who_did_not_play_has_no_points_and_the_bounds_are_those_of_the_others() -> None:
    event = make_event(3, table_size=3)
    table = event.pair().tables.get()
    services.forfeit_seats(event.organiser, table, [1])
    counted: list[int] = []

    def bounds(_game: object, players: int, *_rest: object) -> Bounds:
        counted.append(players)
        return Bounds((0, 500), {source.key: (0, 500) for source in BABYLONIA.sources})

    played = points_of(game_log(2, seed=3))
    points = {key: [one, None, other] for key, (one, other) in played.items()}
    with patch.object(type(BABYLONIA), "bounds", bounds):
        report = services.report_result(users(table)[0], table, (), points=points)
    assert set(counted) == {2}
    assert report.scores[1] is None
    assert ScoreSheet.objects.get().points == points


def test_the_same_sheet_of_another_seat_confirms_and_other_points_of_the_same_scores_are_refused(
    table: Table, points: Points
) -> None:
    first, second = users(table)
    services.report_result(first, table, (), points=points)
    other = {key: list(numbers) for key, numbers in points.items()}
    other["city_tiles"][0] += 1
    other["farm_value"][0] -= 1
    with bounded((0, 1000), {"farm_value": (-1, 1000)}), pytest.raises(Refused, match="other points by source"):
        services.report_result(second, table, (), points=other)
    services.report_result(second, table, (), points=points)
    assert fresh(table).status == Table.Status.CONFIRMED
    assert ScoreSheet.objects.count() == 1


def test_a_bare_report_is_confirmed_by_a_sheet_of_its_scores_which_is_kept(table: Table, points: Points) -> None:
    first, second = users(table)
    report = services.report_result(first, table, sums(points))
    services.report_result(second, table, (), points=points)
    sheet = ScoreSheet.objects.get()
    assert (sheet.report, sheet.typed_by) == (report, second)
    assert fresh(table).status == Table.Status.CONFIRMED


def test_sheets_with_other_scores_are_a_dispute_and_the_organiser_settles_it(event: Event, table: Table) -> None:
    first, second = users(table)
    services.report_result(first, table, (), points=points_of(log_of(table, 1)))
    services.report_result(second, table, (), points=points_of(log_of(table, 2)))
    assert fresh(table).status == Table.Status.DISPUTED
    assert ScoreSheet.objects.filter(report__status=ResultReport.Status.OPEN).count() == 2
    right = points_of(log_of(table, 2))
    services.rule_result(event.organiser, table, Ruling(points=right, reason="I counted."))
    assert [seat.score for seat in seats(table)] == sums(right)
    sheet = ScoreSheet.objects.get(report__status=ResultReport.Status.CONFIRMED)
    assert (sheet.points, sheet.typed_by) == (right, event.organiser)


def test_a_corrected_result_takes_its_sheet_along_and_undo_brings_both_back(
    event: Event, table: Table, points: Points
) -> None:
    services.rule_result(event.organiser, table, Ruling(points=points))
    services.rule_result(event.organiser, table, Ruling([100, 90], reason="Misread."))
    live = ScoreSheet.objects.filter(report__status=ResultReport.Status.CONFIRMED)
    assert not live.exists()
    undo(event.organiser, AuditEntry.objects.filter(action="table.ruled").latest("pk"))
    assert live.get().points == points
    assert [seat.score for seat in seats(table)] == sums(points)
    undo(event.organiser, AuditEntry.objects.filter(action="table.ruled").earliest("pk"))
    assert not ScoreSheet.objects.exists()
    assert fresh(table).status == Table.Status.OPEN


def test_a_log_that_proves_the_table_seats_the_points_in_its_order_and_the_sheet_stays(
    table: Table, points: Points
) -> None:
    first, second = users(table)
    reversed_log = log_of(table, 5, order=[1, 0])
    in_log_order = points_of(reversed_log)
    typed = {key: numbers[::-1] for key, numbers in in_log_order.items()}
    services.confirm_report(second, services.report_result(first, table, (), points=typed))
    submission = services.submit_log(first, reversed_log, table)
    for verification in submission.log.verifications.all():
        verify_log(verification.pk)
    assert proof_of(fresh(table)) == Proof.REPLAYED
    assert ScoreSheet.objects.get().points == in_log_order
    assert [seat.score for seat in seats(table)] == sums(in_log_order)


def test_the_table_page_takes_a_sheet_says_what_is_wrong_beside_the_number_and_shows_it(
    client: Client, table: Table, points: Points
) -> None:
    first, second = users(table)
    page, address = reverse("table:page", args=[table.pk]), reverse("table:report_sheet", args=[table.pk])
    client.force_login(first)
    assert "Enter a score sheet" in client.get(page).content.decode()
    best = max(points["city_tiles"])
    with bounded((0, 1000), {"city_tiles": (0, best - 1)}):
        answer = client.post(address, fields(points, "sheet")).content.decode()
    assert f"at most {best - 1} points are possible." in answer
    assert f'max="{best - 1}"' in answer
    with bounded((0, max(sums(points)) - 1), {}):
        answer = client.post(address, fields(points, "sheet")).content.decode()
    assert f"Score {max(sums(points))}: at most" in answer
    missing = {name: value for name, value in fields(points, "sheet").items() if name != "sheet-points_card1_0"}
    assert "This field is required." in client.post(address, missing).content.decode()
    assert not ScoreSheet.objects.exists()
    assert client.post(address, fields(points, "sheet")).status_code == 302
    client.force_login(second)
    shown = client.get(page).content.decode()
    assert "Typed score sheet" in shown
    assert f"Typed by {first.player.name}." in shown
    assert client.post(reverse("table:confirm", args=[ResultReport.objects.get().pk])).status_code == 302
    assert "Typed score sheet" in client.get(page).content.decode()


def test_whoever_keeps_score_enters_and_corrects_a_result_with_a_sheet(
    client: Client, event: Event, table: Table, points: Points
) -> None:
    client.force_login(event.organiser)
    address = reverse("table:rule_by_sheet", args=[table.pk])
    assert client.post(address, fields(points, "ruling-sheet")).status_code == 302
    assert [seat.score for seat in seats(table)] == sums(points)
    assert fresh(table).basis == Table.Basis.RULING
    page = client.get(reverse("table:page", args=[table.pk])).content.decode()
    assert "Correct with a score sheet" in page
    other = points_of(log_of(table, 9))
    without_reason = client.post(address, fields(other, "ruling-sheet"))
    assert without_reason.status_code == 200
    assert [seat.score for seat in seats(table)] == sums(points)
    given = fields(other, "ruling-sheet") | {"ruling-sheet-reason": "Counted again."}
    assert client.post(address, given).status_code == 302
    assert [seat.score for seat in seats(table)] == sums(other)
    assert ScoreSheet.objects.filter(report__status=ResultReport.Status.CONFIRMED).get().points == other


def test_a_correction_by_a_sheet_shows_first_what_follows(client: Client) -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {})])
    first_round = event.pair()
    for one in first_round.tables.all():
        services.rule_result(event.organiser, one, Ruling([90, 80]))
    event.pair()
    one = first_round.tables.order_by("number")[0]
    points = {source.key: [0, 0] for source in BABYLONIA.sources} | {"city_tiles": [50, 60]}
    client.force_login(event.organiser)
    address = reverse("table:rule_by_sheet", args=[one.pk])
    given = fields(points, "ruling-sheet") | {"ruling-sheet-reason": "Exchanged."}
    with bounded((0, 1000), {}):
        assert "Effects of this correction" in client.post(address, given).content.decode()
        assert [seat.score for seat in seats(one)] == [90, 80]
        assert client.post(address, given | {"seen": "1"}).status_code == 302
    assert [seat.score for seat in seats(one)] == [50, 60]


def test_a_slip_and_a_seat_code_are_enough_for_a_sheet(client: Client, table: Table, points: Points) -> None:
    serial = serials([table])[table.pk]
    address = reverse("table:slip", args=[slip_token(table, serial)])
    first, second = (seat_code(seat, serial) for seat in seats(table))
    assert "Enter a score sheet" in client.get(address).content.decode()
    wrong = client.post(address, fields(points, "sheet") | {"do": "sheet", "sheet-code": "22222"})
    assert "No seat at this table has this code" in wrong.content.decode()
    assert client.post(address, fields(points, "sheet") | {"do": "sheet", "sheet-code": first}).status_code == 302
    sheet = ScoreSheet.objects.get()
    assert (sheet.typed_by, sheet.typed_entry, sheet.points) == (None, seats(table)[0].entry, points)
    assert "Typed score sheet" in client.get(address).content.decode()
    confirmation = {"do": "confirm", "report": sheet.report_id, "confirm-code": second}
    assert client.post(address, confirmation).status_code == 302
    assert proof_of(fresh(table)) == Proof.AGREED


def test_the_api_takes_a_sheet_and_shows_it(client: Client, event: Event, table: Table, points: Points) -> None:
    def post(person: Any, address: str, body: object) -> Any:
        client.force_login(person)
        return client.post(f"/api/v1/tables/{table.pk}/{address}/", body, content_type="application/json")

    first, _second = users(table)
    answer = post(first, "score-sheet", {"points": points})
    assert answer.status_code == 201
    assert (answer.json()["scores"], answer.json()["sheet"]["points"]) == (sums(points), points)
    assert answer.json()["sheet"]["typed_by"] == first.player.name
    assert post(first, "score-sheet", {"points": {"dragons": [1, 2]}}).status_code == 409
    assert post(event.organiser, "score-sheet", {"points": points}).status_code == 403
    both = {"points": points, "scores": sums(points)}
    assert post(event.organiser, "rule", both).status_code == 400
    assert post(event.organiser, "rule", {}).status_code == 400
    ruled = post(event.organiser, "rule", {"points": points})
    assert ruled.status_code == 200
    assert ruled.json()["reports"][0]["sheet"]["points"] == points
    assert ruled.json()["proof"] == "agreed"


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_was_really_played_is_possible_and_what_is_out_of_bounds_is_not(key: str, players: int) -> None:
    game = get_game(key)
    event = make_event(players, table_size=players, game=key, ruleset=game.rulesets[0])
    bounds = bounds_at(event.pair().tables.get(), players)
    assert bounds is not None
    assert set(bounds.sources) == {source.key for source in game.sources}
    for seed in range(3):
        points = points_of(game_log(players, seed, game.rulesets[0], game=key))
        assert problems_of(game, bounds, points) == []
        for source, (least, most) in bounds.sources.items():
            for number in (least - 1, most + 1):
                wrong = {**points, source: [number, *points[source][1:]]}
                assert any(
                    problem.source == source and problem.seat == 0 for problem in problems_of(game, bounds, wrong)
                )
