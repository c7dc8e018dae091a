"""The page about cards: a card and a sentence a kind, cards that several people take, sets that people bring along."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analytics.card_effects import CardPair, Comparison, Effect, Part, Verdict
from analytics.cards import CardRow, CardTable, WinRate
from analytics.intervals import Interval, sample_size, wilson
from analytics.stability import Stability
from analytics.variants_stats import GAMES
from competition.formats import StageSpec
from engine.babylonia.game import BABYLONIA
from engine.game import Card, Game
from engine.simulate import simulate_game
from nabu.catalogue.games.library import library
from nabu.catalogue.games.services import load_component_set
from nabu.contests.matches.models import Table
from nabu.contests.results import services
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.core.charts.words import card_titles
from nabu.statistics.dashboards.facts import statistics as facts_statistics
from nabu.statistics.dashboards.facts.components import UNKNOWN_KIND, cards_shown, sets_of
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.models import GameFacts
from nabu.statistics.dashboards.questions.cards.page import cards_of
from nabu.statistics.dashboards.questions.cards.sentences import misleads, sentences, short_verdict
from tests.cases import each
from tests.platform.scenario import Event, account, enter_account, make_event, names
from tests.platform.statistics.dashboards.fake_game import FakeGame, register
from tests.platform.statistics.dashboards.proven import count_reported, counted, prove

pytestmark = pytest.mark.django_db

TREES, WELLS = "tree cards", "well cards"


def page_of(game: str, query: str = "cards/", status: int = 200) -> str:
    response = Client().get(f"/dashboards/{game}/{query}")
    assert response.status_code == status
    return response.content.decode()


def played(game: Game, tables: int = 2, components: str | None = None) -> Tournament:
    """A tournament of this game with tables of two, all proven."""
    prefix = f"{game.key}{Tournament.objects.count()}"
    organiser = account(f"{prefix}_organiser")
    tournament = create_tournament(
        organiser,
        TournamentSpec(
            name=f"{game.title} in Ur",
            game=game.key,
            ruleset=game.rulesets[0],
            switches={},
            components=components or game.component_sets[0],
            stages=[StageSpec("swiss", {"table_size": 2, "rounds": 3})],
        ),
    )
    for number in range(2 * tables):
        enter_account(organiser, tournament, account(f"{prefix}_player{number}"))
    start_tournament(organiser, tournament)
    count_reported(tournament)
    loaded = tournament.component_set
    own = library(game.key, loaded.sha256) if loaded else None
    for table in Event(organiser, tournament).pair().tables.all():
        seated = names(table)
        log = simulate_game(
            game.key, 2, game.rulesets[0], ["greedy"], table.number, seats=seated, components=own, as_people=True
        )
        submission = services.submit_log(organiser, log, table)
        verify_log(submission.log.verifications.get().pk)
    assert not Table.objects.filter(round__stage__tournament=tournament).exclude(log__isnull=False).exists()
    counted(game.key)
    return tournament


def give_takings(tournament: Tournament, rows: list[list[object]]) -> None:
    """Write these takings into the facts of every game of the tournament: the rules of the fake game know no others."""
    for facts in GameFacts.objects.filter(log__table__round__stage__tournament=tournament):
        facts.facts["cards"] = rows
        facts.digest += 1
        facts.save()
    counted(tournament.game)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeGame:
    return register(
        monkeypatch,
        [
            Card("t1", "A date palm", "Gives shade.", TREES),
            Card("t2", "A fig", "Gives figs.", TREES),
            Card("w1", "A deep well", "Gives water.", WELLS),
        ],
    )


def test_a_game_without_cards_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = register(monkeypatch)
    give_takings(played(game, tables=1), [])
    page = page_of(game.key)
    assert "1 verified game" in page
    assert "This game has no cards for players to take" in page
    assert "cards-figure" not in page
    assert "cards.csv" not in page


def test_a_game_in_which_nobody_took_a_card_says_that(fake: FakeGame) -> None:
    give_takings(played(fake, tables=1), [])
    assert "Nobody took a card in these games." in page_of(fake.key)


def test_every_kind_has_a_title_and_a_table(fake: FakeGame) -> None:
    rows = [[4, 3, 0, "t1", "taken", ["t1", "t2"]], [5, 4, 1, "w1", "taken", ["w1"]]]
    give_takings(played(fake, tables=1), rows)
    page = page_of(fake.key)
    assert re.findall(r'<h2[^>]*id="cards-\d-title">([^<]+)<', page) == ["Tree cards", "Well cards"]
    assert "cards-figure" not in page, "two takers are no picture"
    assert "Too few takers: 1 of 30." in page
    assert "Under 30 takers there is no verdict." in page
    assert "Only raw numbers so far." in page
    assert "1 of 100 games with 2 players" in page
    table = list(csv.DictReader(StringIO(page_of(fake.key, "cards.csv").removeprefix("\ufeff"))))
    assert [(row["kind"], row["card"]) for row in table] == [(TREES, "t1"), (TREES, "t2"), (WELLS, "w1")]
    assert {row["verdict"] for row in table} == {"too_few"}


def test_copies_and_repeated_takings_are_counted_as_the_page_says(fake: FakeGame) -> None:
    """Both seats take the well, one of them three times: two games, four takers, and four links to the takings."""
    turns = [(3, 0), (5, 1), (7, 0), (9, 0)]
    give_takings(played(fake), [[1 + turn, turn, seat, "w1", "taken", ["w1"]] for turn, seat in turns])
    (row,) = Client().get(f"/api/v1/dashboards/{fake.key}/cards/").json()["rows"]
    assert (row["taken"], row["offered"], row["takers"], row["wins"], row["mean_turn"]) == (2, 2, 4, 2.0, 4.0)
    page = page_of(fake.key)
    assert 'aria-label="2 games with A deep well taken">2</a>' in page
    assert "the 4 takers of any of these cards" in page
    games = page_of(fake.key, "games/?card=w1&what=taken")
    assert games.count("took the card in turn") == 4
    assert "Gives water." in games


def test_titles_carry_the_key_only_where_it_tells_something() -> None:
    cards = [Card("3", "Rack of seven", "", TREES), Card("a", "Fig", "", TREES), Card("b", "Fig", "", TREES)]
    cards += [Card("c", "Fig", "", WELLS), Card("d", "", "", WELLS)]
    assert card_titles({card.key: card for card in cards}) == {
        "3": "3 · Rack of seven",
        "a": "a · Fig",
        "b": "b · Fig",
        "c": "Fig",
        "d": "",
    }


def own_set(name: str, title: str) -> bytes:
    """Babylonia's set under another name, with one title changed."""
    data = json.loads(json.dumps(BABYLONIA.components("babylonia-2019").data))
    data["name"] = name
    data["cards"][0]["title"] = title
    return json.dumps(data).encode()


