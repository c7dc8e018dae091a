"""Pages of accounts, players and ratings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.accounts.players.services import create_player
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.ratings.journal import explain
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.results import services as matches
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.roles.services import give_role
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.contests.ratings.played import rated
from tests.platform.scenario import PASSWORD, account, approved, make_event, users
from tests.platform.site.pages.conftest import World, player_of

pytestmark = pytest.mark.usefixtures("db")

SIGN_UP = {"username": "enki", "name": "Enki  of Eridu", "email": "", "password1": PASSWORD}


def error_of(html: str, field: str) -> str:
    """The error that belongs to the field: its control must name it."""
    control = re.search(rf'<(?:input|select|textarea)[^>]*\bid="id_{field}"[^>]*>', html)
    assert control, field
    describedby = re.search(r'aria-describedby="([^"]*)"', control[0])
    assert describedby, control[0]
    assert f"id_{field}_error" in describedby[1].split()
    assert 'aria-invalid="true"' in control[0]
    text = re.search(rf'id="id_{field}_error">(.*?)</div></div>', html, re.DOTALL)
    assert text, "the error stands next to the field"
    return re.sub(r"<[^>]+>", "", text[1])


def test_signing_up_makes_an_account_with_its_player_and_signs_in(client: Client) -> None:
    response = client.post(reverse("account_signup"), SIGN_UP, follow=True)
    user = User.objects.get(username="enki")
    assert user.player.name == "Enki of Eridu"
    assert response.wsgi_request.user == user
    assert "Your account is ready" in response.content.decode()


def test_signing_up_leads_back_to_our_pages_only(client: Client) -> None:
    there = client.post(reverse("account_signup"), SIGN_UP | {"next": "/ratings/"})
    assert there["Location"] == "/ratings/"
    client.logout()
    elsewhere = client.post(reverse("account_signup"), SIGN_UP | {"username": "two", "next": "https://evil.test/"})
    assert elsewhere["Location"] == "/"


@pytest.mark.parametrize(
    ("words", "field", "error"),
    [
        ({"username": ""}, "username", "required"),
        ({"username": "ANU"}, "username", "taken"),
        ({"username": "no spaces"}, "username", "valid username"),
        ({"name": ""}, "name", "required"),
        ({"email": "nowhere"}, "email", "valid email"),
        ({"password1": "1234567"}, "password1", "too short"),
        ({"username": "nebuchadnezzar", "password1": "nebuchadnezzar1"}, "password1", "too similar"),
    ],
)
def test_what_is_wrong_with_a_sign_up_stands_next_to_the_field(
    client: Client, words: dict[str, str], field: str, error: str
) -> None:
    account("anu")
    response = client.post(reverse("account_signup"), SIGN_UP | words)
    assert response.status_code == 200
    assert error in error_of(response.content.decode(), field)
    assert not User.objects.filter(username="enki").exists()


def test_signing_in_and_out(client: Client) -> None:
    user = account("anu")
    wrong = client.post(reverse("account_login"), {"login": "anu", "password": "wrong"})
    assert "alert-danger" in wrong.content.decode()
    right = client.post(reverse("account_login"), {"login": "anu", "password": PASSWORD}, follow=True)
    assert right.wsgi_request.user == user
    out = client.post(reverse("account_logout"), follow=True)
    assert not out.wsgi_request.user.is_authenticated
    assert "You are signed out" in out.content.decode()


def test_a_change_without_signing_in_leads_to_the_login_and_back_to_the_page(client: Client, world: World) -> None:
    page = reverse("table:page", args=[world.open.pk])
    response = client.post(
        reverse("table:report", args=[world.open.pk]), headers={"referer": f"http://testserver{page}"}
    )
    assert response["Location"] == f"{reverse('account_login')}?next={page}"
    foreign = client.post(reverse("table:report", args=[world.open.pk]), headers={"referer": "https://evil.test/x"})
    assert foreign["Location"] == f"{reverse('account_login')}?next=/"


def test_the_account_page_changes_name_and_language(sign_in: Callable[[User], Client]) -> None:
    user = account("anu")
    client = sign_in(user)
    response = client.post(reverse("players:account"), {"name": "Anu the First", "language": "de"}, follow=True)
    assert 'lang="de"' in response.content.decode()
    user.refresh_from_db()
    assert (user.player.name, user.language) == ("Anu the First", "de")
    bad = client.post(reverse("players:account"), {"name": " ", "language": "xx"})
    assert error_of(bad.content.decode(), "name")
    assert error_of(bad.content.decode(), "language")


def test_the_password_can_be_changed(sign_in: Callable[[User], Client]) -> None:
    user = account("anu")
    words = {"oldpassword": PASSWORD, "password1": "nine tablets of clay", "password2": "nine tablets of clay"}
    assert sign_in(user).post(reverse("account_change_password"), words).status_code == 302
    user.refresh_from_db()
    assert user.check_password("nine tablets of clay")


def test_players_are_found_by_a_part_of_their_name(client: Client) -> None:
    event = make_event(0, start=False)
    add_entries_by_name(event.organiser, event.tournament, ["Ninsun", "Ninurta", "Enlil"])
    start_tournament(event.organiser, event.tournament)
    found = client.get(reverse("players:list"), {"q": "nin"}).content.decode()
    assert "Ninsun" in found
    assert "Ninurta" in found
    assert "Enlil" not in found
    nobody = client.get(reverse("players:list"), {"q": "<script>"}).content.decode()
    assert "No player matches “&lt;script&gt;”" in nobody


def test_lists_without_anything_say_what_to_do(client: Client) -> None:
    for name, words in (
        ("home", "paste the players"),
        ("players:list", "Players appear here when they sign up"),
        ("ratings:leaderboard", "Ratings start with the first confirmed tournament result"),
        ("tournaments:list", "paste the players"),
    ):
        assert words in client.get(reverse(name)).content.decode(), name
    player = player_of(make_event(2, table_size=2).players[0])
    assert "No finished games yet" in client.get(reverse("players:detail", args=[player.pk])).content.decode()
    journal = client.get(reverse("players:journal", args=[player.pk, "babylonia"]))
    assert "No rated games yet" in journal.content.decode()
    assert client.get(reverse("players:journal", args=[player.pk, "chess"])).status_code == 404
    assert client.get(reverse("ratings:leaderboard", args=["chess"])).status_code == 404


def test_the_pairs_of_a_journal_line_add_up_to_the_change(client: Client) -> None:
    event = approved(make_event(4, table_size=4))
    for scores in ([50, 40, 40, 10], [10, 20, 30, 40]):
        table = event.pair().tables.get()
        report = matches.report_result(users(table)[0], table, scores)
        matches.confirm_report(users(table)[1], report)
    for entry in RatingEntry.objects.select_related("rated_game"):
        line = explain(entry, list(entry.rated_game.entries.all()))
        assert len(line.pairs) == 3
        assert sum(pair.change for pair in line.pairs) == pytest.approx(entry.after - entry.before)
        assert sum(pair.expected for pair in line.pairs) == pytest.approx(entry.expected)
        assert sum(pair.actual for pair in line.pairs) == entry.actual
    player = player_of(event.players[0])
    page = client.get(reverse("players:journal", args=[player.pk, "babylonia"])).content.decode()
    assert page.count("Round ") == 2
    for other in event.players[1:]:
        assert player_of(other).name in page


def test_the_player_page_links_each_game_to_its_table(client: Client, world: World) -> None:
    winner = users(world.proven)[0]
    page = client.get(reverse("players:detail", args=[player_of(winner).pk])).content.decode()
    assert reverse("table:page", args=[world.proven.pk]) in page
    assert f"</span> {proof_of(Table.objects.get(pk=world.proven.pk)).label}</span>" in page


def test_players_ratings_and_clubs_lead_to_each_other(client: Client) -> None:
    pages = [reverse(name) for name in ("players:list", "ratings:leaderboard", "clubs:list")]
    for page in pages:
        html = client.get(page).content.decode()
        tabs = html.split('<ul class="nav nav-tabs')[1].split("</ul>")[0]
        assert re.findall(r'href="([^"]+)"', tabs) == pages
        assert re.findall(r'aria-current="page" href="([^"]+)"', tabs) == [page]


def test_a_visitor_reads_what_a_club_is_and_how_to_make_one(client: Client) -> None:
    page = client.get(reverse("clubs:list")).content.decode()
    assert "A club is a group of people who organise together." in page
    assert f'href="{reverse("account_login")}?next={reverse("clubs:list")}"' in page


def test_the_list_of_players_shows_the_best_rating_that_is_sure(client: Client) -> None:
    event = make_event(2, table_size=2)
    player = player_of(event.players[0])
    lucky = rated(player, 1900, sigma=100, games=2)
    lucky.game = "ishtar"
    lucky.save()
    rated(player, 1600)
    page = client.get(reverse("players:list")).content.decode()
    row = page.split(f'href="{reverse("players:detail", args=[player.pk])}?game=babylonia"')[1].split("</a>")[0]
    assert "<b>1600</b>" in row
    assert "30 games" in row
    assert "1900" not in page
    assert "not rated yet" in page, "the other one"


def test_what_staff_can_do_with_a_person_is_in_a_menu(client: Client, sign_in: Callable[[User], Client]) -> None:
    player = player_of(make_event(2, table_size=2).players[0])
    address = reverse("players:detail", args=[player.pk])
    actions = [
        reverse(name, args=[player.pk]) for name in ("claims:merge", "privacy:export_player", "privacy:delete_player")
    ]
    assert not any(action in client.get(address).content.decode() for action in actions)
    page = sign_in(account("staff", is_staff=True)).get(address).content.decode()
    menu = page.split('aria-label="Staff actions"')[1].split("</details>")[0]
    assert all(action in menu for action in actions)


def test_each_language_has_its_own_name(sign_in: Callable[[User], Client]) -> None:
    page = sign_in(account("anu", language="de")).get(reverse("players:account")).content.decode()
    choices = dict(re.findall(r'<option value="(\w+)"[^>]*>([^<]+)<', page))
    assert choices == {"en": "English", "es": "Español", "de": "Deutsch"}


def test_whoever_sees_more_players_than_everybody_gets_a_list_of_their_own(client: Client) -> None:
    """Most get the list that is made for all."""
    event = make_event(4)
    user, other = event.players[:2]
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    def listed(name: str, reader: Client = client) -> bool:
        return name in reader.get(reverse("players:list")).content.decode()

    assert not listed("Nabonidus")
    create_player(user, "Nabonidus")
    assert listed("Nabonidus")
    helper = Client()
    helper.force_login(other, backend="django.contrib.auth.backends.ModelBackend")
    draft = make_event(0, prefix="later", start=False)
    add_entries_by_name(draft.organiser, draft.tournament, ["Belshazzar"])
    assert not listed("Belshazzar", helper)
    give_role(draft.organiser, draft.tournament, other.username, "scorekeeper")
    assert listed("Belshazzar", helper)
    assert not listed("Nabonidus", helper)
    assert not listed("Belshazzar", Client())
