"""What experiments cost: estimates, the size of parts, limits, and what form and API say before anything is played."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.game import Game
from engine.registry import GAMES, get_game
from nabu.accounts.players.models import User
from nabu.core.errors import NotAllowed, Refused
from nabu.statistics.lab.costs import (
    CHUNK_LIMIT,
    CHUNK_SECONDS,
    MOST_CHUNK_SECONDS,
    SECONDS,
    Cost,
    seconds_a_game,
    seconds_of_luck,
)
from nabu.statistics.lab.forms import ExperimentForm
from nabu.statistics.lab.models import Chunk, Experiment
from nabu.statistics.lab.queries import cost_of, machine_factor
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from nabu.statistics.lab.words import bot_title, cost_sentence, duration
from nabu.web.jobs.kinds import KINDS
from tests.cases import each
from tests.platform.scenario import account

pytestmark = pytest.mark.django_db

BABYLONIA = get_game("babylonia")
TWO_ARMS = (Choice(ruleset="base"), Choice(ruleset="seven_of_nine"))
SMALL: dict[str, Any] = {"name": "Small", "players": 2, "games": 24, "bots": ["random"], "seed": "7", "arms": TWO_ARMS}


@pytest.fixture
def made_up_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second with greedy, 80 seconds with search-72, whatever the number of players."""
    costs = {bot: dict.fromkeys("234", seconds) for bot, seconds in (("greedy", 0.5), ("search-72", 80.0))}
    luck = {"babylonia": dict.fromkeys("234", 1.5)}
    monkeypatch.setattr("nabu.statistics.lab.costs.SECONDS", {"babylonia": costs, "luck": luck})


def ana() -> User:
    return account("ana")


@each("game", list(GAMES.values()))
def test_every_bot_was_measured_and_any_experiment_can_be_played(game: Game) -> None:
    """A game of the dearest line-up in the most arms may take too long for a worker; with two arms it must not."""
    assert SECONDS[game.key].keys() == game.bots.keys()
    for bot in game.bots:
        assert SECONDS[game.key][bot].keys() == {str(players) for players in game.player_counts}
        for players in game.player_counts:
            told = seconds_a_game(game.key, [bot] * players) + seconds_of_luck(game.key, players)
            assert 2 * told < MOST_CHUNK_SECONDS
    assert SECONDS["luck"][game.key].keys() <= {str(players) for players in game.player_counts}


def test_a_mixed_line_up_takes_its_parts(made_up_costs: None) -> None:
    assert seconds_a_game("babylonia", ["search-72", "greedy", "greedy", "greedy"]) == pytest.approx(81.5 / 4)
    assert seconds_a_game("babylonia", ["greedy", "search-72"]) == pytest.approx(80.5 / 2)
    assert seconds_a_game("a new game", ["greedy", "clever"]) == 1
    assert seconds_of_luck("a new game", 2) == 10
    found = cost_of(BABYLONIA, 4, ["search-72", "greedy"], 100, 2)
    assert (found.a_pair, found.seconds) == (pytest.approx(80.5), pytest.approx(8050))


def test_telling_luck_is_part_of_the_estimate_and_of_what_is_learnt(made_up_costs: None) -> None:
    assert cost_of(BABYLONIA, 2, ["greedy"], 100, 2, tell_luck=True).seconds == pytest.approx(400)
    design = ExperimentDesign(**(SMALL | {"bots": ["greedy"], "games": 100}), tell_luck=True)
    made = create_experiment(ana(), BABYLONIA, design)
    Experiment.objects.filter(pk=made.pk).update(played=200, seconds=800)
    assert machine_factor() == pytest.approx(2)
    bea = account("bea")
    with pytest.raises(Refused, match="limit"):
        create_experiment(bea, BABYLONIA, replace(design, games=2000))
    create_experiment(bea, BABYLONIA, replace(design, games=1000, tell_luck=False))


def test_a_part_is_some_seconds_of_work_and_at_least_one_game() -> None:
    assert Cost(0.01, 2, 400).chunk_size == 300
    assert Cost(CHUNK_SECONDS, 4, 400).chunk_size == 1
    assert Cost(40.0, 2, 400).chunk_size == 1
    assert Cost(40.0, 2, 400).games_within(7200) == 90


def test_a_single_game_stays_below_the_time_limit_of_the_workers() -> None:
    assert KINDS["experiment"].seconds == CHUNK_LIMIT
    assert 3 * MOST_CHUNK_SECONDS <= CHUNK_LIMIT


def test_dear_experiments_have_parts_of_one_game(made_up_costs: None) -> None:
    made = create_experiment(ana(), BABYLONIA, ExperimentDesign(**(SMALL | {"bots": ["search-72"], "games": 3})))
    assert [(chunk.first, chunk.count) for chunk in Chunk.objects.filter(experiment=made)] == [(0, 1), (1, 1), (2, 1)]


def test_what_would_take_too_long_is_refused_and_told_how_many_games_fit(made_up_costs: None) -> None:
    long = ExperimentDesign(**(SMALL | {"bots": ["search-72"], "games": 400}))
    with pytest.raises(Refused, match=r"17\.8 hours .* 2\.0 hours.* 45 games"):
        create_experiment(ana(), BABYLONIA, long)
    assert not Experiment.objects.exists()
    create_experiment(account("boss", is_staff=True), BABYLONIA, long)
    three = (*TWO_ARMS, Choice(ruleset="base", switches={"first_round_limits": "none"}))
    with pytest.raises(Refused, match="too long. Compare"):
        create_experiment(
            account("chief", is_staff=True),
            BABYLONIA,
            ExperimentDesign(**(SMALL | {"bots": ["search-72"], "arms": three})),
        )


