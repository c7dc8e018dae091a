"""The form of the filter: it reads an address, offers what has games, and shows only fields that leave a choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd
from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.frames import BANDS
from analytics.store import GameStore
from engine.game import Game
from nabu.accounts.players.models import Player
from nabu.accounts.players.visibility import named_players, published_players
from nabu.contests.matches.proof import Proof
from nabu.contests.tournaments.models import NEEDED, Tournament
from nabu.core.forms import TablerForm
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.facts.filters import LEFT_OUT, GameFilter, band_title, month_title, public_tournaments
from nabu.statistics.dashboards.facts.queries import players_of
from nabu.statistics.dashboards.facts.refresh import stores_of
from nabu.statistics.dashboards.facts.statistics import Statistics

MOST_PLAYERS = 200
"""More names than this are no choice but a search; the tables lead to the players then."""

REMEMBERED_FORMS = 16
"""So many titles and tournaments at a time."""

WITH_DEFAULT = ("proof", "typed")
"""Fields whose first value is a choice of its own, not all games."""


class FilterForm(TablerForm):
    """Reads a `GameFilter` from an address. Unknown values are errors, never ignored."""

    tournament = forms.ModelChoiceField(label=gettext_lazy("Tournament"), queryset=Tournament.objects.none())
    variant = forms.ChoiceField(label=gettext_lazy("Variant"))
    players = forms.TypedChoiceField(label=gettext_lazy("Players at the table"), coerce=int, empty_value=None)
    band = forms.TypedChoiceField(label=gettext_lazy("Ratings at the table"), coerce=int, empty_value=None)
    since = forms.TypedChoiceField(label=gettext_lazy("Since"), coerce=int, empty_value=None)
    until = forms.TypedChoiceField(label=gettext_lazy("Until"), coerce=int, empty_value=None)
    player = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=published_players())
    opponent = forms.ModelChoiceField(label=gettext_lazy("Opponent"), queryset=named_players())
    proof = forms.ChoiceField(label=gettext_lazy("Level of proof"))
    typed = forms.ChoiceField(
        label=gettext_lazy("Typed score sheets"),
        choices=[("", gettext_lazy("Count for points by source")), (LEFT_OUT, gettext_lazy("Left out"))],
    )

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
        self.fields["proof"].choices = [("", _("As each tournament requires")), *at_least_this()]  # type: ignore[attr-defined]
        self._offer("since", months_named)
        self._offer("until", months_named)
        if tournament is None:
            choice = self.fields["tournament"]
            choice.queryset = public_tournaments(game)  # type: ignore[attr-defined]
            choice.empty_label = every  # type: ignore[attr-defined]
        else:
            del self.fields["tournament"], self.fields["since"], self.fields["until"]
        self.offer_people("player", [])
        self.offer_people("opponent", [])

    def offer_people(self, name: str, people: list[Player]) -> None:
        """List these people in a field, and the chosen one if it is not among them."""
        chosen = self.cleaned_data.get(name) if hasattr(self, "cleaned_data") else None
        listed = [*people, chosen] if chosen is not None and chosen not in people else people
        self.fields[name].choices = [("", _("All")), *((p.pk, p.name) for p in listed)]  # type: ignore[attr-defined]

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
        return [
            field
            for field in self
            if self.data.get(field.name) or len(field.field.widget.choices) > (1 if field.name in WITH_DEFAULT else 2)
        ]

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins has no games, and an opponent is that of a player, somebody else."""
        values = super().clean() or {}
        if values.get("opponent") and not values.get("player"):
            self.add_error("opponent", _("Whose opponent? Choose a player."))
        elif values.get("opponent") and values["opponent"] == values["player"]:
            self.add_error("opponent", _("Choose somebody else."))
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
            opponent=values["opponent"],
            proof=values["proof"] or None,
            typed=values["typed"] != LEFT_OUT,
        )

    def without_values(self) -> GameFilter:
        """The filter that only holds what is fixed."""
        return GameFilter(self.game, tournament=self.fixed)

    def _offer(self, name: str, choices: Any) -> None:
        self.fields[name].choices = [("", _("All")), *choices]  # type: ignore[attr-defined]


def filter_form(data: Mapping[str, str], game: Game, tournament: Tournament | None = None) -> FilterForm:
    """The form over the games in the store; `tournament` fixes it. `data` may be hostile."""
    offered = _offered(stores_of(game), tournament.pk if tournament is not None else None)
    form = FilterForm(data, game, offered.variants, offered.months, tournament)
    form.offer_only(offered.values)
    return form


def offer_players(form: FilterForm, statistics: Statistics) -> None:
    """List the players of the filter's tournament, or of the site as long as these are not too many, and the opponents
    of the chosen one."""
    offer_opponents(form, statistics)
    chosen = statistics.chosen
    if chosen.tournament is not None:
        form.offer_people("player", players_of(chosen))
        return
    ids = list({int(player) for store in stores_of(chosen.game) for player in store.people()["player_id"].unique()})
    form.offer_people("player", _by_name(ids))


def offer_opponents(form: FilterForm, statistics: Statistics, met: Collection[int] | None = None) -> None:
    """List whom the filter's player has met in the games of the filter, as long as these are not too many. `met`: who
    these are, if that is known."""
    chosen = statistics.chosen
    if chosen.player is None:
        return
    if chosen.opponent is not None:
        statistics, met = Statistics(chosen.only(opponent=None), known=statistics.both_listed), None
    if met is None:
        met = statistics.people["player_id"].unique().tolist()
    form.offer_people("opponent", _by_name([other for other in met if other != chosen.player.pk]))


def _by_name(ids: list[int]) -> list[Player]:
    few = ids if len(ids) <= MOST_PLAYERS else []
    return list(named_players().filter(pk__in=few).order_by("name_key", "pk"))


@dataclass(frozen=True, slots=True)
class Offered:
    """What has games: the variants and the months of the title, and the values of each field, as they stand in an
    address, of its tournament if there is one."""

    variants: list[str]
    months: list[int]
    values: dict[str, set[str]]


@lru_cache(maxsize=REMEMBERED_FORMS)
def _offered(stores: tuple[GameStore, ...], tournament: int | None) -> Offered:
    """Read once for each version of the stores."""
    tables = [store.games() for store in stores]
    variants = {key for games in tables for key in games["variant"].cat.categories}
    months = {month for store in stores for month in store.months()}
    if tournament is not None:
        tables = [games[games["tournament_id"] == tournament] for games in tables]
    month = _found(tables, "month")
    values = {name: _found(tables, name) for name in ("variant", "players", "band")}
    typed = {LEFT_OUT} if len(tables[1]) else set()
    values |= {"since": month, "until": month, "proof": _levels(tables), "typed": typed}
    return Offered(sorted(variants), sorted(months), values)


def at_least_this() -> list[tuple[str, str]]:
    """The levels of proof as the least that is asked for."""
    return [(level, _("at least %(level)s") % {"level": label}) for level, label in NEEDED]


def _levels(tables: Sequence[pd.DataFrame]) -> set[str]:
    """The levels of proof that some game has; none if it makes no difference which one is asked for."""
    ranks = {rank for games in tables for rank in games["proof"].unique().tolist()}
    same = len(ranks) < 2 and all(games["counts"].all() for games in tables)
    return set() if same else {list(Proof)[rank].value for rank in ranks}


def _found(tables: Sequence[pd.DataFrame], column: str) -> set[str]:
    """The values of the column that some game has, as they stand in an address."""
    return {str(value) for games in tables for value in games[column].unique()}
