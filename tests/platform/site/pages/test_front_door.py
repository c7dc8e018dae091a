"""The front door: what a visitor reads first, and what stands aside for those who know the site."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from tests.platform.scenario import account
from tests.platform.site.pages.conftest import World

pytestmark = pytest.mark.usefixtures("db")

MOST_WORDS = 25
CREATE = "/accounts/signup/?next=/tournaments/new/"


def page_of(client: Client, name: str = "home") -> str:
    return client.get(reverse(name)).content.decode()


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_visitors_read_one_heading_and_one_short_sentence(language: str) -> None:
    page = Client(headers={"accept-language": language}).get(reverse("home")).content.decode()
    assert len(re.findall(r"<h1", page)) == 1
    (lead,) = re.findall(r'<p class="lead[^>]*>(.*?)</p>', page, re.S)
    assert lead.strip().count(".") == 1
    assert len(lead.split()) <= MOST_WORDS


def test_visitors_have_three_ways_in_that_lead_where_they_say() -> None:
    page = page_of(Client())
    front = page[page.index('<p class="lead') : page.index('id="home-live"')]
    links = re.findall(r'<a class="card way" href="([^"]+)"', front)
    assert links == [reverse("play:play"), CREATE, reverse("dashboards:index")]
    for way in links:
        assert Client().get(way, follow=True).status_code == 200


def test_the_foot_of_every_page_leads_to_what_the_menu_leaves_out() -> None:
    page = page_of(Client(), "tournaments:list")
    foot = page[page.index("<footer") : page.index("</footer>")]
    for name in ("clubs:list", "records:new", "lab:list", "how_it_works", "proof", "table:upload", "api:docs"):
        assert f'href="{reverse(name)}"' in foot
    for language in ("English", "Español", "Deutsch"):
        assert language in foot


def test_signing_up_to_create_a_tournament_leads_to_the_form() -> None:
    client = Client()
    words = {
        "username": "rita",
        "name": "Rita",
        "password1": "correct horse battery",
        "next": reverse("tournaments:new"),
    }
    answer = client.post(reverse("account_signup"), words)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("tournaments:new")
    assert client.get(answer["Location"]).status_code == 200


def test_who_is_signed_in_gets_no_pitch(sign_in: Callable[[User], Client]) -> None:
    page = page_of(sign_in(account("zoe")))
    assert len(re.findall(r"<h1", page)) == 1
    assert '<p class="lead' not in page
    assert CREATE not in page
    assert f'href="{reverse("tournaments:new")}"' in page


def test_own_things_stand_before_the_way_to_new_ones(world: World, sign_in: Callable[[User], Client]) -> None:
    page = page_of(sign_in(world.stranger))
    assert page.index("Your table") < page.index('class="ways') < page.index("On now")


def test_how_it_works_names_five_steps_and_what_is_not_proven() -> None:
    page = page_of(Client(), "how_it_works")
    assert len(re.findall(r'<svg class="how-picture"', page)) == 5
    assert page.index("What is proven") < page.index("What is not proven")
    assert f'href="{reverse("proof")}"' in page
    assert CREATE in page
