"""From the rows of an experiment to what the engine plays."""

from __future__ import annotations

from math import sqrt

from analytics.experiments import ArmPlan, Plan, measures_of
from analytics.findings import WORTH_KNOWING_SHARE
from analytics.power import smallest_effect
from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games.library import sets_named
from nabu.statistics.lab.models import Experiment

Problem = Experiment.Problem


class Outdated(Exception):
    """The games would not be those that the experiment began with. `problem` says why."""

    def __init__(self, problem: Experiment.Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def plan_to_play(experiment: Experiment) -> Plan:
    """What is still to be played. Raises Outdated if engine, bots or components are not those of the beginning."""
    plan, bots = plan_of(experiment), GAMES[experiment.game].bots
    for name, begun_with in zip(experiment.bot_names, experiment.bots, strict=True):
        if name not in bots or begun_with != f"{name}/{bots[name].version}":
            raise Outdated(Problem.BOTS)
    return plan


def plan_of(experiment: Experiment) -> Plan:
    """What was played, by whatever versions of the bots: enough to read the results. Raises Outdated if engine or
    components are not those of the beginning any more.
    """
    game = GAMES.get(experiment.game)
    if game is None or game.rules_version != experiment.rules_version:
        raise Outdated(Problem.RULES)
    sets = {found.name: found for found in sets_named(game, {arm.components for arm in experiment.arm_list})}
    arms = []
    for arm in experiment.arm_list:
        components = sets.get(arm.components)
        if components is None or components.sha256 != arm.components_sha256:
            raise Outdated(Problem.COMPONENTS)
        arms.append(ArmPlan(arm.ruleset, arm.switches, components))
    return Plan(
        game=experiment.game,
        players=experiment.players,
        bots=tuple(experiment.bot_names),
        seed=experiment.seed,
        arms=tuple(arms),
        tell_luck=experiment.tell_luck,
    )


def smallest_win_difference(game: Game, games: int) -> float:
    """The difference in the wins of a seat that so many games in each of two variants show with 80 % power, beside all
    other measures of the game, with as many players as it takes. Games of a pair are taken to have nothing in common.
    """
    players, (first, *_others) = game.player_counts[-1], game.component_sets
    arm = ArmPlan(game.rulesets[0], {}, game.components(first))
    measures = len(measures_of(Plan(game.key, players, ("greedy",), "", (arm,))))
    error = sqrt(2 / players * (1 - 1 / players) / games)
    return smallest_effect(error, games - 1, measures, WORTH_KNOWING_SHARE)
