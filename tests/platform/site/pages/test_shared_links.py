"""What a link to a page shows elsewhere: no more than the page shows a visitor, and names only as long as they are."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from nabu.accounts.players.models import Player
from nabu.accounts.players.services import update_account
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.follow import link_pictures
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rounds.services import lock_round
from nabu.contests.tournaments.stages import finish_tournament
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.web.link_pictures import tasks
from nabu.web.link_pictures.kinds import KINDS
from nabu.web.link_pictures.models import LinkPicture
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, make_event

SITE = settings.SITE_ADDRESS
META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">')


def played_event() -> Event:
    """A finished event of one round; the players come in by their seats."""
    made = make_event(4, table_size=4, rounds=1)
    round_ = made.pair()
    for table in Table.objects.filter(round=round_):
        places = list(range(1, table.seats.count() + 1))
        rule_result(made.organiser, table, Ruling(scores=[40 - place for place in places]))
    lock_round(made.organiser, round_)
    finish_tournament(made.organiser, made.refresh())
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(played_event, "event")


def said(address: str) -> dict[str, str]:
    """What the head of a page says to everybody who is not signed in."""
    page = Client().get(address)
    assert page.status_code == 200
    head = page.content.decode().partition("</head>")[0]
    return {name: unescape(content) for name, content in META.findall(head)}


def player_of(event: Event, number: int = 0) -> Player:
    return Player.objects.get(user=event.players[number])


def drawn(kind: str, subject: object) -> str:
    """The picture is drawn. Returns its address."""
    assert tasks.draw(kind, str(subject), "en")
    return reverse("link_picture", args=[kind, str(subject), "en", KINDS[kind].current(str(subject), "en")])


@pytest.mark.parametrize(
    "name",
    [
        "home", "games:list", "tournaments:list", "players:list", "clubs:list", "lab:list", "play:play",
        "exercises:exercises", "variants:games", "proof", "how_it_works", "table:upload", "privacy:policy",
    ],
)  # fmt: skip
def test_pages_for_everybody_say_title_description_and_picture(event: Event, name: str) -> None:
    address = reverse(name)
    found = said(address)
    assert found["og:title"]
    assert found["og:description"] == found["description"] != ""
    assert found["og:url"] == SITE + address
    assert found["og:image"].startswith(f"{SITE}/static/nabu/web/link_pictures/site")
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:image:alt"]
    assert found["twitter:card"] == "summary_large_image"


@pytest.mark.parametrize(
    "name", ["games:detail", "variants:list", "dashboards:game", "ratings:leaderboard", "ratings:quality"]
)
def test_pages_about_a_game_show_its_board(event: Event, name: str) -> None:
    assert "/link_pictures/babylonia" in said(reverse(name, args=["babylonia"]))["og:image"]


@pytest.mark.parametrize(
    "name",
    [
        "detail", "follow", "standings", "entries", "bracket", "current_round", "cross_table", "round", "prizes",
        "ratings", "prints", "export",
    ],
)  # fmt: skip
def test_pages_of_an_event_show_its_podium(event: Event, name: str) -> None:
    stage = event.tournament.stages.get()
    pk = {"cross_table": stage.pk, "round": stage.rounds.get().pk}.get(name, event.tournament.pk)
    page = Client().get(reverse(f"tournaments:{name}", args=[pk]), follow=True)
    found = said(page.request["PATH_INFO"])
    assert event.tournament.name in found["og:title"]
    assert found["description"].startswith("Babylonia")
    assert re.fullmatch(rf"{SITE}/pictures/event/{event.tournament.pk}/en/[0-9a-f]{{16}}\.png", found["og:image"])


def test_what_people_have_typed_is_escaped_once(event: Event) -> None:
    name = "\"><script>&amp; Rock 'n' Roll"
    Tournament.objects.filter(pk=event.tournament.pk).update(name=name, description='A "day"\n<b>out</b>')
    address = reverse("tournaments:detail", args=[event.tournament.pk])
    found = said(address)
    assert found["og:title"] == name
    assert found["description"].endswith('A "day" <b>out</b>')
    assert "<script>&amp;" not in Client().get(address).content.decode()


def test_pages_for_one_person_say_nothing(event: Event) -> None:
    client = Client()
    client.force_login(event.organiser)
    for name in ("players:account", "notifications:mail", "tournaments:new"):
        assert "og:title" not in client.get(reverse(name)).content.decode()


def test_a_signed_in_person_is_in_no_head(event: Event) -> None:
    client = Client()
    client.force_login(event.players[0])
    address = reverse("tournaments:follow", args=[event.tournament.pk])
    own = client.get(address).content.decode().partition("</head>")[0]
    assert own == Client().get(address).content.decode().partition("</head>")[0]


def test_the_podium_and_the_result_are_pictures(event: Event) -> None:
    player = player_of(event)
    for address in (
        drawn("event", event.tournament.pk),
        drawn("result", f"{event.tournament.pk}-{player.pk}"),
        drawn("player", player.pk),
    ):
        answer = Client().get(address)
        assert answer["Cache-Control"] == "public, max-age=604800"
        with Image.open(BytesIO(answer.content)) as image:
            assert (image.format, image.size) == ("PNG", (1200, 630))


def test_the_podium_names_three_and_the_result_one(event: Event) -> None:
    podium = link_pictures.draw_event(str(event.tournament.pk)) or ""
    assert len(re.findall("Player [1-4]<", podium)) == 3
    player = player_of(event)
    card = link_pictures.draw_result(f"{event.tournament.pk}-{player.pk}") or ""
    assert re.findall("Player [1-4](?=<)", card) == [player.name]
    assert "of 4 players" in card


def test_a_running_event_shows_its_standings_and_no_result() -> None:
    made = make_event(4, table_size=4, rounds=2)
    made.pair()
    pk, player = made.tournament.pk, player_of(made)
    assert "Round 1" in (link_pictures.draw_event(str(pk)) or "")
    assert not link_pictures.is_public_result(f"{pk}-{player.pk}")
    page = Client().get(reverse("tournaments:follow_player", args=[pk, player.pk])).content.decode()
    assert f"/pictures/event/{pk}/" in page
    assert "data-share-picture" not in page


def test_a_player_can_pass_on_the_result(event: Event) -> None:
    pk, player = event.tournament.pk, player_of(event)
    address = reverse("tournaments:follow_player", args=[pk, player.pk])
    page = Client().get(address).content.decode()
    picture = f"/pictures/result/{pk}-{player.pk}/en/"
    assert picture in said(address)["og:image"]
    assert re.search(rf'<img class="share-picture" src="{picture}[^>]*alt="{player.name}: place \d of 4, ', page)
    assert re.search(rf'<a class="btn" href="{picture}[0-9a-f]+\.png" download="', page)
    assert f'data-share="{SITE}{address}"' in page


def test_a_result_of_a_disqualified_player_is_nothing_to_pass_on(event: Event) -> None:
    player = player_of(event)
    event.tournament.entries.filter(player=player).update(status="disqualified")
    assert not link_pictures.is_public_result(f"{event.tournament.pk}-{player.pk}")
    page = Client().get(reverse("tournaments:follow_player", args=[event.tournament.pk, player.pk]))
    assert "data-share-picture" not in page.content.decode()


@pytest.mark.parametrize("how", ["renamed", "deleted"])
def test_a_name_leaves_all_pictures_with_the_person(event: Event, how: str) -> None:
    player = player_of(event)
    pk = event.tournament.pk
    kinds = {"event": str(pk), "result": f"{pk}-{player.pk}", "player": str(player.pk)}
    addresses = [drawn(kind, subject) for kind, subject in kinds.items()]
    if how == "renamed":
        update_account(event.players[0], name="Another", language="")
    else:
        delete_person(event.players[0], user=event.players[0])
    assert not LinkPicture.objects.exists()
    for address in addresses:
        assert Client().get(address).status_code == 302
    for kind, subject in kinds.items():
        svg = KINDS[kind].draw(subject) if KINDS[kind].current(subject, "en") else None
        assert player.name not in (svg or "")


def test_a_card_counts_the_players_as_the_overview_does(event: Event) -> None:
    player = player_of(event)
    event.tournament.entries.exclude(player=player).filter(seed=4).update(status="disqualified")
    assert "of 3 players" in (link_pictures.draw_result(f"{event.tournament.pk}-{player.pk}") or "")


def test_a_draft_that_is_changed_leaves_the_pictures_of_others(event: Event) -> None:
    drawn("event", event.tournament.pk)
    made = make_event(2, table_size=2, start=False, prefix="draft")
    made.tournament.description = "Bring a pen."
    made.tournament.save()
    assert LinkPicture.objects.exists()


def test_a_hidden_event_takes_its_pictures_with_it(event: Event) -> None:
    pk, player = event.tournament.pk, player_of(event)
    addresses = [drawn("event", pk), drawn("result", f"{pk}-{player.pk}")]
    tournament = event.refresh()
    tournament.practice = True
    tournament.save()
    assert not LinkPicture.objects.exists()
    assert [Client().get(address).status_code for address in addresses] == [302, 302]
    assert KINDS["player"].current(str(player.pk), "en") is None, "nobody else has seen the player"


def test_a_deleted_event_takes_its_pictures_with_it(event: Event) -> None:
    made = make_event(2, table_size=2, start=False, prefix="other")
    Tournament.objects.filter(pk=made.tournament.pk).update(registration=True)
    address = drawn("event", made.tournament.pk)
    made.refresh().delete()
    assert not LinkPicture.objects.exists()
    assert Client().get(address).status_code == 302


def test_the_site_can_be_put_on_a_home_screen() -> None:
    page = Client().get(reverse("proof")).content.decode()
    assert re.search(r'<link rel="apple-touch-icon" href="/static/nabu/web/link_pictures/apple-180', page)
    assert f'<link rel="manifest" href="{reverse("push:manifest")}">' in page
    assert page.count('<meta name="theme-color"') == 2
    words = Client().get(reverse("push:manifest")).json()
    sizes = {(icon["sizes"], icon.get("purpose")) for icon in words["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    policy = Client().get(reverse("proof"))["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    for icon in words["icons"]:
        assert (settings.ROOT / icon["src"].lstrip("/")).is_file()
