"""The one filter of the dashboards: it stands in the address and decides what page, table, CSV and API count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.frames import BANDS
from analytics.sums import Cells
from engine.game import Game
from nabu.dashboards.facts.months import first_day
from nabu.dashboards.facts.variant_names import variant_names
from nabu.forms import TablerForm
from nabu.players.models import Player
from nabu.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which verified games count. None means all.

    `variant` is a key of `engine.variants`, `band` a rating band (`analytics.frames.BANDS`), `since` and `until` are
    months such as 202611, both included. `player` keeps the games in which this player sat; everybody at those tables
    is counted.
    """

    game: Game
    variant: str | None = None
    players: int | None = None
    band: int | None = None
    since: int | None = None
    until: int | None = None
    tournament: Tournament | None = None
    player: Player | None = None

    @property
    def cells(self) -> Cells:
        """The part of the filter that needs no look at single games."""
        return Cells(self.variant, self.players, self.band, self.since, self.until)

    def values(self) -> dict[str, str | int]:
        """What is set, as it stands in an address, always in the same order."""
        values: dict[str, str | int | None] = {
            "variant": self.variant,
            "players": self.players,
            "band": self.band,
            "since": self.since,
            "until": self.until,
            "tournament": self.tournament.pk if self.tournament else None,
            "player": self.player.pk if self.player else None,
        }
        return {name: value for name, value in values.items() if value is not None}

    def address(self, **more: str | int) -> str:
        """The filter as a query string, with further values behind it; "" if empty.

        A further value takes the place of the filter's own value of that name.
        """
        values = self.values() | more
        return f"?{urlencode(values)}" if values else ""

    def only(self, **changed: Any) -> GameFilter:
        """The same filter with other values."""
        return replace(self, **changed)

    def words(self) -> list[str]:
        """The filter in words, one for each part that is set."""
        words = []
        if self.tournament is not None:
            words.append(_("tournament: %(name)s") % {"name": self.tournament.name})
        if self.variant is not None:
            words.append(_("variant: %(name)s") % {"name": variant_names(self.game, [self.variant])[self.variant]})
        if self.players is not None:
            words.append(_("%(count)s players") % {"count": self.players})
        if self.band is not None:
            words.append(_("ratings: %(band)s") % {"band": band_title(self.band)})
        if self.since is not None:
            words.append(_("from %(month)s") % {"month": month_title(self.since)})
        if self.until is not None:
            words.append(_("until %(month)s") % {"month": month_title(self.until)})
        if self.player is not None:
            words.append(_("games of %(name)s") % {"name": self.player.name})
        return words


def public_tournaments(game: Game) -> QuerySet[Tournament]:
    """The tournaments of the game that have started, without rehearsals. Everybody may see them."""
    return Tournament.objects.filter(game=game.key, rehearsal=False).exclude(status=Tournament.Status.DRAFT)


def band_title(band: int) -> str:
    """A rating band in words."""
    if band == 0:
        return _("somebody not rated yet")
    if band == 1:
        return _("below %(rating)s") % {"rating": BANDS[0]}
    if band > len(BANDS):
        return _("%(rating)s and more") % {"rating": BANDS[-1]}
    return _("%(low)s to %(high)s") % {"low": BANDS[band - 2], "high": BANDS[band - 1] - 1}


def month_title(month: int) -> str:
    """A month such as 202611 in words."""
    return date_format(first_day(month), "YEAR_MONTH_FORMAT")


class FilterForm(TablerForm):
    """Reads a `GameFilter` from an address. Unknown values are errors, never ignored."""

    tournament = forms.ModelChoiceField(label=gettext_lazy("Tournament"), queryset=Tournament.objects.none())
    variant = forms.ChoiceField(label=gettext_lazy("Variant"))
    players = forms.TypedChoiceField(label=gettext_lazy("Players at the table"), coerce=int, empty_value=None)
    band = forms.TypedChoiceField(label=gettext_lazy("Ratings at the table"), coerce=int, empty_value=None)
    since = forms.TypedChoiceField(label=gettext_lazy("Since"), coerce=int, empty_value=None)
    until = forms.TypedChoiceField(label=gettext_lazy("Until"), coerce=int, empty_value=None)
    player = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Player.objects.all())

    def __init__(
        self,
        data: Mapping[str, str],
        game: Game,
        variants: Sequence[str],
        months: Sequence[int],
        tournament: Tournament | None = None,
    ) -> None:
        """`variants` and `months` are those that have games; `tournament` fixes it. `data` may be hostile."""
        super().__init__(data)
        self.game, self.fixed = game, tournament
        for field in self.fields.values():
            field.required = False
        every = _("All")
        months_named = [(month, month_title(month)) for month in months]
        self._offer("variant", variant_names(game, variants).items())
        self._offer("players", [(count, str(count)) for count in game.player_counts])
        self._offer("band", [(band, band_title(band)) for band in range(len(BANDS) + 2)])
        self._offer("since", months_named)
        self._offer("until", months_named)
        if tournament is None:
            choice = self.fields["tournament"]
            choice.queryset = public_tournaments(game)  # type: ignore[attr-defined]
            choice.empty_label = every  # type: ignore[attr-defined]
        else:
            del self.fields["tournament"], self.fields["since"], self.fields["until"]
        self.offer_players([])

    def offer_players(self, players: list[Player]) -> None:
        """List these players, and the chosen one if it is not among them."""
        chosen = self.cleaned_data.get("player") if hasattr(self, "cleaned_data") else None
        listed = [*players, chosen] if chosen is not None and chosen not in players else players
        self.fields["player"].choices = [("", _("All")), *((p.pk, p.name) for p in listed)]  # type: ignore[attr-defined]

    def offer_only(self, found: Mapping[str, Collection[str]]) -> None:
        """List only these values of a field; the others stay valid, so that an old address keeps its meaning."""
        for name, values in found.items():
            if name in self.fields:
                listed = {"", self.data.get(name, ""), *values}
                widget = self.fields[name].widget
                widget.choices = [
                    (key, title)
                    for key, title in self.fields[name].choices  # type: ignore[attr-defined]
                    if str(key) in listed
                ]

    def shown(self) -> list[BoundField]:
        """The fields that leave a choice, or that are set."""
        return [field for field in self if self.data.get(field.name) or len(field.field.widget.choices) > 2]

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins has no games."""
        values = super().clean() or {}
        if values.get("since") and values.get("until") and values["until"] < values["since"]:
            self.add_error("until", _("The period ends before it begins."))
        return values

    def game_filter(self) -> GameFilter:
        """The filter that the address describes. Raises ValidationError."""
        if not self.is_valid():
            raise ValidationError(self.errors.as_text())
        values = self.cleaned_data
        return GameFilter(
            game=self.game,
            variant=values["variant"] or None,
            players=values["players"],
            band=values["band"],
            since=values.get("since"),
            until=values.get("until"),
            tournament=self.fixed or values.get("tournament"),
            player=values["player"],
        )

    def without_values(self) -> GameFilter:
        """The filter that only holds what is fixed."""
        return GameFilter(self.game, tournament=self.fixed)

    def _offer(self, name: str, choices: Any) -> None:
        self.fields[name].choices = [("", _("All")), *choices]  # type: ignore[attr-defined]
