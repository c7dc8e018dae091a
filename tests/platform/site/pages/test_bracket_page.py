"""The page of the bracket: what it shows before, during and after, to whom, and as what."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import Player, User
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.usefixtures("db")
HOSTILE = "<b onclick='x'>\"Bo\" & co"


def cup(players: int = 4, prefix: str = "player", **settings: object) -> Event:
    return make_event(players, stages=[StageSpec("single_elimination", settings)], prefix=prefix)


def page(client: Client, event: Event, view: str = "") -> str:
    return client.get(reverse("tournaments:bracket", args=[event.tournament.pk]), {"view": view}).content.decode()


def slots(html: str) -> list[str]:
    """The text of each slot, without the tags."""
    found = re.findall(r'<(a|div) class="bracket-slot"(.*?)</\1>', html, re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body.partition(">")[2])).strip() for _tag, body in found]


def test_it_is_drawn_before_the_first_round_with_seeds_and_who_is_to_come(client: Client) -> None:
    html = page(client, cup())
    assert slots(html) == [
        "M1 seed 1 Player 1 seed 4 Player 4",
        "M2 seed 2 Player 2 seed 3 Player 3",
        "Final winner of M1 winner of M2",
    ]
    assert 'class="bracket-slot" href=' not in html
    assert re.findall(r"<h4[^>]*>(.*?)</h4>", html) == ["Semi-finals", "Final"]


def test_a_draft_changes_nothing_a_published_round_has_links(sign_in: Callable[[User], Client]) -> None:
    event = cup()
    before = slots(page(Client(), event))
    draft = pair_round(event.organiser, event.refresh())
    table = draft.tables.get(bracket_slot=0)
    for client in (Client(), sign_in(event.organiser)):
        html = page(client, event)
        assert slots(html) == before
        assert f"/tables/{table.pk}/" not in html
    publish_round(event.organiser, draft)
    assert f'<a class="bracket-slot" href="/tables/{table.pk}/">' in page(Client(), event)


def test_results_show_the_score_and_mark_the_winner_in_words(client: Client) -> None:
    event = cup()
    table = event.pair().tables.get(bracket_slot=0)
    places = {seat.entry.seed: seat.position for seat in table.seats.all()}
    matches.rule_result(event.organiser, table, Ruling([70 if place == places[4] else 60 for place in range(2)]))
    html = page(client, event)
    first, _second, final = slots(html)
    assert first == "M1 agreed seed 1 Player 1 60 seed 4 Player 4 ✓ 70"
    assert final == "Final seed 4 Player 4 winner of M2"
    assert html.count('aria-label="advances or has won"') == 1


def test_a_bye_is_named(client: Client) -> None:
    first, *_rest = slots(page(client, cup(3)))
    assert first.split(maxsplit=1)[1] == "1 Player 1 bye"


def test_games_won_are_the_score_of_a_long_match(client: Client) -> None:
    event = cup(2, best_of=3)
    table = event.pair().tables.get(game_number=1)
    matches.rule_result(event.organiser, table, Ruling([70, 60]))
    assert table.round.tables.count() == 2
    assert f'<a class="bracket-slot" href="/tables/{table.pk}/">' in page(client, event), "the first game"
    (final,) = slots(page(client, event))
    scores = re.findall(r"Player \d(?: (\d))", final)
    assert sorted(scores) == ["0", "1"]


def test_names_are_escaped(client: Client) -> None:
    event = cup()
    Player.objects.filter(pk=event.players[0].player.pk).update(name=HOSTILE)
    html = page(client, event)
    assert HOSTILE not in html
    assert html.count("&lt;b onclick=&#x27;x&#x27;&gt;&quot;Bo&quot; &amp; co") == 2, "as text and as title"


def test_drawing_or_list(client: Client) -> None:
    event = cup()
    assert 'bracket_drawing.css" media="print, (min-width: 768px)"' in page(client, event)
    assert 'bracket_drawing.css">' in page(client, event, "drawing")
    assert "bracket_drawing.css" not in page(client, event, "list")
    assert "bracket_drawing.css" in page(client, event, "nonsense")


def test_a_bracket_after_another_stage_waits_for_it(client: Client) -> None:
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 2}), StageSpec("single_elimination", {})]
    html = page(client, make_event(4, stages=stages))
    assert "Bracket not drawn yet." in html
    assert slots(html) == []


@pytest.mark.parametrize("key", ["single_elimination", "double_elimination", "pod_elimination"])
def test_the_number_of_queries_does_not_grow(client: Client, key: str) -> None:
    numbers = []
    for players in (8, 24):
        event = make_event(players, stages=[StageSpec(key, {})], prefix=f"p{players}")
        event.pair()
        page(client, event)
        with CaptureQueriesContext(connection) as captured:
            page(client, event)
        numbers.append(len(captured))
    assert numbers[0] == numbers[1]
    assert numbers[0] <= 12