def test_the_cards_of_a_loaded_set_are_named_by_the_built_in_one_first() -> None:
    load_component_set(account("scribe"), own_set("my-copy", "Eleven points"))
    played(BABYLONIA, tables=1, components="my-copy")
    statistics = Statistics(GameFilter(BABYLONIA))
    sets = sets_of(BABYLONIA, statistics.component_names)
    assert [found.name for found in sets] == ["my-copy"]
    assert sets[0].cards[0].title == "Eleven points"
    assert cards_of(statistics)["1"].title == "Ten points"
    assert "my-copy, " in page_of("babylonia")


def test_a_card_of_a_set_that_is_not_read_any_more_is_named_by_its_key() -> None:
    prove(make_event(4).pair().tables.get())
    give_takings(Tournament.objects.get(), [[4, 3, 0, "x9", "taken", ["x9", "1"]]])
    assert cards_shown(BABYLONIA, [], ["x9"])["x9"] == Card("x9", "x9", "", UNKNOWN_KIND)
    assert "Other cards" in page_of("babylonia")
    assert "took the card in turn 3" in page_of("babylonia", "games/?card=x9")
    # The filter of the list may leave out every game with that card; the address still means something.
    assert "No verified game matches this filter." in page_of("babylonia", "games/?card=x9&players=2")
    page_of("babylonia", "games/?card=x8", status=404)


