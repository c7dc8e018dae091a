"""Two experiments with other bots side by side: what is said, and who sees it."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analytics.experiments import ArmSums, ExperimentSums, Tally
from analytics.frames import UNIT
from engine.registry import get_game
from engine.search.ladder import Strength
from nabu.accounts.players.models import User
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.core.errors import NotAllowed, Refused
from nabu.statistics.lab import services
from nabu.statistics.lab.against import against_report
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.queries import partners_of
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment, repeat_with_bots
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import account

pytestmark = pytest.mark.django_db

BABYLONIA = get_game("babylonia")
TWO_ARMS = (Choice(ruleset="base"), Choice(ruleset="seven_of_nine"))
FOUR: dict[str, Any] = {"name": "Seats", "players": 4, "games": 8, "bots": ["greedy"], "seed": "7", "arms": TWO_ARMS}


@pytest.fixture
def ana() -> User:
    return account("ana")


def made_up(owner: User, bots: list[str], *of_seats: int, **words: Any) -> Experiment:
    """An experiment that is over, with so many wins of each seat in both arms."""
    made = create_experiment(owner, BABYLONIA, ExperimentDesign(**(FOUR | {"bots": bots} | words)))
    games = sum(of_seats)
    values = {f"seat:{seat}": Tally(games, won * UNIT, won * UNIT) for seat, won in enumerate(of_seats, 1)}
    arm = ArmSums(games, 0, values, {})
    Experiment.objects.filter(pk=made.pk).update(
        status="done", games=games, played=2 * games, sums=ExperimentSums((arm, arm)).to_json()
    )
    return Experiment.objects.get(pk=made.pk)


def told(one: Experiment, other: Experiment) -> str:
    return " ".join(against_report(one, other).arms[0].sentences)


def test_the_answer_in_words(ana: User) -> None:
    greedy = made_up(ana, ["greedy"], 1000, 1400, 900, 700)
    search = made_up(ana, ["search-32"], 1000, 1200, 1000, 800)
    assert told(greedy, search).startswith("Seat 2 wins 35.0% (33.5 to 36.5%) with greedy/1 and ")
    assert "even would be 25.0%" in told(greedy, search)
    assert "The seat effect of greedy/1 remains with search-32/1." in told(greedy, search)
    assert "shrinks from +10.0 to +5.0 percentage points (difference −5.0, 95% interval −7.1 to −2.9)" in told(
        greedy, search
    )
    assert "grows from" in told(search, greedy)
    vanished = made_up(ana, ["search-12"], 1000, 1000, 1000, 1000)
    assert "disappears with search-12/1" in told(greedy, vanished)
    assert "no seat was found to be better; with greedy/1 the seats differ" in told(vanished, greedy)
    assert not against_report(greedy, search).arms[0].warnings
    pattern = made_up(ana, ["novice"], 1300, 1400, 900, 400), made_up(ana, ["search-12"], 900, 1390, 1000, 710)
    assert told(*pattern).endswith("The wins of seat 1 differ, too.")


def test_few_games_are_said_to_be_few(ana: User) -> None:
    greedy, search = made_up(ana, ["greedy"], 110, 140, 90, 60), made_up(ana, ["search-72"], 12, 13, 10, 7)
    arm = against_report(greedy, search).arms[0]
    assert "42 games of search-72/1 are too few to tell whether the seat effect of greedy/1 remains." in arm.sentences
    assert "400 and 42 games are too few to tell how much that changes" in arm.sentences[-1]
    assert any("Only 42 games of search-72/1" in warning for warning in arm.warnings)
    assert any("about 1250 games of each" in warning for warning in arm.warnings)
    fewest = made_up(ana, ["novice"], 2, 1, 1, 1)
    assert "too few to tell whether a seat is better" in told(greedy, fewest)


def test_the_strength_of_the_bots_stands_beside(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    strength = Strength(1, 1540.0, 1480.0, 1620.0, 0.96, 0.92, 0.98, 200)
    monkeypatch.setattr(
        "nabu.statistics.lab.against.strength_of", lambda _game, bot: strength if bot == "search-32" else None
    )
    greedy, search = made_up(ana, ["greedy"], 30, 30, 30, 30), made_up(ana, ["search-32"], 30, 30, 30, 30)
    (sentence,) = against_report(greedy, search).strengths
    assert sentence.replace("\N{NO-BREAK SPACE}", " ") == (
        "search-32/1 beats greedy in 96% of two-player games (92 to 98%, 200 games)."
    )
    monkeypatch.setattr("nabu.statistics.lab.against.strength_of", lambda _game, _bot: strength._replace(version=2))
    assert against_report(greedy, search).strengths == (), "another version was measured"


def test_only_what_differs_by_the_bots_alone_is_compared(ana: User) -> None:
    greedy, search = made_up(ana, ["greedy"], 30, 30, 30, 30), made_up(ana, ["search-32"], 30, 30, 30, 30)
    other_arms = (Choice(ruleset="base", switches={"first_round_limits": "none"}), Choice(ruleset="seven_of_nine"))
    shared = made_up(ana, ["novice"], 30, 30, 30, 30, arms=other_arms)
    assert [arm.arm.key for arm in against_report(greedy, shared).arms] == ["seven_of_nine"]
    assert "The same bots" in against_report(greedy, greedy).problem
    two = made_up(ana, ["search-32"], 30, 30, 30, 30, players=3)
    assert "numbers of players" in against_report(greedy, two).problem
    assert [found.pk for found in partners_of(ana, greedy)] == [search.pk]
    Experiment.objects.filter(pk=search.pk).update(rules_version=99)
    search.refresh_from_db()
    assert "no variant in common" in against_report(greedy, search).problem
    Experiment.objects.filter(pk=search.pk).update(status="paused")
    search.refresh_from_db()
    assert "must be finished" in against_report(greedy, search).problem
    assert partners_of(ana, greedy) == []
    assert partners_of(ana, search) == []


def test_an_experiment_is_played_again_with_other_bots(ana: User) -> None:
    saved = save_variant(
        ana, BABYLONIA, VariantSpec(name="No limits", ruleset="base", switches={"first_round_limits": "none"})
    )
    arms = (Choice(ruleset="base"), Choice(variant=saved))
    before = made_up(ana, ["greedy"], 30, 30, 30, 30, arms=arms, players=2)
    with pytest.raises(Refused, match="Choose others"):
        repeat_with_bots(ana, before, ["greedy"], 3)
    made = repeat_with_bots(ana, before, ["novice"], 3)
    assert (made.name, made.seed, made.games, made.players) == ("Seats (novice)", before.seed, 3, 2)
    assert [(arm.key, arm.name, arm.variant_id) for arm in made.arms.all()] == [
        (arm.key, arm.name, arm.variant_id) for arm in before.arms.all()
    ]
    services.cancel_experiment(ana, made)
    Experiment.objects.filter(pk=before.pk).update(rules_version=99)
    before.refresh_from_db()
    with pytest.raises(Refused, match="engine's rules"):
        repeat_with_bots(ana, before, ["novice"], 3)
    running = create_experiment(ana, BABYLONIA, ExperimentDesign(**FOUR))
    with pytest.raises(NotAllowed):
        repeat_with_bots(account("bea"), running, ["novice"], 3)


def test_from_the_button_to_the_comparison(client: Client, ana: User) -> None:
    """Bots that cost little; every visitor sees the result."""
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    made = create_experiment(ana, BABYLONIA, ExperimentDesign(**(FOUR | {"players": 2})))
    while do_jobs("experiment"):
        pass
    page = client.get(reverse("lab:detail", args=[made.pk])).content.decode()
    assert "search-32: 32 rollouts a decision" in page
    address = reverse("lab:with_bots", args=[made.pk])
    assert Client().post(address, {"bots": "random", "games": 5}).status_code == 302
    assert Experiment.objects.count() == 1
    assert client.post(address, {"bots": "clever", "games": 5}).status_code == 302
    assert client.post(address, {"bots": "random", "games": "many"}).status_code == 302
    assert Experiment.objects.count() == 1, "refused with a message"
    assert client.post(address, {"bots": "random", "games": 5}).status_code == 302
    other = Experiment.objects.latest("pk")
    side = reverse("lab:against", args=[made.pk, other.pk])
    assert Client().get(side).status_code == 404, "it is not over"
    assert client.get(side).status_code == 409
    while do_jobs("experiment"):
        pass
    links = client.get(reverse("lab:detail", args=[made.pk])).content.decode()
    assert reverse("lab:against", args=[other.pk, made.pk]) in links, "the weaker bots first"
    text = unescape(Client().get(side).content.decode())
    for words in (
        "Does the seat effect hold with better play?",
        "greedy/1",
        "random/1",
        "Points of seat 2",
        "Only 5 games",
    ):
        assert words in text
    assert 'data-chart="seats-1"' in text
    csv = Client().get(reverse("lab:against_csv", args=[made.pk, other.pk])).content.decode()
    assert "\r\nbase,seat:1,greedy/1,8," in csv
    assert "source_share:" in csv
    api = Client().get(f"/api/v1/experiments/{made.pk}/against/{other.pk}/").json()
    assert [arm["variant"] for arm in api["arms"]] == ["base", "seven_of_nine"]
    assert api["arms"][0]["survival"] == "too_few"
    assert api["arms"][0]["conclusion"][0] in text
    assert len(api["rows"]) == len(csv.strip().splitlines()) - 1
    assert client.get(f"/api/v1/experiments/{made.pk}/against/{made.pk}/").status_code == 409
    assert client.get(f"/api/v1/experiments/{made.pk}/against/999999/").status_code == 404


def test_the_api_plays_with_other_bots(client: Client, ana: User) -> None:
    before = made_up(ana, ["greedy"], 30, 30, 30, 30)

    def send(body: Any) -> Any:
        address = f"/api/v1/experiments/{before.pk}/with-bots/"
        return client.post(address, json.dumps(body), content_type="application/json")

    assert send({"bots": ["novice"]}).status_code in (401, 403)
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert send({"bots": []}).status_code == 400
    assert "Choose others" in send({"bots": ["greedy"]}).content.decode()
    made = send({"bots": ["novice"], "games": 4})
    assert made.status_code == 201
    assert (made.json()["bots"], made.json()["games"]) == (["novice/1"], 4)
