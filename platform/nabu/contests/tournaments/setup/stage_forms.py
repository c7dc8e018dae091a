"""The chain of stages in the form of a tournament: each with a format and what the format says of its settings.

The chain is built by submit buttons, so it works without scripts: every button sends the whole form, and the answer is
the form as it was typed, with the stages rearranged (`StageForms.after`). Nothing is checked until it is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.formats import FORMATS, MOST_STAGES, StageSpec
from competition.formats.settings import Setting
from competition.plans import plan_stages
from competition.schedules.own import LONGEST
from competition.tie_breaks import TieBreak
from nabu.contests.tournaments.setup import tie_break_choice
from nabu.contests.tournaments.setup.tie_break_choice import AnotherTieBreak, TieBreaksField
from nabu.core.forms import TablerForm
from nabu.core.sentences import sentence

TABLE_SIZES = ("2", "3", "4")
FIRST_FORMAT = "swiss"
NEXT_FORMAT = "single_elimination"
GO_ON = 4
"""How many go on to a stage that was just added."""

FOLDED = (
    "points",
    "bye_points",
    "rest_points",
    "late_points",
    "pairing",
    "pairing_order",
    "best_of",
    "reset",
    "seeding",
    "starts",
    "schedule",
)
"""Settings that most people never touch."""


@dataclass
class TypedStage:
    """A stage as it was typed: its format, the words of its fields, and the format that the fields were drawn for."""

    format: str
    words: dict[str, list[str]] = field(default_factory=dict)
    drawn: str = ""

    @classmethod
    def of(cls, spec: StageSpec) -> TypedStage:
        """A stage as if somebody had typed it."""
        words: dict[str, list[str]] = {}
        for setting in FORMATS[spec.format].settings:
            value = spec.config.get(setting.key, setting.default)
            if setting.kind == "points":
                given = {str(size): amounts for size, amounts in value.items()}
                for size in TABLE_SIZES:
                    amounts = given.get(size, setting.default.get(size))
                    if amounts is not None:
                        words[f"{setting.key}_{size}"] = [" ".join(str(amount) for amount in amounts)]
            elif setting.kind == "tie_breaks":
                words[setting.key] = list(value)
            elif setting.kind != "yes_no":
                words[setting.key] = [str(value)]
            elif value:
                words[setting.key] = ["on"]
        return cls(spec.format, words, spec.format)


class StageForm(TablerForm):
    """A stage: its format and the settings of that format.

    `last`: nobody goes on, so it is not asked how many. `is_open`: the folded settings are shown.
    """

    def __init__(self, data: Any, *, stage: TypedStage, number: int, last: bool, is_open: bool = False) -> None:
        self.number, self.last, self.is_open = number, last, is_open
        self.fmt = FORMATS[stage.format]
        initial = None if data is not None else self._initial(stage)
        super().__init__(data, prefix=f"stage-{number}", initial=initial)
        self.fields["format"] = forms.ChoiceField(
            label=gettext_lazy("Format"), choices=[(key, sentence(fmt.title)) for key, fmt in FORMATS.items()]
        )
        for setting in self._settings:
            if setting.kind == "points":
                self._add_points(setting)
            elif setting.kind == "tie_breaks":
                self.fields[setting.key] = TieBreaksField(**_words(setting))
                self.fields["more"] = AnotherTieBreak(self.fmt)
            else:
                self.fields[setting.key] = _setting_field(setting)
                # A page that was opened before an update does not send what has come with it.
                self.fields[setting.key].required &= setting.key not in self.fmt.new_settings

    @property
    def _settings(self) -> list[Setting]:
        return [setting for setting in self.fmt.settings if not (self.last and setting.key == "advance")]

    def _initial(self, stage: TypedStage) -> dict[str, Any]:
        """The defaults, and over them what was typed."""
        typed = TypedStage.of(StageSpec(self.fmt.key)).words | stage.words
        if stage.drawn == self.fmt.key:
            for setting in self.fmt.settings:
                if setting.kind in ("yes_no", "tie_breaks") and setting.key not in stage.words:
                    typed.pop(setting.key, None)
        elif stage.drawn and "tie_breaks" in typed:
            offered = [each.key for each in tie_break_choice.chosen(typed["tie_breaks"]) if self.fmt.offers(each)]
            typed["tie_breaks"] = offered
        initial: dict[str, Any] = {name: words[0] for name, words in typed.items() if words}
        for setting in self.fmt.settings:
            if setting.kind == "yes_no":
                initial[setting.key] = setting.key in typed
            elif setting.kind == "tie_breaks":
                initial[setting.key] = typed.get(setting.key, [])
        if initial.get("advance", "0") == "0":
            initial["advance"] = str(GO_ON)
        return initial | {"format": self.fmt.key}

    def _add_points(self, setting: Setting) -> None:
        for size in TABLE_SIZES:
            if size in setting.default:
                self.fields[f"{setting.key}_{size}"] = forms.CharField(
                    label=_("%(label)s at a table of %(size)s") % {"label": sentence(setting.label), "size": size},
                    help_text=sentence(setting.help),
                    max_length=60,
                )

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that everybody looks at."""
        names = [setting.key for setting in self._settings if not _is_folded(setting)]
        return [self[name] for name in names]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """The fields that few people change, without the tie-breaks."""
        shown = {field.name for field in self.main_fields} | {"format", "tie_breaks", "more"}
        return [self[name] for name in self.fields if name not in shown]

    @property
    def has_tie_breaks(self) -> bool:
        """The format leaves it to tie-breaks who is ahead."""
        return "tie_breaks" in self.fields

    @property
    def tie_breaks_name(self) -> str:
        """The name of their inputs."""
        return self.add_prefix("tie_breaks")

    @property
    def tie_breaks_do(self) -> str:
        """How the values of their buttons begin."""
        return f"tie:{self.number}"

    @property
    def has_folded_errors(self) -> bool:
        """The folded fields must be shown."""
        names = [field.name for field in self.folded_fields] + ["tie_breaks"]
        return any(name in self.errors for name in names)

    @property
    def chosen_tie_breaks(self) -> list[TieBreak]:
        """Those that are chosen, in order. (In a template `form.tie_breaks` is the field.)"""
        return tie_break_choice.chosen(self["tie_breaks"].value() or []) if "tie_breaks" in self.fields else []

    def spec(self) -> StageSpec:
        """The stage of a valid form."""
        config: dict[str, Any] = {}
        for setting in self._settings:
            if setting.kind == "points":
                sizes = [size for size in TABLE_SIZES if size in setting.default]
                config[setting.key] = {size: _numbers(self.cleaned_data[f"{setting.key}_{size}"]) for size in sizes}
            elif setting.kind == "choice":
                config[setting.key] = int(self.cleaned_data[setting.key])
            elif setting.kind == "schedule":
                config[setting.key] = "\n".join(self.cleaned_data[setting.key].splitlines())
            elif setting.kind != "option" or self.cleaned_data[setting.key]:
                config[setting.key] = self.cleaned_data[setting.key]
        return StageSpec(self.fmt.key, config)


