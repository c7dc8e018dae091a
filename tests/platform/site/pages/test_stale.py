"""Two people change the same thing: nobody's change is lost in silence, and each is told what the other one did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.rounds.draft import swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.contests.tournaments.setup.tie_breaks import change_tie_breaks
from tests.platform.contests.tournaments.people import helper_of
from tests.platform.page_forms import Forms, form_with, plain_text
from tests.platform.scenario import Event, make_event, seats

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]
NOTICE = "Director (director) changed this at"


@dataclass
class Case:
    """One form: where it is drawn and sent, what the other one does meanwhile, and how the page says so."""

    shown: str
    sent: str
    field: str
    mine: str
    other: Callable[[], object]
    theirs: str
    untouched: tuple[str, str] | None
    saved: Callable[[], object]
    before: str = ""


def entry_case(event: Event, director: User) -> Case:
    entry = event.tournament.entries.order_by("seed")[0]

    def other() -> None:
        update_entry(director, entry, club="Uruk", note="late")

    def saved() -> object:
        entry.refresh_from_db()
        return entry.club

    page = reverse("tournaments:entry", args=[entry.pk])
    sent = reverse("tournaments:entry_edit", args=[entry.pk])
    return Case(page, sent, "club", "Nippur", other, "Uruk", ("note", "late"), saved)


def settings_case(event: Event, director: User) -> Case:
    def other() -> None:
        update_tournament(director, event.tournament, name="Summer in Ur", place="Ur")

    page = reverse("tournaments:edit", args=[event.tournament.pk])
    return Case(
        page,
        page,
        "name",
        "Autumn in Ur",
        other,
        "Summer in Ur",
        ("place", "Ur"),
        lambda: event.refresh().name,
        "Spring in Ur",
    )


def prize_case(event: Event, director: User) -> Case:
    set_prizes(event.organiser, event.tournament, [PrizeSpec("Bowl", 1, 1, None, "")])

    def other() -> None:
        set_prizes(director, event.tournament, [PrizeSpec("Cup", 1, 1, None, ""), PrizeSpec("Coin", 2, 2, None, "")])

    page = reverse("tournaments:prizes_edit", args=[event.tournament.pk])
    return Case(
        page,
        page,
        "prize-0-title",
        "Vase",
        other,
        "Cup",
        ("prize-1-title", "Coin"),
        lambda: event.tournament.prizes.order_by("position")[0].title,
        "Bowl",
    )


def result_case(event: Event, director: User) -> Case:
    table = event.pair().tables.get()

    def other() -> None:
        results.rule_result(director, table, Ruling([60, 59, 58, 57]))

    def saved() -> object:
        return seats(Table.objects.get(pk=table.pk))[0].score

    page, sent = reverse("table:page", args=[table.pk]), reverse("table:rule", args=[table.pk])
    return Case(page, sent, "ruling-score_0", "77", other, "60", None, saved)


CASES = {"entry": entry_case, "settings": settings_case, "draft": settings_case, "prizes": prize_case}
CASES |= {"result": result_case}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Event, Case]:
    event = make_event(4, start=request.param in ("settings", "result"))
    return event, CASES[request.param](event, helper_of(event, "director"))


def type_in(client: Client, case: Case) -> dict[str, str]:
    """Open the page and change one field."""
    data = form_with(client.get(case.shown).content.decode(), case.field)
    assert data["as_shown"]
    data[case.field] = case.mine
    for name in data:
        if name.startswith("ruling-score_") and name != case.field:
            data[name] = str(10 + int(name[-1]))
    if "ruling-reason" in data:
        data["ruling-reason"] = "misread"
    return data


def test_nobody_else_changed_it(sign_in: SignIn, case: tuple[Event, Case]) -> None:
    event, form = case
    client = sign_in(event.organiser)
    assert client.post(form.sent, type_in(client, form)).status_code == 302
    assert str(form.saved()) == form.mine


def test_the_second_save_shows_what_the_first_changed_and_keeps_what_was_typed(
    sign_in: SignIn, case: tuple[Event, Case]
) -> None:
    event, form = case
    client = sign_in(event.organiser)
    data = type_in(client, form)
    form.other()
    response = client.post(form.sent, data)
    html = response.content.decode()
    assert response.status_code == 200
    assert NOTICE in html
    assert f"Now: {form.theirs} Yours: {form.mine}" in plain_text(html)
    if form.before:
        assert f"Before: {form.before} Now: {form.theirs}" in plain_text(html)
    assert str(form.saved()) == form.theirs
    again = form_with(html, form.field)
    assert again[form.field] == form.mine
    if form.untouched:
        name, value = form.untouched
        assert again[name] == value
    # "Save as below" sends what the page shows now.
    assert client.post(form.sent, again).status_code == 302
    assert str(form.saved()) == form.mine
    if form.untouched:
        assert form_with(client.get(form.shown).content.decode(), form.field)[name] == value


def test_a_change_after_the_notice_is_shown_again(sign_in: SignIn) -> None:
    event = make_event(4, start=False)
    director = helper_of(event, "director")
    form = entry_case(event, director)
    client = sign_in(event.organiser)
    data = type_in(client, form)
    form.other()
    again = form_with(client.post(form.sent, data).content.decode(), form.field)
    update_entry(director, event.tournament.entries.order_by("seed")[0], club="Kish", note="late")
    html = client.post(form.sent, again).content.decode()
    assert "Before: Uruk Now: Kish Yours: Nippur" in plain_text(html)
    assert form.saved() == "Kish"


def test_the_same_change_by_both_is_no_conflict(sign_in: SignIn) -> None:
    event = make_event(4, start=False)
    director = helper_of(event, "director")
    form = entry_case(event, director)
    client = sign_in(event.organiser)
    data = type_in(client, form)
    update_entry(director, event.tournament.entries.order_by("seed")[0], club=form.mine)
    assert client.post(form.sent, data).status_code == 302


def test_a_wrong_value_does_not_make_the_form_forget_what_it_was_drawn_with(sign_in: SignIn) -> None:
    event = make_event(4, start=False)
    form = entry_case(event, helper_of(event, "director"))
    client = sign_in(event.organiser)
    data = {**type_in(client, form), "rating": "much"}
    again = form_with(client.post(form.sent, data).content.decode(), form.field)
    form.other()
    html = client.post(form.sent, {**again, "rating": "1500"}).content.decode()
    assert NOTICE in html
    assert form.saved() == form.theirs


def test_a_program_that_sends_no_digests_is_not_asked(sign_in: SignIn, case: tuple[Event, Case]) -> None:
    event, form = case
    client = sign_in(event.organiser)
    data = type_in(client, form)
    form.other()
    assert client.post(form.sent, {**data, "as_shown": "made up"}).status_code == 302


@pytest.mark.parametrize("form", ["rule_by_sheet", "forfeit"])
def test_what_replaces_a_result_without_showing_it_tells_of_one_entered_meanwhile(sign_in: SignIn, form: str) -> None:
    event = make_event(4)
    table = event.pair().tables.get()
    client = sign_in(event.organiser)
    html = client.get(reverse("table:page" if form == "forfeit" else f"table:{form}", args=[table.pk])).content.decode()
    if form == "forfeit":
        data = form_with(html, "forfeit-reason") | {"forfeit-who": "0"}
        mine = "Declare absent"
    else:
        data = {
            name: "5" if "-points_" in name else value for name, value in form_with(html, "ruling-sheet-reason").items()
        }
        total = 5 * len([name for name in data if name.startswith("ruling-sheet-points_") and name.endswith("_0")])
        mine = ", ".join(f"{seat.entry.player.name} {total}" for seat in seats(table))
    results.rule_result(helper_of(event, "director"), table, Ruling([60, 59, 58, 57]))
    theirs = ", ".join(f"{seat.entry.player.name} {seat.score}" for seat in seats(table))
    sent = reverse(f"table:{form}", args=[table.pk])
    html = client.post(sent, data).content.decode()
    assert NOTICE in html
    assert f"Result Before: – Now: {theirs} Yours: {mine}" in plain_text(html)
    assert [seat.score for seat in seats(table)] == [60, 59, 58, 57]


def add_final(director: User, event: Event) -> None:
    chain = [StageSpec(stage.format, stage.config) for stage in event.tournament.stages.all()]
    chain[0].config["advance"] = 2
    update_tournament(director, event.tournament, stages=[*chain, StageSpec("single_elimination", {})])


def test_a_stage_added_by_somebody_else_is_filled_in(sign_in: SignIn) -> None:
    event = make_event(4, start=False)
    form = settings_case(event, event.organiser)
    client = sign_in(event.organiser)
    data = type_in(client, form)
    add_final(helper_of(event, "director"), event)
    html = client.post(form.sent, data).content.decode()
    assert "Swiss → Single elimination" in plain_text(html)
    assert client.post(form.sent, form_with(html, "name")).status_code == 302
    assert [stage.format for stage in event.refresh().stages.all()] == ["swiss", "single_elimination"]
    assert event.refresh().name == form.mine


def test_stages_changed_by_both_stay_as_typed_and_are_named(sign_in: SignIn) -> None:
    event = make_event(4, start=False)
    form = settings_case(event, event.organiser)
    client = sign_in(event.organiser)
    html = client.post(form.sent, type_in(client, form) | {"do": "plan:round_robin"}).content.decode()
    add_final(helper_of(event, "director"), event)
    html = client.post(form.sent, form_with(html, "name")).content.decode()
    assert "Stages Before: Swiss Now: Swiss → Single elimination Yours: " in plain_text(html)


def test_tie_breaks_changed_by_somebody_else_while_others_are_chosen(sign_in: SignIn) -> None:
    event = make_event(4)
    stage = event.tournament.stages.get()
    client, page = sign_in(event.organiser), reverse("tournaments:tie_breaks", args=[stage.pk])
    seen = form_with(client.get(page).content.decode(), "reason")["as_shown"]
    kept = stage.config["tie_breaks"]
    change_tie_breaks(helper_of(event, "director"), stage, kept[:1], "too many")
    sent = {"tie_breaks": kept[1:2], "reason": "better", "as_shown": seen}
    html = client.post(page, {**sent, "do": f"tie:up:{kept[1]}"}).content.decode()
    html = client.post(page, {**sent, "as_shown": form_with(html, "reason")["as_shown"]}).content.decode()
    assert NOTICE in html
    assert event.tournament.stages.get().config["tie_breaks"] == kept[:1]
    again = form_with(html, "reason")["as_shown"]
    assert client.post(page, {**sent, "as_shown": again}).status_code == 302


def chosen_move(html: str, moving: Seat, other: Seat) -> dict[str, str]:
    """What the form below the draft sends; the other one, for dragging, has no seat yet."""
    form = next(form for form in Forms(html).forms if form.get("seat") == str(moving.pk))
    return {**form.dict(), "to": f"seat:{other.pk}"}


def test_a_player_dragged_where_somebody_else_has_moved_players_is_not_moved(sign_in: SignIn) -> None:
    event = make_event(8)
    round_ = pair_round(event.organiser, event.tournament)
    one, two = list(round_.tables.order_by("number"))
    mine, other = seats(one)[0], seats(two)[0]
    client = sign_in(event.organiser)
    html = client.get(reverse("tournaments:round", args=[round_.pk])).content.decode()
    dragged = {**form_with(html, "to"), "seat": str(mine.pk), "to": f"seat:{other.pk}"}
    swap_seats(helper_of(event, "director"), seats(one)[1], seats(two)[1])
    html = client.post(reverse("tournaments:round_move", args=[round_.pk]), dragged).content.decode()
    assert NOTICE in html
    assert mine.entry_id in {seat.entry_id for seat in seats(one)}


def test_two_people_move_players_at_the_same_tables_of_a_draft(sign_in: SignIn) -> None:
    event = make_event(8)
    director = helper_of(event, "director")
    round_ = pair_round(event.organiser, event.tournament)
    one, two = list(round_.tables.order_by("number"))
    mine, other = seats(one)[0], seats(two)[0]
    client = sign_in(event.organiser)
    page = reverse("tournaments:round", args=[round_.pk])
    data = chosen_move(client.get(page, {"move": mine.pk}).content.decode(), mine, other)
    swap_seats(director, seats(one)[1], seats(two)[1])
    html = client.post(reverse("tournaments:round_move", args=[round_.pk]), data).content.decode()
    assert NOTICE in html
    assert [seat.entry_id for seat in seats(one)].count(mine.entry_id) == 1
    again = chosen_move(html, mine, other)
    assert client.post(reverse("tournaments:round_move", args=[round_.pk]), again).status_code == 302
    assert other.entry_id in {seat.entry_id for seat in seats(one)}


def test_digests_of_another_tournament_say_nothing(sign_in: SignIn) -> None:
    event, other = make_event(4, start=False), make_event(4, start=False, prefix="other", organiser=None)
    form, strange = settings_case(event, event.organiser), settings_case(other, other.organiser)
    client = sign_in(event.organiser)
    token = form_with(sign_in(other.organiser).get(strange.shown).content.decode(), "name")["as_shown"]
    client = sign_in(event.organiser)
    assert client.post(form.sent, {**type_in(client, form), "as_shown": token}).status_code == 302
    assert Tournament.objects.get(pk=event.tournament.pk).name == form.mine