def test_what_is_reconstructed_is_said_in_one_sentence() -> None:
    data = json.loads(own_set("my-copy", "Ten points"))
    data["confidence"]["tiles"] = {"level": "reconstructed", "source": "no model of the position yet"}
    load_component_set(account("scribe"), json.dumps(data).encode())
    played(BABYLONIA, tables=1, components="my-copy")
    page = page_of("babylonia")
    assert 'role="note">' in page
    assert "my-copy, the tiles: reconstructed" in page


def card(
    key: str, verdict: Verdict, raw: float, against: float, half: float, takers: int = 400, **compared: Any
) -> CardRow:
    """A card whose takers win at this rate (par 25 %), and bring this against the others, give or take a half."""
    wins = raw * takers
    rate = WinRate(takers, wins, sample_size(takers), raw, wilson(wins, takers), 0.25, raw - 0.25)
    effect = Effect(against, Interval(against - half, against + half), takers)
    return CardRow(
        card=key, offered=500, taken=400, taken_rate=0.8, taken_interval=None, used=0, declined=0, declined_rate=None,
        mean_turn=3.0, points=1.0, takers=rate, rated=effect, provisional=compared.pop("provisional", 0.0),
        compared=Comparison(effect=effect, p=0.0004, smallest=0.028, **compared), quarters=(), offer=None,
        verdict=verdict, usual=0.35,
    )  # fmt: skip


def said(*rows: CardRow, pairs: tuple[CardPair, ...] = (), stability: Stability | None = None) -> list[str]:
    any_card = WinRate(10, 5.0, "tiny", 0.5, None, 0.25, 0.25)
    titles = {row.card: f"Card {row.card}" for row in rows}
    table = CardTable("tablets", rows, any_card, pairs)
    return sentences(table, titles, {"base": "Base game"}, lambda _card: stability)


def test_the_answer_says_what_is_strong_and_what_only_looks_so() -> None:
    found = said(
        card("1", Verdict.STRONG, 0.5, 0.1, 0.03),
        card("2", Verdict.LOOKS_STRONG, 0.41, 0.004, 0.025),
        card("3", Verdict.LOOKS_STRONG, 0.4, 0.03, 0.04),
        card("4", Verdict.WEAK, 0.36, -0.05, 0.02),
        card("5", Verdict.WEAK, 0.2, -0.08, 0.02),
        card("6", Verdict.TOO_FEW, 0.9, 0.5, 0.4, takers=10),
    )
    assert found[:4] == [
        "“Card 1” wins more than others.",
        "Taken in the same position, it adds 10.0 percentage points of winning chance (+7.0 to +13.0).",
        "Also weak: “Card 5” (−8.0) and “Card 4” (−5.0).",
        "“Card 2” looks strong but is not.",
    ]
    assert "Takers of “Card 2” won 41% (takers of any card: 35%), but they were ahead already." in found[4]
    assert "it adds no more than the other cards (+0.4 percentage points of winning chance, −2.1 to +2.9)." in found[4]
    assert found[5:] == ["Looks strong, but may be chance: “Card 3” (+3.0)."]


def test_the_largest_finding_comes_first_and_what_only_looks_strong_last() -> None:
    rows = card("1", Verdict.LOOKS_STRONG, 0.5, 0.004, 0.025), card("2", Verdict.STRONG, 0.4, 0.05, 0.02)
    weak = card("3", Verdict.WEAK, 0.2, -0.12, 0.03)
    found = said(*rows, weak)
    assert found[:3] == [
        "“Card 3” wins less than others.",
        "Taken in the same position, it costs 12.0 percentage points of winning chance (−15.0 to −9.0).",
        "Also strong: “Card 2” (+5.0).",
    ]
    assert found[3] == "“Card 1” looks strong but is not."
    table = CardTable("", (*rows, weak), weak.takers)
    assert short_verdict(table, dict.fromkeys("123", "It")) == "“It” wins least: −12.0 percentage points."