class StageForms:
    """The whole chain: bound to what was sent, or showing stages that nobody has saved yet."""

    def __init__(self, stages: Sequence[TypedStage], data: QueryDict | None = None, opened: str = "") -> None:
        self.forms = [
            StageForm(data, stage=stage, number=number, last=number == len(stages), is_open=opened == str(number))
            for number, stage in enumerate(stages, start=1)
        ]

    @classmethod
    def showing(cls, specs: Sequence[StageSpec]) -> StageForms:
        """Stored stages."""
        return cls([TypedStage.of(spec) for spec in specs])

    @classmethod
    def sent(cls, data: QueryDict) -> StageForms:
        """The stages that are to be saved."""
        return cls(typed_stages(data), data)

    @classmethod
    def after(cls, data: QueryDict, sizes: Sequence[int]) -> StageForms:
        """The stages as they were typed, after the button that was pressed."""
        stages = typed_stages(data)
        words = data.get("do", "").split(":")
        if words[0] == "plan" and len(words) == 2:
            planned = plan_stages(words[1], sizes)
            stages = stages if planned is None else [TypedStage.of(spec) for spec in planned]
        elif words[0] == "add" and len(stages) < MOST_STAGES:
            stages.append(TypedStage(NEXT_FORMAT if stages else FIRST_FORMAT))
        elif words[0] == "stage" and len(words) == 3:
            _move(stages, words[1], words[2])
        elif words[0] == "tie" and len(words) >= 3:
            _rearrange_tie_breaks(stages, *words[1:4])
            return cls(stages, opened=words[1])
        return cls(stages)

    def is_valid(self) -> bool:
        """All of them, so that every error is shown at once."""
        return sum(not form.is_valid() for form in self.forms) == 0

    def specs(self) -> list[StageSpec]:
        """The stages of valid forms."""
        return [form.spec() for form in self.forms]

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def may_grow(self) -> bool:
        """Another stage can be added."""
        return len(self.forms) < MOST_STAGES


