"""What is printed: who is on it, in which order, and that nobody prints what they may not see."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import segno
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.slips import seat_code, slip_token
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.prints.sheets import QUIET_ZONE, qr_svg
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.scenario import Event, make_event, names, seats

pytestmark = pytest.mark.usefixtures("db")
HOSTILE = '<script>alert(1)</script> & "Bo"'


def read(client: Client, name: str, *arguments: object, status: int = 200) -> str:
    response = client.get(reverse(f"tournaments:{name}", args=arguments))
    assert response.status_code == status
    return response.content.decode()


def words(html: str) -> str:
    """The text of the sheet, without tags."""
    sheet = html.partition('<main class="paper" tabindex="0">')[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub("</?bdi>", "", sheet))).strip()


def rename(event: Event, *given: str) -> None:
    for user, name in zip(event.players, given, strict=False):
        Player.objects.filter(pk=user.player.pk).update(name=name)


def modules(svg: str) -> set[tuple[int, int]]:
    """The dark modules that the path of a QR code draws, as (row, column) without the quiet zone."""
    dark: set[tuple[int, int]] = set()
    row, column = -1, 0
    for command, first, second in re.findall(
        r"([MmhH])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", re.findall(r' d="([^"]*)"', svg)[0]
    ):
        if command == "h":
            dark |= {(row, column + step) for step in range(int(first))}
            column += int(first)
        else:
            column = (0 if command == "M" else column) + int(first)
            row = int(float(second)) if command == "M" else row + int(second)
    return {(row - QUIET_ZONE, column - QUIET_ZONE) for row, column in dark}


def matrix(text: str) -> set[tuple[int, int]]:
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return {(at, where) for at, line in enumerate(code.matrix) for where, dark in enumerate(line) if dark}


def test_a_qr_code_draws_exactly_its_text() -> None:
    assert modules(qr_svg("https://nabu.example.org/tables/12/")) == matrix("https://nabu.example.org/tables/12/")
    assert modules(qr_svg("https://nabu.example.org/tables/12/")) != matrix("https://nabu.example.org/tables/13/")


def test_a_slip_for_each_table_leads_to_its_page(client: Client) -> None:
    make_event(4, table_size=2, prefix="before").pair()
    event = make_event(7, table_size=2)
    round_ = event.pair()
    html = read(client, "print_round", round_.pk, "slips")
    slips = re.findall(r'<li class="slip">(.*?)</li>', html, re.DOTALL)
    tables = list(round_.tables.filter(is_bye=False).order_by("number"))
    assert len(slips) == len(tables) == 3
    for slip, table in zip(slips, tables, strict=True):
        assert f"Table {table.number}<" in slip
        assert re.findall(r'<span class="slip-name">(.*?)</span>', slip) == names(table), "in seat order"
        assert slip.count("<td></td>") == 3 * 2, "score, place and signature are left blank"
        assert modules(slip) == matrix(f"http://testserver/tables/{table.pk}/")
        assert f"<span>testserver</span><span>/tables/{table.pk}/</span>" in slip
        assert "Round 1" in slip
        assert "Spring in Ur" in slip


def test_a_slip_of_those_who_keep_score_opens_the_report_without_an_account(client: Client) -> None:
    event = make_event(4, table_size=2)
    round_ = event.pair()
    client.force_login(event.organiser)
    slips = read(client, "print_round", round_.pk, "slips").split('<li class="slip ')[1:]
    for slip, table in zip(slips, round_.tables.order_by("number"), strict=True):
        assert modules(slip) == matrix("http://testserver" + reverse("table:slip", args=[slip_token(table, 0)]))
        assert f"<span>testserver</span><span>/tables/{table.pk}/</span>" in slip
        strips = re.findall(r'<span class="slip-strip-name">(.*?)</span><strong>(.*?)</strong>', slip)
        assert strips == [(seat.entry.player.name, seat_code(seat, 0)) for seat in seats(table)]


def test_the_code_names_the_address_that_the_page_was_asked_at() -> None:
    """Behind HTTPS and another name the phone must find it too."""
    round_ = make_event(2, table_size=2).pair()
    address = reverse("tournaments:print_round", args=[round_.pk, "slips"])
    html = Client().get(address, secure=True, headers={"host": "localhost"}).content.decode()
    assert modules(html) == matrix(f"https://localhost/tables/{round_.tables.get().pk}/")


def test_every_game_of_a_long_match_has_a_slip(client: Client) -> None:
    event = make_event(2, stages=[StageSpec("single_elimination", {"best_of": 3})])
    round_ = event.pair()
    matches.rule_result(event.organiser, round_.tables.get(), Ruling([70, 60]))
    html = read(client, "print_round", round_.pk, "slips")
    assert html.count('<li class="slip">') == round_.tables.count() == 2
    assert "game 2" in html
    assert words(read(client, "print_round", round_.pk, "names")).count("Player 1") == 2, "once as a name, once as with"


def test_pairings_by_table(client: Client) -> None:
    event = make_event(5, table_size=2)
    round_ = event.pair()
    text = words(read(client, "print_round", round_.pk, "tables"))
    for table in round_.tables.filter(is_bye=False):
        assert f" {table.number} {' '.join(names(table))}" in text
    bye = round_.tables.get(is_bye=True)
    assert text.endswith(f"– {names(bye)[0]} (bye)")


def test_pairings_by_name_are_in_order_of_the_alphabet_with_accents(client: Client) -> None:
    event = make_event(4, table_size=4)
    rename(event, "Zoë", "Ömer", "Olga", "élodie")
    html = read(client, "print_round", event.pair().pk, "names")
    assert re.findall(r'<bdi class="print-name">(.*?)</bdi>', html) == ["élodie", "Olga", "Ömer", "Zoë"]
    table = Round.objects.get().tables.get()
    first = names(table)
    assert f"Seat 1, with {', '.join(first[1:])}" in words(html)


def test_players_are_listed_with_boxes(client: Client, sign_in: Callable[[User], Client]) -> None:
    event = make_event(3, start=False)
    rename(event, "Cem", "Bo", "Ana")
    entry = event.tournament.entries.get(player__name="Bo")
    check_in.check_in(event.organiser, entry)
    html = read(sign_in(event.organiser), "print_people", event.tournament.pk)
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["Ana", "Bo", "Cem"]
    assert re.findall(r'<span class="box">(.*?)</span>', html) == ["", "✓", ""]
    start_tournament(event.organiser, event.refresh())
    drop_entry(event.organiser, event.tournament.entries.get(player__name="Cem"))
    html = read(Client(), "print_people", event.tournament.pk)
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["Ana", "Bo"], "who has dropped does not come"
    assert "✓" not in html, "who is here is for those who keep score"


def test_standings_over_one_stage_and_over_all(client: Client) -> None:
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 2}), StageSpec("single_elimination", {})]
    event = make_event(4, stages=stages)
    for table in event.pair().tables.all():
        matches.rule_result(event.organiser, table, Ruling([70, 60]))
    first, second = event.tournament.stages.all()
    text = words(read(client, "print_stage", first.pk, "standings"))
    assert text.startswith("Spring in Ur Standings: Swiss")
    assert [text.count(f"Player {number} ") for number in range(1, 5)] == [1, 1, 1, 1]
    assert " 6 1 " in text
    assert "Player 3" in words(read(client, "print_standings", event.tournament.pk))
    read(client, "print_stage", second.pk, "bracket", status=404)


def test_a_large_bracket_fills_several_sheets(client: Client) -> None:
    event = make_event(40, stages=[StageSpec("single_elimination", {})])
    html = read(client, "print_stage", event.tournament.stages.get().pk, "bracket")
    assert html.count('<div class="bracket-sheet drawn">') == 3
    assert html.count("Sheet 3 of 3") == 1
    assert html.count("<h1>") == 1
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len(set(ids))


def test_what_no_sheet_can_hold_is_printed_as_a_list(client: Client) -> None:
    """Ten tables of four in one column, which no lines can be cut along."""
    event = make_event(40, stages=[StageSpec("pod_elimination", {"table_size": 4})])
    html = read(client, "print_stage", event.tournament.stages.get().pk, "bracket")
    assert "bracket_drawing.css" not in html
    assert html.count('<div class="bracket-sheet">') == 1
    assert html.count(">Player 40</span>") == 1


@pytest.mark.parametrize("what", ["tables", "names", "slips"])
def test_names_are_escaped_and_drafts_are_for_directors(sign_in: Callable[[User], Client], what: str) -> None:
    event = make_event(2, table_size=2)
    rename(event, HOSTILE)
    draft = pair_round(event.organiser, event.refresh())
    for client in (Client(), sign_in(event.players[1])):
        read(client, "print_round", draft.pk, what, status=404)
        read(client, "round_prints", draft.pk, status=404)
    html = read(sign_in(event.organiser), "print_round", draft.pk, what)
    assert ">Draft</strong>" in html
    assert HOSTILE not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Bo&quot;" in html
    publish_round(event.organiser, draft)
    html = read(Client(), "print_round", draft.pk, what)
    assert ">Draft</strong>" not in html


def test_the_page_of_prints_links_to_what_can_be_opened(sign_in: Callable[[User], Client]) -> None:
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 2, "advance": 2}), StageSpec("single_elimination", {})]
    event = make_event(4, stages=stages)
    for table in event.pair().tables.all():
        matches.rule_result(event.organiser, table, Ruling([70, 60]))
    draft = pair_round(event.organiser, event.refresh())
    for client, sees in ((Client(), False), (sign_in(event.organiser), True)):
        html = read(client, "prints", event.tournament.pk)
        links = set(re.findall(r'href="(/tournaments/(?:\d+|rounds/\d+|stages/\d+)/print/[^"]*)"', html))
        assert (reverse("tournaments:round_prints", args=[draft.pk]) in links) is sees
        assert len(links) >= 4
        for link in links:
            assert client.get(link).status_code == 200, link
    assert reverse("tournaments:round_prints", args=[draft.pk]) in read(client, "round", draft.pk)
    html = read(client, "round_prints", draft.pk)
    for what in ("tables", "names", "slips"):
        assert reverse("tournaments:print_round", args=[draft.pk, what]) in html


@pytest.mark.parametrize("what", ["standings", "cross-table", "bracket", "nonsense"])
def test_what_a_stage_does_not_have_is_not_found(client: Client, what: str) -> None:
    swiss = make_event(2, table_size=2)
    cup = make_event(2, stages=[StageSpec("single_elimination", {})], prefix="cup")
    for event, has in ((swiss, ("standings", "cross-table")), (cup, ("bracket",))):
        status = 200 if what in has else 404
        read(client, "print_stage", event.tournament.stages.get().pk, what, status=status)
    read(client, "print_round", swiss.pair().pk, "nonsense", status=404)


def test_the_number_of_queries_does_not_grow(client: Client) -> None:
    found: dict[str, list[int]] = {}
    for players in (4, 8):
        event = make_event(players, table_size=2, prefix=f"p{players}")
        round_ = event.pair()
        for table in round_.tables.all():
            matches.rule_result(event.organiser, table, Ruling([70, 60]))
        stage = event.tournament.stages.get()
        addresses = {
            what: reverse("tournaments:print_round", args=[round_.pk, what]) for what in ("tables", "names", "slips")
        }
        addresses |= {
            what: reverse("tournaments:print_stage", args=[stage.pk, what]) for what in ("standings", "cross-table")
        }
        addresses |= {
            name: reverse(f"tournaments:{name}", args=[event.tournament.pk])
            for name in ("prints", "print_people", "print_standings")
        }
        addresses |= {
            name: reverse(f"tournaments:{name}", args=[stage.pk]) for name in ("cross_table", "cross_table_csv")
        }
        for name, address in addresses.items():
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            found.setdefault(name, []).append(len(captured))
    assert {name: few for name, (few, _many) in found.items()} == {name: many for name, (_few, many) in found.items()}
