"""Ready-made chains of stages that fill the form of a tournament, for the numbers of players that a game allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from competition.formats import StageSpec, check_chain
from competition.invalid_config import InvalidConfig
from engine.message import Message

Chain = list[StageSpec]
LARGEST_TABLE = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """A chain of stages that many tournaments use. `chain` makes it for the largest table of the game."""

    key: str
    chain: Callable[[int], Chain]

    @property
    def title(self) -> Message:
        """What it is called."""
        return Message(f"plan.{self.key}.title")

    @property
    def description(self) -> Message:
        """What it is for."""
        return Message(f"plan.{self.key}.description")

    def stages(self, sizes: Sequence[int]) -> Chain:
        """The chain for a game that so many can play."""
        return self.chain(min(LARGEST_TABLE, max(sizes)))


def _swiss(table: int) -> Chain:
    return [StageSpec("swiss", {"table_size": table})]


def _swiss_and_final(table: int) -> Chain:
    swiss = StageSpec("swiss", {"table_size": table, "advance": table})
    return [swiss, StageSpec("single_elimination", {"table_size": table})]


def _swiss_and_cut(table: int) -> Chain:
    swiss = StageSpec("swiss", {"table_size": 2, "rounds": 5, "advance": 8})
    return [swiss, StageSpec("single_elimination", {"table_size": 2, "third_place": True})]


def _groups_and_cut(table: int) -> Chain:
    groups = StageSpec("round_robin", {"groups": 4, "advance": 8})
    return [groups, StageSpec("single_elimination", {"table_size": 2, "third_place": True})]


def _round_robin(table: int) -> Chain:
    return [StageSpec("round_robin")]


def _double(table: int) -> Chain:
    return [StageSpec("double_elimination")]


def _pods(table: int) -> Chain:
    return [StageSpec("pod_elimination", {"table_size": table, "best": table // 2})]


def _league(table: int) -> Chain:
    return [StageSpec("league", {"table_size": table, "rounds": 10})]


def _ladder(table: int) -> Chain:
    return [StageSpec("ladder", {"rounds": 20})]


PLANS = (
    Plan("swiss", _swiss),
    Plan("swiss_final", _swiss_and_final),
    Plan("swiss_cut", _swiss_and_cut),
    Plan("groups_cut", _groups_and_cut),
    Plan("round_robin", _round_robin),
    Plan("double", _double),
    Plan("pods", _pods),
    Plan("league", _league),
    Plan("ladder", _ladder),
)


def plans_for(sizes: Sequence[int]) -> list[Plan]:
    """The plans that a game with these numbers of players can be played by."""
    return [plan for plan in PLANS if _is_possible(plan, sizes)]


def plan_stages(key: str, sizes: Sequence[int]) -> Chain | None:
    """The stages of the plan with that key; None if there is no such plan for the game."""
    return next((plan.stages(sizes) for plan in plans_for(sizes) if plan.key == key), None)


def _is_possible(plan: Plan, sizes: Sequence[int]) -> bool:
    try:
        check_chain(plan.stages(sizes), sizes)
    except InvalidConfig:
        return False
    return True