def test_takers_are_measured_by_what_takers_of_any_card_win_not_by_par() -> None:
    """All who take a card are ahead: 0.30 is above par (0.25) and below what takers usually win (0.35)."""
    assert not misleads(card("1", Verdict.WEAK, 0.30, -0.05, 0.02))
    assert misleads(card("1", Verdict.WEAK, 0.45, -0.05, 0.02))


def test_a_pair_is_named_with_what_it_does_together() -> None:
    pair = CardPair(("1", "2"), Effect(0.15, Interval(0.1, 0.2), 80))
    rows = [card(key, Verdict.NO_DIFFERENCE, 0.3, 0.01, 0.03) for key in "12"]
    assert said(*rows, pairs=(pair,)) == [
        "“Card 1” and “Card 2” win more together than alone.",
        "Owning both is worth +15.0 percentage points beyond each of them (+10.0 to +20.0; 80 players).",
    ]


@each(
    ("parts", "words"),
    [
        (
            (0.08, 0.12, 0.09),
            "It holds in both halves of the time (+8.0 and +12.0) and without the strongest player (+9.0).",
        ),
        ((0.08, 0.12, None), "It holds in both halves of the time (+8.0 and +12.0)."),
        ((0.2, 0.0, 0.1), "It is not the same in both halves of the time: +20.0, then 0.0."),
        ((0.11, 0.09, 0.01), "It is mostly the strongest player; without, +1.0 is left."),
        ((0.08, None, 0.1), "There are too few games to tell whether it holds in both halves of the time."),
    ],
)
def test_under_a_finding_stands_whether_it_holds(parts: tuple[float | None, ...], words: str) -> None:
    whole, first, second, without = (
        None if value is None else Effect(value, Interval(value - 0.05, value + 0.05), 100) for value in (0.1, *parts)
    )
    assert whole is not None
    found = said(card("1", Verdict.STRONG, 0.5, 0.1, 0.03), stability=Stability(whole, first, second, without))
    assert found[2] == words


def test_nothing_found_is_said_with_what_would_have_been_found() -> None:
    answer = said(card("1", Verdict.NO_DIFFERENCE, 0.26, 0.01, 0.0196), card("2", Verdict.TOO_FEW, 0.2, 0, 0.1, 10))
    assert answer == [
        "No card is shown to be stronger or weaker than the others.",
        "A card worth 2.8 percentage points of winning chance would have been found in four of five such samples.",
    ]
    few = said(card("1", Verdict.TOO_FEW, 0.3, 0.0, 0.1, takers=29))
    assert few == ["Too few takers: 29 of 30.", "The card taken most often is “Card 1”."]


def test_cards_that_differ_without_a_cause_are_named_together_and_why_is_said_after_it() -> None:
    more, added, why = said(
        card("1", Verdict.UNCLEAR, 0.5, 0.1, 0.03, hidden=0.09), card("2", Verdict.UNCLEAR, 0.5, 0.2, 0.03, hidden=0.05)
    )
    assert more == "“Card 2” and “Card 1” win more than others."
    assert added.endswith(": “Card 2” (+20.0) and “Card 1” (+10.0).")
    assert why.startswith("Why is open:")
    assert why.endswith("could account for up to 9.0 percentage points.")
    less, _, newcomers = said(card("1", Verdict.UNCLEAR, 0.5, -0.1, 0.03, provisional=0.7))
    assert less == "“Card 1” wins less than others."
    assert newcomers == "Why is open: most takers have fewer than 10 rated games."


def test_cards_that_differ_for_two_reasons_are_not_told_the_same() -> None:
    said_of = said(
        card("1", Verdict.UNCLEAR, 0.5, 0.1, 0.03, provisional=0.7),
        card("2", Verdict.UNCLEAR, 0.5, 0.2, 0.03, hidden=0.05),
    )
    assert said_of == [
        "“Card 2” and “Card 1” win more than others.",
        "In the same position, in percentage points of winning chance: “Card 1” (+10.0).",
        "Why is open: most takers have fewer than 10 rated games.",
        "In the same position, in percentage points of winning chance: “Card 2” (+20.0).",
        "Why is open: better boards or stronger players could account for up to 5.0 percentage points.",
    ]


