"""The dashboard pages: who sees them, what they count, where their numbers lead, and how many queries they cost."""

from __future__ import annotations

import json
import re
from html import escape
from html.parser import HTMLParser
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.registry import GAMES as TITLES
from nabu.accounts.players.models import User
from nabu.catalogue.games.drawings import source_icons
from nabu.contests.matches.models import Table
from nabu.statistics.dashboards.facts.services import extract_old_facts
from nabu.statistics.dashboards.facts.staleness import mark_stale
from tests.cases import each
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event
from tests.platform.statistics.dashboards.proven import counted, prove, proven_event
from tests.profiles import pairs

PAGE = "/dashboards/babylonia/"
PLAYERS = "/dashboards/babylonia/players/"
GAMES = "/dashboards/babylonia/games/"


db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


def get(address: str, user: User | None = None, status: int = 200) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


class Tables(HTMLParser):
    """The texts of the rows of every table of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data: str) -> None:
        if self.in_cell and self.tables and self.tables[-1]:
            self.tables[-1][-1][-1] = " ".join(f"{self.tables[-1][-1][-1]} {data}".split())


# Who sees what


def test_everybody_sees_the_dashboards_of_a_running_tournament(event: Event) -> None:
    own = f"/tournaments/{event.tournament.pk}/dashboard/"
    people = (None, event.players[0], event.organiser, account("other"), account("staff", is_staff=True))
    addresses = (PAGE, PLAYERS, GAMES, own, f"{own}games/", f"{own}print/", f"{PAGE}winners.csv")
    for user, address in pairs(people, addresses):
        get(address, user)


# What they count


def drawn(page: str) -> dict[str, Any]:
    """The figures of a page."""
    found = re.findall(r'<script id="([\w-]+)" type="application/json">(.*?)</script>', page, re.DOTALL)
    return {key: json.loads(text) for key, text in found}


@each(
    ("name", "keys"),
    [
        ("sources", {"winners-figure", "course-figure"}),
        ("seats", {"seats-figure-1"}),
        ("variants", set()),
        ("players", {"players-figure"}),
    ],
)
def test_the_answer_stands_before_its_picture_and_the_numbers_are_folded_below(
    event: Event, name: str, keys: set[str]
) -> None:
    page = get(f"{PAGE}{name}/")
    figures = drawn(page)
    assert figures.keys() == keys
    assert all(figure["data"] for figure in figures.values())
    assert page.count("<h1") == 1
    order = [page.index(f'data-chart="{key}"') for key in keys]
    answer, folded = page.index('class="verdict"'), page.index('<details class="card fold"')
    assert all(answer < place for place in order)
    assert not order or min(order) < folded
    assert all(folded < place for place in (found.start() for found in re.finditer("<table", page)))
    for key, figure in figures.items():
        assert f'height="{figure["layout"]["height"]}"' in page.partition(f'data-chart="{key}"')[2][:300], (
            "room is kept"
        )


def test_players_are_not_compared_over_tables_of_different_sizes(event: Event) -> None:
    """A table of two scores differently from one of four."""
    pair = proven_event(2, rounds=1, table_size=2, prefix="pair")
    names = {user.player.name for user in pair.players}

    def listed(page: str) -> set[str]:
        return {row[0] for row in Tables(page).tables[0][1:]}

    page = get(PLAYERS)
    assert "4 players: 4 games" in page
    assert "2 players: 1 game<" in page
    assert "Points per game of 4 players by source" in page
    assert listed(page) == {user.player.name for user in event.players}
    chosen = get(f"{PLAYERS}?players=2")
    assert listed(chosen) == names
    assert "4 players: 4 games" in chosen, "the other size stays one tap away"
    assert 'aria-current="page" href="?players=2">2 players' in " ".join(chosen.split())


def test_the_sources_have_their_numbers_below(event: Event) -> None:
    page = get(f"{PAGE}sources/")
    assert '4 verified games</a></span> <span class="wide-cell">16 player-games</span>' in " ".join(page.split())
    winners, course, totals = Tables(page).tables
    assert len(winners) == len(course) > 3
    assert totals[1][:3] == ["Base", "4", "16"]
    assert 'aria-label="Dots with intervals' in page


def test_sources_carry_their_drawings_where_statistics_name_them(event: Event) -> None:
    table = Table.objects.filter(round__stage__tournament=event.tournament).earliest("pk")
    for address in (
        "/dashboards/babylonia/sources/",
        "/dashboards/babylonia/players/",
        reverse("table:anatomy", args=[table.pk]),
    ):
        page = get(address)
        shown = re.findall(r'<img (?:class="chart-key-icon" )?src="(/games/babylonia/sources/\w+\.svg)" alt=""', page)
        assert len(set(shown)) >= 4, address
        assert set(shown) <= set(source_icons(TITLES["babylonia"]).values())
    assert '"name": "row-icon", "source": "/games/babylonia/sources/' in page, "rows of a picture have them too"


def test_chips_name_a_game_without_its_subtitle(event: Event) -> None:
    page = get(PAGE)
    assert 'aria-label="Ishtar: Gardens of Babylon">Ishtar</a>' in page
    assert "How Ishtar: Gardens of Babylon is won" in get("/dashboards/ishtar/")


def test_the_overview_has_small_pictures_with_a_verdict_that_lead_to_their_pages(event: Event) -> None:
    page = get(PAGE)
    assert drawn(page).keys() == {"points-figure", "seats-figure", "length-figure", "spread-figure"}
    verdicts = re.findall(r'<h2 class="small-picture-verdict">([^<]+)</h2>', page)
    assert len(verdicts) == 5, "a picture each, and the cards, of which there are too few"
    assert all(len(verdict.split()) <= 12 for verdict in verdicts)
    assert "Too few games: 4 of 20." in verdicts
    for name in ("sources", "cards", "seats", "games"):
        assert f'<a class="small-picture-head" href="{PAGE}{name}/">' in page
    assert f'href="{PAGE}seats/?players=4"' in page, "a ready-made question sets the filter"
    own = get(f"/tournaments/{event.tournament.pk}/dashboard/")
    assert f'href="/tournaments/{event.tournament.pk}/dashboard/seats/' in own
    rows = Client().get("/api/v1/dashboards/babylonia/spread/").json()["rows"]
    assert sum(row["count"] for row in rows if row["measure"] == "turns") == 4
    assert sum(row["count"] for row in rows if row["measure"] == "score") == 16


def test_what_leads_to_games_in_a_picture_is_a_link_in_the_numbers_too(event: Event) -> None:
    page = get(f"{PAGE}seats/")
    found = {
        point["href"]
        for trace in drawn(page)["seats-figure-1"]["data"]
        for point in trace["customdata"]
        if "href" in point
    }
    assert found
    for address in found:
        assert f'href="{escape(address)}"' in page


def test_every_mark_of_the_overview_leads_to_its_games(event: Event) -> None:
    """A tap shows the value and offers exactly the games that the mark counts."""
    figures = drawn(get(PAGE))
    for name, figure in figures.items():
        marks = [(mark["text"], mark.get("href", "")) for trace in figure["data"] for mark in trace["customdata"]]
        for text, href in marks:
            if re.search(r": 0$|<br>0\.0%", text):
                assert not href, f"{text} leads somewhere"
                continue
            assert href.startswith(GAMES), f"{name}: {text} leads nowhere"
            listed = get(href).count('class="list-group-item ')
            assert listed, f"{text} leads to no game"
            if name == "length-figure":
                assert text.endswith(f": {listed}"), text
            if name in ("length-figure", "spread-figure"):
                assert f'<li><a href="{escape(href)}">{escape(text)}</a></li>' in get(PAGE), "without a picture too"
    lengths = [mark["href"] for mark in figures["length-figure"]["data"][0]["customdata"] if "href" in mark]
    assert "Games by number of turns" in get(lengths[0])
    seats = [
        mark["href"] for trace in figures["seats-figure"]["data"] for mark in trace["customdata"] if "href" in mark
    ]
    on_its_page = drawn(get(f"{PAGE}seats/"))["seats-figure-1"]
    assert seats == [mark["href"] for trace in on_its_page["data"] for mark in trace["customdata"] if "href" in mark]


def test_games_are_listed_by_the_points_that_somebody_made(event: Event) -> None:
    games: dict[int, list[int]] = {}
    for seat in event_seats(event):
        games.setdefault(seat.table_id, []).append(seat.score)
    low, high = min(min(scores) for scores in games.values()), max(max(scores) for scores in games.values())
    for least, most in ((low, low), (low + 1, high), (high, high + 5)):
        fit = sum(any(least <= score <= most for score in scores) for scores in games.values())
        page = get(f"{GAMES}?least_score={least}&most_score={most}")
        assert page.count('class="list-group-item ') == fit
    assert f"Games by points of a player: at least {high}" in get(f"{GAMES}?least_score={high}")


def test_the_mean_score_of_a_player_is_the_mean_of_the_verified_scores(event: Event) -> None:
    (sources,) = Tables(get(PLAYERS)).tables
    assert len(sources) == 1 + 8
    assert {row[1] for row in sources[1:]} == {"2"}
    by_name = {row[0]: row for row in sources[1:]}
    for user in event.players:
        player = user.player
        scores = [s.score for s in event_seats(event) if s.entry.player_id == player.pk and s.score is not None]
        assert by_name[player.name][3].startswith(f"{sum(scores) / len(scores):.1f}")


def event_seats(event: Event) -> list:
    tables = Table.objects.filter(round__stage__tournament=event.tournament).prefetch_related("seats__entry__player")
    return [seat for table in tables for seat in table.seats.all()]


def test_the_filter_decides_what_is_counted(event: Event) -> None:
    other = proven_event(2, rounds=1, table_size=2, prefix="duel")
    assert "5 verified games" in get(PAGE)
    assert "1 verified game<" in get(f"{PAGE}?players=2")
    assert "4 verified games" in get(f"{PAGE}?players=4&variant=base")
    month = counted().months()[0]
    assert "5 verified games" in get(f"{PAGE}?since={month}&until={month}")
    assert "1 verified game<" in get(f"{PAGE}?tournament={other.tournament.pk}")
    assert "1 verified game<" in get(f"/tournaments/{other.tournament.pk}/dashboard/")
    assert "2 verified games" in get(f"{PAGE}?player={event.players[0].player.pk}")


def test_an_empty_page_names_the_filter(event: Event) -> None:
    nobody = make_event(2, prefix="nobody", table_size=2).players[0]
    page = get(f"{PAGE}?players=3&variant=base&player={nobody.player.pk}")
    assert "No verified game matches this filter." in page
    for words in ("3 players", "variant: Base", "games of Nobody 1", "Clear filter"):
        assert words in page


def test_an_unknown_filter_is_an_error_and_never_everything(event: Event) -> None:
    wrong = ["players=5", "players=x", "variant=chess", "band=9", "since=190001", "tournament=0", "tournament=%00"]
    for query in (*wrong, "player=9" + "9" * 40, "player=-1"):
        for address in (PAGE, GAMES, f"{PAGE}sources.csv", "/api/v1/dashboards/babylonia/sources/"):
            assert "4 verified games" not in get(f"{address}?{query}", status=400)
    for query in (
        "card=3&what=eaten",
        "winner=0",
        "winner_seat=0",
        "seat=1",
        "seat=x",
        "least_turns=x",
        "most_score=9e9",
    ):
        get(f"{GAMES}?{query}", status=400)


def test_what_is_not_confirmed_about_the_components_is_said(event: Event) -> None:
    page = get(PAGE)
    assert "How sure are the data?" in page
    assert "Babylonia (Reiner Knizia, 2019), the tiles: from one source only" in page
    assert "the cards:" not in page


def test_a_field_without_a_choice_is_not_shown(event: Event) -> None:
    page = get(PAGE)
    assert 'name="players"' not in page
    assert 'name="variant"' not in page
    assert 'name="player"' in page
    proven_event(2, rounds=1, table_size=2, prefix="duel")
    assert 'name="players"' in get(PAGE)
    assert 'name="players"' not in get(f"/tournaments/{event.tournament.pk}/dashboard/")


def test_games_whose_facts_are_missing_are_mentioned(event: Event) -> None:
    from nabu.statistics.dashboards.models import GameFacts

    GameFacts.objects.order_by("pk")[0].delete()
    counted()
    page = get(PAGE)
    assert "3 verified games" in page
    assert "1 verified game is still waiting to be counted." in page
    extract_old_facts()
    assert "1 verified game is still waiting to be counted." in get(PAGE)
    do_jobs("statistics")
    page = get(PAGE)
    assert "4 verified games" in page
    assert "waiting to be counted" not in page
    mark_stale([event.tournament.pk])
    assert "These numbers do not include the changes yet." in get(PAGE)


def test_a_game_waits_from_its_verdict_on_and_nothing_says_that_there_is_none() -> None:
    """Before anybody has even looked at what happened: pages, paper and API say how many."""
    event = make_event(4)
    prove(event.pair().tables.get())
    player = event.players[0].player.pk
    own = f"/tournaments/{event.tournament.pk}/dashboard/"
    for page in (PAGE, own, f"{own}print/", f"/players/{player}/statistics/babylonia/"):
        text = get(page)
        assert "1 verified game is still waiting to be counted." in text
        assert "No verified game" not in text
    for address in ("dashboards/babylonia/cards", f"players/{player}/statistics/babylonia"):
        assert Client().get(f"/api/v1/{address}/").json()["games_waiting"] == 1
    assert do_jobs("announce")
    assert do_jobs("statistics")
    assert all("waiting to be counted" not in get(page) for page in (PAGE, own))
    assert Client().get("/api/v1/dashboards/babylonia/cards/").json()["games_waiting"] == 0


# Where the numbers lead


def test_every_number_of_games_leads_to_exactly_those_games(event: Event) -> None:
    pages = get(PAGE) + get(PLAYERS)
    links = re.findall(r'<a href="(/dashboards/babylonia/games/\?[^"]+)"[^>]*>(\d+)</a>', pages)
    assert len(links) > 8
    for link, number in links:
        listed = get(link.replace("&amp;", "&"))
        assert listed.count('class="list-group-item ') == int(number), link


def test_the_games_that_a_seat_won_and_those_on_a_seat_are_listed(event: Event) -> None:
    seats = event_seats(event)
    won = [seat for seat in seats if seat.place == 1 and seat.position == 0]
    assert get(f"{GAMES}?winner_seat=1").count('class="list-group-item ') == len(won)
    player = event.players[0].player
    second = [seat for seat in seats if seat.entry.player_id == player.pk and seat.position == 1]
    assert get(f"{GAMES}?player={player.pk}&seat=2").count('class="list-group-item ') == len(second)


def test_a_listed_game_is_a_row_that_leads_to_its_replay_and_that_to_its_log_and_its_points(event: Event) -> None:
    page = get(GAMES)
    tables = Table.objects.select_related("log")
    for table in tables:
        assert table.log is not None
        replay = reverse("table:replay", args=[table.log.sha256])
        assert page.count(f'"{replay}"') == 1
        shown = get(replay)
        assert reverse("table:log", args=[table.log.sha256]) in shown
        assert reverse("table:anatomy", args=[table.pk]) in shown


def test_the_game_in_which_a_card_was_taken_opens_at_that_move(event: Event) -> None:
    facts = [table.log.game_facts.facts for table in Table.objects.select_related("log__game_facts") if table.log]
    line, turn, _seat, card, *_ = next(row for found in facts for row in found["cards"] if row[4] == "taken")
    page = get(f"{GAMES}?card={card}")
    assert f"?line={line}" in page
    assert f"took the card in turn {turn}" in page


def test_the_sheet_of_a_tournament_has_all_answers_and_games_to_remember(event: Event) -> None:
    page = get(f"/tournaments/{event.tournament.pk}/dashboard/print/")
    winners, games = Tables(page).tables
    assert len(winners) > 3
    turns = [int(row[2]) for row in games[1:4]]
    assert turns == sorted(turns, reverse=True)
    margins = [int(row[3]) for row in games[4:]]
    assert margins == sorted(margins)
    assert "Cards" in page
    assert "Seat 1" in page


# Without that event


def test_a_drafts_dashboard_is_for_its_organiser_and_staff_only() -> None:
    draft = make_event(4, start=False)
    address = reverse("tournaments:dashboard", args=[draft.tournament.pk])
    assert "No verified games yet" in get(address, draft.organiser)
    get(address, account("staff", is_staff=True))
    for user in (None, draft.players[0], account("other")):
        get(address, user, status=404)


def test_a_draft_cannot_be_filtered_for_or_found_in_the_choices() -> None:
    draft = make_event(4, start=False)
    for address in (PAGE, GAMES, f"{PAGE}sources.csv", "/api/v1/dashboards/babylonia/winners/"):
        for user in (None, draft.organiser):
            get(f"{address}?tournament={draft.tournament.pk}", user, status=400)
    assert draft.tournament.name not in get(PAGE)


def test_a_site_without_games_says_so() -> None:
    for address in (PAGE, PLAYERS, GAMES):
        assert "No verified games yet." in get(address)


def test_what_does_not_exist_is_not_found() -> None:
    chess = [f"/dashboards/chess/{rest}" for rest in ("", "players/", "games/", "sources.csv")]
    for address in (*chess, f"{PAGE}secrets.csv", f"{GAMES}?card=77", "/api/v1/dashboards/chess/winners/"):
        get(address, status=404)


# What they cost


def queries(address: str) -> int:
    client = Client()
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_number_of_queries_does_not_grow_with_the_games() -> None:
    addresses = [PAGE, PLAYERS, GAMES, f"{PAGE}games.csv", "/api/v1/dashboards/babylonia/winners/"]
    event = make_event(8, table_size=4, rounds=3)
    first, second = event.pair().tables.all()
    prove(first, 1)
    counted()
    few = [queries(address) for address in addresses]
    assert max(few) <= 14
    prove(second, 2)
    for table in event.pair().tables.all():
        prove(table, 3 + table.number)
    counted()
    assert [queries(address) for address in addresses] == few