def rearranges(data: QueryDict) -> bool:
    """A button of the chain was pressed, or a format was changed whose settings have not been shown yet."""
    if data.get("do"):
        return True
    return not typed_stages(data) or any(stage.drawn != stage.format for stage in typed_stages(data))


def typed_stages(data: QueryDict) -> list[TypedStage]:
    """The stages of a form as they were typed."""
    count = data.get("stages", "")
    stages = []
    for number in range(1, (int(count) if count in map(str, range(MOST_STAGES + 1)) else 0) + 1):
        prefix = f"stage-{number}-"
        words = {name.removeprefix(prefix): data.getlist(name) for name in data if name.startswith(prefix)}
        key = words.pop("format", [""])[0]
        drawn = words.pop("drawn", [""])[0]
        stages.append(TypedStage(key if key in FORMATS else FIRST_FORMAT, words, drawn))
    return stages


def _move(stages: list[TypedStage], number: str, action: str) -> None:
    at = _index(stages, number)
    if at is None:
        return
    if action == "remove" and len(stages) > 1:
        del stages[at]
    to = at + {"up": -1, "down": 1}.get(action, 0)
    if 0 <= to < len(stages) and to != at and action != "remove":
        stages[at], stages[to] = stages[to], stages[at]


def _rearrange_tie_breaks(stages: list[TypedStage], number: str, action: str, key: str = "") -> None:
    at = _index(stages, number)
    if at is not None:
        words = stages[at].words
        key = key or words.get("more", [""])[0]
        words["tie_breaks"] = tie_break_choice.rearranged(words.get("tie_breaks", []), action, key)
        words.pop("more", None)


def _index(stages: Sequence[TypedStage], number: str) -> int | None:
    numbers = {str(each): each - 1 for each in range(1, len(stages) + 1)}
    return numbers.get(number)


def _is_folded(setting: Setting) -> bool:
    return setting.key in FOLDED or setting.kind in ("points", "tie_breaks")


def _words(setting: Setting) -> dict[str, Any]:
    return {"label": sentence(setting.label), "help_text": sentence(setting.help)}


def _setting_field(setting: Setting) -> forms.Field:
    words = _words(setting)
    if setting.kind == "yes_no":
        return forms.BooleanField(**words, required=False)
    if setting.kind == "choice":
        return forms.ChoiceField(**words, choices=[(str(choice), str(choice)) for choice in setting.choices])
    if setting.kind == "option":
        choices = [(word, sentence(setting.option_label(word))) for word in setting.options]
        return forms.ChoiceField(**words, choices=choices)
    if setting.kind == "schedule":
        return forms.CharField(**words, required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 4}))
    return forms.IntegerField(
        **words,
        min_value=setting.minimum,
        max_value=setting.maximum,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _numbers(words: str) -> list[Any]:
    """The amounts of a line such as "6 4 2 0", as text where they are no whole numbers; the format checks them."""
    return [int(word) if word.isascii() and word.isdigit() else word for word in words.replace(",", " ").split()]
