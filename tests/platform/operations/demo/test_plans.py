"""What the plans of the demo promise: every kind of statistics has enough games to say something."""

from __future__ import annotations

from collections import Counter

from analytics.cards import FEW_RATED
from analytics.model import LEAST_GAMES
from analytics.rating_quality.report import ENOUGH
from engine.registry import GAMES
from nabu.contests.practice.made_up_people import made_up_names
from nabu.operations.demo.loading import STRENGTHS, _bot_of
from nabu.operations.demo.plans import MOST_PEOPLE, Plan, plans_of


def seasons(game_key: str) -> list[Plan]:
    return [plan for plan in plans_of(GAMES[game_key]) if plan.people]


def test_every_game_has_seasons_that_are_long_enough_for_verdicts() -> None:
    """A hundred games for a model of the position and for the quality of ratings, most of them between players whose
    strength is known."""
    for key in GAMES:
        rounds = sum(plan.rounds[0] for plan in seasons(key))
        games = sum(plan.people // 4 * plan.rounds[0] for plan in seasons(key))
        assert games >= max(LEAST_GAMES, ENOUGH)
        assert rounds > 2 * FEW_RATED
        assert {plan.people <= MOST_PEOPLE for plan in seasons(key)} == {True}


def test_made_up_players_are_of_known_different_strengths() -> None:
    """Always the same, and mixed in every field: a bot of its strength plays under each name."""
    for people in (16, MOST_PEOPLE):
        bots = Counter(map(_bot_of, made_up_names(people)))
        assert bots == {bot: people * number // len(STRENGTHS) for bot, number in Counter(STRENGTHS).items()}
