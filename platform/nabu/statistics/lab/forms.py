"""The form of a new experiment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from secrets import randbelow
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.catalogue.games.words import ruleset_words
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import offered_variants
from nabu.core.forms import TablerForm
from nabu.statistics.lab.costs import Cost
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.plans import smallest_win_difference
from nabu.statistics.lab.queries import cost_of
from nabu.statistics.lab.services import (
    LEAST_ARMS,
    MOST_ARMS,
    MOST_GAMES,
    NAME_LENGTH,
    SEED_LENGTH,
    Choice,
    ExperimentDesign,
)
from nabu.statistics.lab.words import bot_title

PRINTED, SAVED = "ruleset:", "variant:"
AGAINST, OPPONENT = "+", "greedy"
"""`search-72+greedy`: one bot, and this opponent at all other seats."""

EXAMPLE_GAMES = (400, 2000)


class ExperimentForm(TablerForm):
    """What to compare, who plays, and how often. `offered` has the value of each choice of a variant by its key."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("The question, in a few words."),
    )
    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    bots = forms.ChoiceField(
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("They rotate by one seat from game to game, so no bot has a fixed seat."),
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games in each variant"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=400,
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed"),
        max_length=SEED_LENGTH,
        help_text=gettext_lazy("The same seed gives the same games. Use another one to check whether a result holds."),
    )

    tell_luck = forms.BooleanField(
        label=gettext_lazy("Measure luck (margins without the luck of the draws)"),
        help_text=gettext_lazy("Takes longer and does not always pay: the results say whether it did."),
        initial=False,
        required=False,
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.variants = {variant.pk: variant for variant in offered_variants(game.key)}
        saved = {variant.key for variant in self.variants.values()}
        choices = [(f"{PRINTED}{name}", ruleset_words(name)) for name in game.rulesets if name not in saved]
        choices += [(f"{SAVED}{pk}", variant.title) for pk, variant in self.variants.items()]
        choices.sort(key=lambda choice: self._key(choice[0]) != game.rulesets[0])
        self.offered = {self._key(value): value for value, _words in choices}
        for number in range(MOST_ARMS):
            needed = number < LEAST_ARMS
            self.fields[f"arm_{number}"] = forms.ChoiceField(
                label=_("Base") if number == 0 else _("Variant %(number)s") % {"number": number},
                choices=choices if needed else [("", _("none")), *choices],
                initial=choices[min(number, len(choices) - 1)][0] if needed else "",
                required=needed,
            )
        counts = self.fields["players"]
        assert isinstance(counts, forms.TypedChoiceField)
        counts.choices = [(number, str(number)) for number in game.player_counts]
        counts.initial = game.player_counts[-1]
        few, many = (f"{100 * smallest_win_difference(game, games):.0f}" for games in EXAMPLE_GAMES)
        self.fields["games"].help_text = _(
            "With two variants, %(few_games)s games detect a difference of about %(few)s percentage points in "
            "the wins of a seat, %(many_games)s games one of %(many)s."
        ) % {"few_games": EXAMPLE_GAMES[0], "few": few, "many_games": EXAMPLE_GAMES[1], "many": many}
        bots = self.fields["bots"]
        assert isinstance(bots, forms.ChoiceField)
        bots.choices = _line_ups(game)
        bots.initial = "greedy"
        self.fields["seed"].initial = str(randbelow(1_000_000))

    def design(self) -> ExperimentDesign:
        """What is to be played, from a valid form."""
        found = self.cleaned_data
        chosen = [found[f"arm_{number}"] for number in range(MOST_ARMS) if found[f"arm_{number}"]]
        return ExperimentDesign(
            name=found["name"],
            players=found["players"],
            games=found["games"],
            bots=_seated(found["bots"], found["players"]),
            seed=found["seed"],
            arms=[self._choice(value) for value in chosen],
            tell_luck=found["tell_luck"],
        )

    def cost(self) -> Cost | None:
        """What the games would take that are in the fields now; None if they are not filled in."""
        players, games = (str(self[name].value() or "") for name in ("players", "games"))
        arms = sum(bool(self[f"arm_{number}"].value()) for number in range(MOST_ARMS))
        bots = _seated(str(self["bots"].value()), int(players)) if players.isdecimal() else []
        known = players.isdecimal() and int(players) in self.game.player_counts and set(bots) <= self.game.bots.keys()
        if not known or not games.isdecimal() or not 1 <= int(games[:9]) <= MOST_GAMES or not arms:
            return None
        return cost_of(self.game, int(players), bots, int(games), arms, bool(self["tell_luck"].value()))

    def like(self, experiment: Experiment) -> dict[str, Any]:
        """The initial values for the same experiment with another seed. What is not offered any more is left out."""
        initial: dict[str, Any] = {
            "name": experiment.name,
            "players": experiment.players,
            "games": experiment.games,
            "tell_luck": experiment.tell_luck,
        }
        line_up = _line_up(experiment.bot_names, experiment.players)
        if any(line_up == value for _group, choices in _line_ups(self.game) for value, _words in choices):
            initial["bots"] = line_up
        for arm in experiment.arm_list:
            if arm.key in self.offered:
                initial[f"arm_{arm.position}"] = self.offered[arm.key]
        return initial

    def proposed(self, name: str, players: str, arms: Sequence[str]) -> dict[str, Any]:
        """The initial values for an experiment that somebody proposes; what is not offered is left out."""
        initial: dict[str, Any] = {"name": name[:NAME_LENGTH]} if name else {}
        if players in map(str, self.game.player_counts):
            initial["players"] = int(players)
        offered = [self.offered[key] for key in arms if key in self.offered]
        return initial | {f"arm_{number}": value for number, value in enumerate(offered[:MOST_ARMS])}

    def _choice(self, value: str) -> Choice:
        variant = self._variant(value)
        return Choice(variant=variant) if variant else Choice(ruleset=value.removeprefix(PRINTED))

    def _key(self, value: str) -> str:
        variant = self._variant(value)
        return variant.key if variant else value.removeprefix(PRINTED)

    def _variant(self, value: str) -> Variant | None:
        return self.variants[int(value.removeprefix(SAVED))] if value.startswith(SAVED) else None


def _line_ups(game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
    """One bot at all seats, one against greedy ones, or two in turn."""
    names = list(game.bots)
    return [
        (_("The same bot at every seat"), [(name, bot_title(game, name)) for name in names]),
        (
            _("One bot, and greedy at all other seats"),
            [(f"{name}{AGAINST}{OPPONENT}", bot_title(game, name)) for name in names if name != OPPONENT],
        ),
        (
            _("Two bots in turn"),
            [
                (f"{one},{other}", _("%(one)s and %(other)s") % {"one": one, "other": other})
                for one, other in combinations(names, 2)
            ],
        ),
    ]


def _seated(line_up: str, players: int) -> list[str]:
    """The bots of a choice: as many as there are players, or names that take the seats in turn."""
    one, against, other = line_up.partition(AGAINST)
    return [one, *[other] * (players - 1)] if against else line_up.split(",")


def _line_up(bots: list[str], players: int) -> str:
    """The choice that stands for these bots: the inverse."""
    one, *others = bots
    against = len(bots) == players and set(others) == {OPPONENT} and one != OPPONENT
    return f"{one}{AGAINST}{OPPONENT}" if against else ",".join(bots)
