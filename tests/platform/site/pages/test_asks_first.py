"""What is hard to take back asks first, and says in a sentence what follows. It works without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]
TEMPLATES = Path(__file__).resolve().parents[4] / "templates"

SAYS_IT_ABOVE = {
    "contests/results/table/table.html": "slip, in a part of the page that is opened for it",
}
"""Templates with a red button of its own whose consequence stands in the part of the page that was opened for it."""


def text_of(client: Client, name: str, *arguments: int) -> str:
    return client.get(reverse(name, args=arguments)).content.decode()


def asked(page: str, address: str) -> str:
    """What is said before the button that sends to this address can be pressed."""
    parts = re.findall(r'<details class="danger[^"]*">(.*?)</details>', page, re.DOTALL)
    [found] = [part for part in parts if f'action="{address}"' in part]
    assert page.count(f'action="{address}"') == 1, "there is another button that does not ask"
    [sentence] = re.findall(r'<p class="mb-2">(.*?)</p>', found)
    return str(sentence)


def test_no_single_red_button_acts_without_asking() -> None:
    """A red button is inside the part that asks, or in a form with something to fill in."""
    bare = {
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*.html")
        if re.search(r'post_button\.html"[^%]*style="[^"]*danger', path.read_text("utf-8"))
    }
    assert bare == set(SAYS_IT_ABOVE)


@pytest.fixture
def event() -> Event:
    return make_event(4, table_size=2, start=False)


def test_a_draft_says_what_is_lost_with_it(sign_in: SignIn, event: Event) -> None:
    page = text_of(sign_in(event.organiser), "tournaments:detail", event.tournament.pk)
    said = asked(page, reverse("tournaments:delete", args=[event.tournament.pk]))
    assert said == "The draft is deleted with its players, registrations and settings. This cannot be undone."
    assert "come out differently" in asked(page, reverse("tournaments:redraw_lot", args=[event.tournament.pk]))


def test_who_is_dropped_or_removed_is_named(sign_in: SignIn, event: Event) -> None:
    client, entry = sign_in(event.organiser), event.tournament.entries.order_by("seed")[0]
    page = text_of(client, "tournaments:entry", entry.pk)
    said = asked(page, reverse("tournaments:entry_remove", args=[entry.pk]))
    assert said == "Player 1 is no longer entered in this tournament."
    start_tournament(event.organiser, event.refresh())
    page = text_of(client, "tournaments:entries", event.tournament.pk)
    assert reverse("tournaments:entry_drop", args=[entry.pk]) not in page, "nobody is dropped by a button in a row"
    leaving = reverse("tournaments:leaving", args=[event.tournament.pk])
    assert f'href="{leaving}?entry={entry.pk}"' in page
    page = client.get(leaving, {"entry": entry.pk}).content.decode()
    assert f'<option value="{entry.pk}" selected>Player 1</option>' in page
    assert "Players who drop out are no longer paired. Their results stay." in page


def test_a_round_robin_says_that_it_annuls_the_results_of_who_leaves_early(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2, stages=[StageSpec("round_robin")])
    client, entry = sign_in(event.organiser), event.tournament.entries.order_by("seed")[0]
    assert "their results are annulled" in text_of(client, "tournaments:leaving", event.tournament.pk)
    assert "their results are annulled" in text_of(client, "tournaments:entry", entry.pk)


def test_a_draft_round_and_a_published_one_say_what_goes(sign_in: SignIn, event: Event) -> None:
    start_tournament(event.organiser, event.refresh())
    draft, client = pair_round(event.organiser, event.refresh()), sign_in(event.organiser)
    discard = reverse("tournaments:round_discard", args=[draft.pk])
    assert "You can pair the round again" in asked(text_of(client, "tournaments:round", draft.pk), discard)
    client.post(reverse("tournaments:round_publish", args=[draft.pk]))
    page = text_of(client, "tournaments:round", draft.pk)
    assert "Players no longer see their tables" in asked(page, discard)
    assert "none is lost" in asked(page, reverse("tournaments:round_unpublish", args=[draft.pk]))
