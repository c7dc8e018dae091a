"""The three steps of a new tournament. Every step sends the whole form, so going back and forth loses nothing; what was
typed last is kept in the session, so that the browser's own back button and a reload find it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from competition.formats import StageSpec
from competition.invalid_config import InvalidConfig
from engine.game import Game
from engine.registry import GAMES
from nabu.contests.tournaments.models import FEWEST_EXPECTED, MOST_EXPECTED, Tournament
from nabu.contests.tournaments.setup.preflight import Preflight, preflight
from nabu.contests.tournaments.setup.presets import (
    DEFAULT_PRESET,
    PRESET_FIELDS,
    PRESETS,
    USUAL_PLAYERS,
    Preset,
    preset_of,
)
from nabu.contests.tournaments.setup.stage_forms import StageForms, TypedStage
from nabu.core.forms import TablerForm

WHAT, WHEN, RULES = 1, 2, 3
STEPS = (
    (WHAT, gettext_lazy("What")),
    (WHEN, gettext_lazy("When and who")),
    (RULES, gettext_lazy("Rules")),
)
FIELDS = {
    WHAT: {"game", "preset", "name"},
    WHEN: {
        "starts_on",
        "starts_at",
        "ends_on",
        "place",
        "description",
        "club",
        "expected_players",
        "fee",
        "fee_currency",
        "registration",
        "registration_opens_at",
        "registration_closes_at",
        "registration_approval",
        "capacity",
    },
}
"""What is asked in a step; everything else in the last one."""

KEPT = "new_tournament"
"""The name in the session."""

LONGEST_KEPT = 60_000
"""Characters: more than a form can hold is not kept."""

OF_A_GAME = ("ruleset", "components", "variants")


class KindForm(TablerForm):
    """The game, and the kind of event, which is no field of a tournament."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=[(game.key, game.title) for game in GAMES.values()],
        widget=forms.RadioSelect,
    )
    preset = forms.ChoiceField(label=gettext_lazy("Kind of event"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"] = forms.ChoiceField(
            label=self.fields["preset"].label,
            choices=[(preset.key, preset.title) for preset in PRESETS],
            required=False,
        )


def followed(data: QueryDict) -> QueryDict:
    """The form with what follows from a game, a kind of event or a number of players that was chosen since it was
    drawn: other games have other rules, and a preset sets its fields anew."""
    game = GAMES.get(data.get("game", ""))
    preset = preset_of(data.get("preset", ""))
    if game is None or preset is None:
        return data
    data = data.copy()
    before = data.get("drawn_game", game.key), data.get("drawn_preset", preset.key)
    expected, drawn = expected_players(data, "expected_players"), expected_players(data, "drawn_expected_players")
    if before[0] != game.key:
        for name in [name for name in data if name in OF_A_GAME or name.startswith("rule-")]:
            del data[name]
        data["ruleset"], data["components"] = game.rulesets[0], game.component_sets[0]
    if before != (game.key, preset.key):
        _apply(data, preset, preset.stages(game.player_counts, max(game.player_counts), expected))
    elif expected != drawn and preset.rounds and data.get("stage-1-rounds"):
        size = data.get("stage-1-table_size", "")
        table = int(size) if size in ("2", "3", "4") else max(game.player_counts)
        was, now = (preset.stages(game.player_counts, table, count)[0].config for count in (drawn, expected))
        if data["stage-1-rounds"] == str(was["rounds"]):
            data["stage-1-rounds"] = str(now["rounds"])
    return data


def expected_players(data: QueryDict, name: str) -> int:
    """A number of players as it was typed; the usual one for anything else."""
    words = data.get(name, "")
    number = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else 0
    return number if FEWEST_EXPECTED <= number <= MOST_EXPECTED else USUAL_PLAYERS


def forecast(game: Game, data: QueryDict | None) -> Preflight | None:
    """What so many players mean for the stages as they are typed; None while they are not right."""
    if data is None:
        stages = DEFAULT_PRESET.stages(game.player_counts, max(game.player_counts), USUAL_PLAYERS)
        return preflight(stages, USUAL_PLAYERS, game.player_counts)
    typed = StageForms.sent(data)
    minutes = data.get("round_minutes", "")
    if not typed.is_valid():
        return None
    try:
        return preflight(
            typed.specs(),
            expected_players(data, "expected_players"),
            game.player_counts,
            int(minutes) if minutes.isascii() and minutes.isdigit() and len(minutes) < 6 else 0,
        )
    except InvalidConfig:
        return None


def step_of(words: str) -> int:
    """The step of that number; the first for anything else."""
    return int(words) if words in ("1", "2", "3") else WHAT


def _apply(data: QueryDict, preset: Preset, stages: list[StageSpec]) -> None:
    for name in [name for name in data if name in PRESET_FIELDS or name.startswith("stage-")]:
        del data[name]
    usual = Tournament()
    for name in PRESET_FIELDS:
        value = preset.settings.get(name, getattr(usual, name))
        if value is True:
            data[name] = "on"
        elif value is not False:
            data[name] = str(value)
    data["stages"] = str(len(stages))
    for number, spec in enumerate(stages, start=1):
        data[f"stage-{number}-format"] = data[f"stage-{number}-drawn"] = spec.format
        for name, words in TypedStage.of(spec).words.items():
            data.setlist(f"stage-{number}-{name}", words)