def test_what_is_no_card_is_not_drawn(client: Client) -> None:
    """An engine that draws by the parts of a name would draw, and keep, whatever somebody asks for."""
    assert client.get(reverse("dashboards:drawing", args=["amyitis", "banker-1"])).status_code == 200
    assert client.get(reverse("dashboards:drawing", args=["amyitis", "banker-x"])).status_code == 404
    assert client.get(reverse("dashboards:drawing", args=["babylonia", "10"])).status_code == 404


def test_the_verdict_names_two_cards_and_counts_the_others() -> None:
    rows = [card(str(number), Verdict.UNCLEAR, 0.2, -0.1 * number, 0.03) for number in (1, 2, 3, 4)]
    assert said(*rows)[0] == "“Card 4”, “Card 3” and 2 more win less than others."
    weak = said(card("1", Verdict.WEAK, 0.1, -0.1, 0.03))
    assert weak[0] == "“Card 1” wins less than others.", "a verdict has no numbers"


@each(
    ("row", "words"),
    [
        (("1", Verdict.STRONG, 0.5, 0.1, 0.03), "“Card 1” wins most: +10.0 percentage points."),
        (("1", Verdict.UNCLEAR, 0.5, 0.1, 0.03), "“Card 1” leads; its takers may simply be stronger."),
        (("1", Verdict.WEAK, 0.1, -0.1, 0.03), "“Card 1” wins least: −10.0 percentage points."),
        (("1", Verdict.UNCLEAR, 0.1, -0.1, 0.03), "“Card 1” wins least; its takers may simply be weaker."),
        (("1", Verdict.DEPENDS, 0.3, 0.0, 0.03), "What “Card 1” is worth depends on the game."),
        (("1", Verdict.NO_DIFFERENCE, 0.3, 0.01, 0.03), "No card is shown to be stronger or weaker."),
        (("1", Verdict.TOO_FEW, 0.3, 0.0, 0.1, 12), "Too few takers: 12 of 30."),
    ],
)
def test_a_small_picture_has_the_verdict_in_at_most_twelve_words(row: tuple[Any, ...], words: str) -> None:
    found = card(*row)
    assert short_verdict(CardTable("", (found,), found.takers), {"1": "Card 1"}) == words
    assert len(words.split()) <= 12


@pytest.mark.parametrize(("by", "names"), [("players", ("2", "4")), ("variant", ("base", "own"))])
def test_a_card_that_depends_on_something_is_told_for_each(by: str, names: tuple[str, str]) -> None:
    values = zip(names, (0.15, -0.004), (Verdict.STRONG, Verdict.NO_DIFFERENCE), strict=True)
    parts = tuple(
        Part(name, Effect(value, Interval(value - 0.02, value + 0.02), 200), verdict) for name, value, verdict in values
    )
    verdict, sentence = said(card("1", Verdict.DEPENDS, 0.5, 0.1, 0.03, by=by, parts=parts))
    first, second = ("with 2 players", "with 4 players") if by == "players" else ("Base game", "own")
    assert verdict.startswith("“Card 1” depends on the ")
    assert sentence.endswith(f": {first} +15.0 (+13.0 to +17.0); {second} −0.4 (−2.4 to +1.6).")


def test_of_many_games_a_sample_over_the_whole_time_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six games, of which at most three are counted: every second one, and the halves are of these."""
    played(BABYLONIA, tables=6)
    monkeypatch.setattr(facts_statistics, "MOST_COUNTED", 3)
    statistics = Statistics(GameFilter(BABYLONIA))
    parts = statistics.by_parts
    counts = [int(sums.total(GAMES)["games"].sum()) for sums in (parts.first, parts.second)]
    assert counts == [1, 2]
    assert parts.without is None, "nobody has played ten games"
