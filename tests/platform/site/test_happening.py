"""What the home page tells: the round that is on now, and who just won."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.stages import finish_tournament
from nabu.site.happening import TABLES, just_decided, on_now
from tests.platform.scenario import make_event

pytestmark = pytest.mark.usefixtures("db")


def test_nothing_is_on_before_a_round_is_published_nor_after_its_end() -> None:
    assert on_now() is None
    event = make_event(4, table_size=2)
    draft = pair_round(event.organiser, event.refresh())
    assert on_now() is None
    assert draft.status == Round.Status.DRAFT


def test_the_first_tables_of_the_round_with_bars_by_their_highest_score() -> None:
    event = make_event(10, table_size=2)
    round_ = event.pair()
    table = round_.tables.get(number=1)
    results.rule_result(event.organiser, table, Ruling([40, 80], [2, 1]))
    now = on_now()
    assert now is not None
    assert now.round == round_
    assert (len(now.tables), now.more) == (TABLES, 2)
    assert [one.share for one in now.tables[0].seats] == [50, 100]
    assert [one.share for one in now.tables[1].seats] == [None, None]


def test_a_score_of_nought_has_no_bar() -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    results.rule_result(event.organiser, table, Ruling([0, 10], [2, 1]))
    decided = Round.objects.get()
    Round.objects.filter(pk=decided.pk).update(status=Round.Status.PUBLISHED)
    now = on_now()
    assert now is not None
    assert [one.share for one in now.tables[0].seats] == [0, 100]


def test_a_finished_tournament_names_its_winner_on_the_home_page(client: Client) -> None:
    event = make_event(2, table_size=2, rounds=1)
    table = event.pair().tables.get()
    winner = table.seats.get(position=1).entry.player.name
    results.rule_result(event.organiser, table, Ruling([1, 2], [2, 1]))
    finish_tournament(event.organiser, event.refresh())
    [decided] = just_decided()
    assert decided.tournament == Tournament.objects.get()
    assert [row.entry.player.name for row in decided.winners] == [winner]
    page = client.get(reverse("home")).content.decode()
    assert winner in page[page.index("Just decided") :]


def test_what_is_practised_is_not_told() -> None:
    event = make_event(2, table_size=2)
    event.pair()
    Tournament.objects.update(practice=True)
    assert on_now() is None
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert just_decided() == []
