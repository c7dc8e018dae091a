"""Forms of clubs, their seasons and suspensions."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.season import (
    MOST_EVENTS,
    MOST_POINTS,
    MOST_QUALIFYING,
    PLACE_POINTS,
    TAKING_PART,
    Band,
    Formula,
    SeasonRules,
)
from engine.registry import GAMES
from nabu.accounts.players.account_form import AccountRoleForm
from nabu.contests.clubs.models import REASON_LENGTH, Membership, Season
from nabu.contests.clubs.seasons import NAME_LENGTH as SEASON_NAME_LENGTH
from nabu.contests.clubs.seasons import SeasonSpec, last_change_number
from nabu.contests.clubs.services import NAME_LENGTH
from nabu.core.forms import TablerForm


class ClubForm(TablerForm):
    """The name of a club."""

    name = forms.CharField(label=gettext_lazy("Club name"), max_length=NAME_LENGTH)


class MemberForm(AccountRoleForm):
    """An account and what it is in the club."""

    kinds = Membership.Kind


class BandsField(forms.CharField):
    """Lists of points by place, one a line, each but the last after the largest field it is for: "8: 5 3 1"."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        """The bands. Raises ValidationError for a line that is none."""
        return tuple(self._band(line) for line in (super().to_python(value) or "").splitlines() if line.strip())

    def prepare_value(self, value: Any) -> Any:
        """As it is typed."""
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(
            f"{'' if band.up_to is None else f'{band.up_to}: '}{' '.join(map(str, band.points))}" for band in value
        )

    @staticmethod
    def _band(line: str) -> Band:
        size, _colon, points = line.rpartition(":")
        try:
            numbers = tuple(int(each) for each in points.replace(",", " ").split())
            return Band(int(size) if size.strip() else None, numbers)
        except ValueError:
            raise forms.ValidationError(
                _("“%(line)s” is no list of points. Enter numbers, for example “12 10 8” or “8: 5 3 1”.")
                % {"line": line.strip()}
            ) from None


def _date_field(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **more)


class SeasonForm(TablerForm):
    """Dates and rules of a season."""

    known = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=SEASON_NAME_LENGTH)
    starts_on = _date_field(gettext_lazy("First day"))
    ends_on = _date_field(gettext_lazy("Last day"))
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    formula = forms.ChoiceField(label=gettext_lazy("Points for the place"), choices=Season.From.choices)
    bands = BandsField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy(
            "From the first place, for a list of points. For events of several sizes one list a line, each after its "
            "largest field: “8: 5 3 1”. The last line has no size and is for all larger fields."
        ),
    )
    taking_part = forms.IntegerField(label=gettext_lazy("Points for taking part"), min_value=0, max_value=MOST_POINTS)
    best = forms.IntegerField(
        label=gettext_lazy("Best results that count"),
        required=False,
        min_value=1,
        max_value=MOST_EVENTS,
        help_text=gettext_lazy("Empty: all of them."),
    )
    fewest = forms.IntegerField(label=gettext_lazy("Fewest events to be ranked"), min_value=1, max_value=MOST_EVENTS)
    qualifying = forms.IntegerField(
        label=gettext_lazy("Players who qualify for a final"),
        required=False,
        min_value=1,
        max_value=MOST_QUALIFYING,
        help_text=gettext_lazy("A line is drawn below them. Empty: no line."),
    )

    def __init__(self, data: Any = None, *, season: Season | None = None) -> None:
        super().__init__(data, initial=_of_season(season) if season else _usual())
        games = [(game.key, game.title) for game in GAMES.values()]
        self.fields["game"].choices = [("", _("any game")), *games]  # type: ignore[attr-defined]

    def spec(self) -> SeasonSpec:
        """What was typed."""
        words = self.cleaned_data
        rules = SeasonRules(
            formula=Formula(words["formula"]),
            bands=words["bands"],
            taking_part=words["taking_part"],
            best=words["best"],
            fewest=words["fewest"],
            line=words["qualifying"],
        )
        dates = {name: words[name] for name in ("name", "starts_on", "ends_on", "game")}
        return SeasonSpec(**dates, rules=rules)


def _usual() -> dict[str, Any]:
    """The rules of a year's season, for the running year."""
    year = localdate().year
    return {
        "name": _("Season %(year)s") % {"year": year},
        "starts_on": date(year, 1, 1),
        "ends_on": date(year, 12, 31),
        "bands": (Band(None, PLACE_POINTS),),
        "taking_part": TAKING_PART,
        "fewest": 1,
    }


def _of_season(season: Season) -> dict[str, Any]:
    names = ("name", "starts_on", "ends_on", "game", "formula", "taking_part", "best", "fewest", "qualifying")
    bands = tuple(Band(up_to, tuple(points)) for up_to, points in season.bands)
    return {name: getattr(season, name) for name in names} | {"bands": bands, "known": last_change_number(season)}


class SuspensionForm(TablerForm):
    """How long a player is kept out of the events of a club, and why."""

    until = _date_field(gettext_lazy("Until, that day included"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=REASON_LENGTH, widget=forms.Textarea(attrs={"rows": 3})
    )
    since = _date_field(gettext_lazy("From"), required=False, help_text=gettext_lazy("Empty: from today."))


class LiftForm(TablerForm):
    """Why a suspension ends early."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)


class PlayerSearchForm(TablerForm):
    """Words of a player's name."""

    q = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=80)
