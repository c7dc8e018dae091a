"""Kinds of events: each sets stages, rounds, clock, check-in, registration and levels of proof as organisers usually
want them, so that a new tournament needs a name and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.formats import StageSpec
from competition.pairing.forecast import rounds_for_one_winner, rounds_without_repeats
from competition.plans import plan_stages
from nabu.contests.matches.proof import Proof

USUAL_PLAYERS = 12
"""The number that a preset reckons with before anybody says how many will come."""

MOST_ROUNDS = 9
"""More than that is not a day any more, whatever the number of players."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event. `plan` is its chain of stages, with `rounds` at least where it is a Swiss; `settings` are values
    of the fields of a tournament that differ from their defaults. `duels`: always for two at a table.
    """

    key: str
    title: str | Promise
    description: str | Promise
    plan: str
    rounds: int = 0
    duels: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)

    def stages(self, sizes: Sequence[int], table_size: int, players: int) -> list[StageSpec]:
        """Its stages for a game that so many can play, at tables of this size, with rounds for so many players."""
        allowed = [size for size in sizes if size <= table_size] or list(sizes)
        stages = plan_stages(self.plan, allowed) or plan_stages("swiss", allowed) or []
        if not self.rounds:
            return stages
        first, *later = stages
        rounds = rounds_for(players, 2 if self.duels else min(table_size, max(allowed)), allowed, self.rounds)
        return [StageSpec(first.format, {**first.config, "rounds": rounds}), *later]


def rounds_for(players: int, table_size: int, sizes: Sequence[int], least: int) -> int:
    """Rounds of a Swiss: enough for one winner and at least `least`, but nobody meets somebody again for more."""
    wanted = max(least, rounds_for_one_winner(players, table_size))
    return min(wanted, max(least, rounds_without_repeats(players, table_size, sizes)), MOST_ROUNDS)


PRESETS = (
    Preset(
        "club_evening",
        _("Club evening"),
        _("3 or more rounds, no clock"),
        "swiss",
        rounds=3,
        settings={"self_check_in": False},
    ),
    Preset(
        "one_day",
        _("One-day Swiss"),
        _("registration, check-in, clock"),
        "swiss",
        rounds=4,
        settings={"registration": True, "round_minutes": 75},
    ),
    Preset(
        "swiss_final",
        _("Swiss and final table"),
        _("the best play a final"),
        "swiss_final",
        rounds=3,
        settings={"registration": True, "round_minutes": 75},
    ),
    Preset(
        "knockout",
        _("Knockout"),
        _("the top half of each table advances"),
        "pods",
        settings={"round_minutes": 90},
    ),
    Preset(
        "duels",
        _("Two-player Swiss and top 8"),
        _("duels, then quarter-finals"),
        "swiss_cut",
        rounds=5,
        duels=True,
        settings={"registration": True, "round_minutes": 60},
    ),
    Preset(
        "round_robin",
        _("Round robin"),
        _("duels, everybody plays everybody"),
        "round_robin",
        settings={"self_check_in": False},
    ),
    Preset(
        "league",
        _("League"),
        _("10 rounds over weeks, no clock"),
        "league",
        settings={"registration": True, "self_check_in": False},
    ),
    Preset(
        "championship",
        _("Championship"),
        _("approved registrations, rated by replayed logs"),
        "swiss_final",
        rounds=4,
        settings={
            "registration": True,
            "registration_approval": True,
            "round_minutes": 90,
            "ratings_need": Proof.REPLAYED.value,
        },
    ),
)

DEFAULT_PRESET = PRESETS[0]

PRESET_FIELDS = tuple(sorted({name for preset in PRESETS for name in preset.settings}))
"""Fields of a tournament that presets decide; those that one does not name go back to their defaults."""


def preset_of(key: str) -> Preset | None:
    """The preset with that key; None if there is none."""
    return next((preset for preset in PRESETS if preset.key == key), None)