def test_estimates_learn_from_what_this_machine_has_played(made_up_costs: None) -> None:
    """200 games of greedy are 100 seconds by the table, and took 300."""
    assert machine_factor() == 1
    made = create_experiment(ana(), BABYLONIA, ExperimentDesign(**(SMALL | {"bots": ["greedy"], "games": 100})))
    Experiment.objects.filter(pk=made.pk).update(played=20, seconds=25)
    assert machine_factor() == 1, "too little to learn from"
    Experiment.objects.filter(pk=made.pk).update(played=200, seconds=300)
    assert machine_factor() == pytest.approx(3)
    assert cost_of(BABYLONIA, 2, ["greedy"], 100, 2).seconds == pytest.approx(300)
    Experiment.objects.filter(pk=made.pk).update(seconds=1e6)
    assert machine_factor() == 10


def test_costs_in_words(made_up_costs: None) -> None:
    assert [duration(seconds) for seconds in (0, 1, 90, 1500, 12240)] == [
        "1 second", "1 second", "90 seconds", "25 minutes", "3.4 hours",
    ]  # fmt: skip
    assert cost_sentence(Cost(0.5, 2, 400), 7200) == (
        "About 7 minutes of computing time (0.50 s per game); finished in about 3 minutes if nothing else is running."
    )
    assert "90 games in each variant" in cost_sentence(Cost(40.0, 2, 400), 7200)
    assert "8.9 hours of computing time" in cost_sentence(Cost(40.0, 2, 400), None)
    assert "too long. Compare" in cost_sentence(Cost(100.0, 2, 400), None)
    assert bot_title(BABYLONIA, "search-72") == "search-72: 72 rollouts a decision"
    assert bot_title(BABYLONIA, "greedy") == "greedy"


def test_one_bot_against_greedy_ones_can_be_chosen(client: Client, made_up_costs: None) -> None:
    client.force_login(ana(), backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("lab:new", args=["babylonia"])
    page = client.get(address)
    assert "search-72: 72 rollouts a decision" in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"name": "One", "games": 3, "bots": "search-72+greedy"}
    assert client.post(address, sent | {"players": 4}).status_code == 302
    made = Experiment.objects.get()
    assert made.bot_names == ["search-72", "greedy", "greedy", "greedy"]
    assert ExperimentForm(BABYLONIA).like(made)["bots"] == "search-72+greedy"
    again = client.get(f"{address}?again={made.pk}")
    assert '<option value="search-72+greedy" selected>' in again.content.decode()


@each(
    ("bots", "players", "choice"),
    [
        (["greedy"], 4, "greedy"),
        (["novice", "greedy"], 4, "novice,greedy"),
        (["search-12", "greedy"], 2, "search-12+greedy"),
        (["search-12", "greedy", "greedy"], 3, "search-12+greedy"),
        (["greedy", "greedy"], 2, None),
        (["search-12", "novice", "random"], 3, None),
    ],
)
def test_the_form_copies_a_line_up_if_it_offers_it(bots: list[str], players: int, choice: str | None) -> None:
    made = Experiment(game="babylonia", players=players, games=3, bots=[f"{bot}/1" for bot in bots])
    made.arm_list = []
    assert ExperimentForm(BABYLONIA).like(made).get("bots") == choice


def test_the_form_says_what_it_costs_before_it_is_sent(client: Client, made_up_costs: None) -> None:
    client.force_login(ana(), backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("lab:cost", args=["babylonia"])
    asked = {"players": "4", "bots": "greedy", "games": "400", "arm_0": "ruleset:base", "arm_1": "ruleset:base"}
    assert "About 7 minutes" in client.get(reverse("lab:new", args=["babylonia"])).content.decode()
    assert "About 7 minutes" in client.get(address, asked).content.decode()
    assert "45 games in each variant" in client.get(address, asked | {"bots": "search-72"}).content.decode()
    for wrong in ({"players": "x"}, {"players": "9"}, {"games": "0"}, {"games": "9" * 30}, {"bots": "clever"}):
        answer = client.get(address, asked | wrong)
        assert answer.status_code == 200
        assert "computing time" not in answer.content.decode()
    assert Client().get(address, asked).status_code == 302


def test_the_api_says_what_it_costs(client: Client, made_up_costs: None) -> None:
    def cost(**words: Any) -> Any:
        body = {"game": "babylonia", "players": 2, "games": 400, "bots": ["search-72"], "arms": 2} | words
        return client.post("/api/v1/experiments/cost/", json.dumps(body), content_type="application/json")

    assert cost().status_code in (401, 403)
    client.force_login(ana(), backend="django.contrib.auth.backends.ModelBackend")
    told = cost().json()
    assert (told["seconds"], told["seconds_a_game"], told["limit"], told["games_within_limit"], told["allowed"]) == (
        64000, 80, 7200, 45, False,
    )  # fmt: skip
    assert cost(games=45).json()["allowed"] is True
    assert cost(games=1, arms=4).json()["allowed"] is False, "four games of 80 seconds are too long. Compare"
    assert "Choose one bot" in cost(bots=["clever"]).content.decode()
    assert "number of players: 9" in cost(players=9).content.decode()
    assert cost(arms=9).status_code == 400
    assert not Experiment.objects.exists()


def test_only_accounts_may_start_anything(made_up_costs: None) -> None:
    with pytest.raises(NotAllowed):
        create_experiment(account("gone", is_active=False), BABYLONIA, ExperimentDesign(**SMALL))
