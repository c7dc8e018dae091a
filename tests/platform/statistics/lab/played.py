"""An experiment that was played, for tests that only look at it."""

from __future__ import annotations

from engine.registry import get_game
from nabu.accounts.players.models import User
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from tests.platform.by_hand import do_jobs


def played_experiment(owner: User, name: str = "Is seven of nine shorter?") -> Experiment:
    """Two games in each of two variants."""
    return _played(owner, name, "random")


def other_bots_experiment(owner: User) -> Experiment:
    """The same with other bots."""
    return _played(owner, "The same with novices", "novice")


def _played(owner: User, name: str, bot: str) -> Experiment:
    arms = [Choice(ruleset="base"), Choice(ruleset="seven_of_nine")]
    words = {"name": name, "players": 2, "games": 2, "bots": [bot], "seed": "7", "arms": arms}
    made = create_experiment(owner, get_game("babylonia"), ExperimentDesign(**words))
    while do_jobs("experiment"):
        pass
    return Experiment.objects.get(pk=made.pk)
