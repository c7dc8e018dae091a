"""The one filter of the dashboards: it stands in the address and decides what page, table, CSV and API count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.forms import TablerForm
from nabu.games.words import in_words
from nabu.players.models import Player
from nabu.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which verified games count. None means all.

    `player` keeps the games in which this player sat; everybody at those tables is counted.
    """

    game: Game
    players: int | None = None
    ruleset: str | None = None
    tournament: Tournament | None = None
    player: Player | None = None

    def address(self, **more: str | int) -> str:
        """The filter as a query string, always in the same order, with further values behind it; "" if empty.

        A further value takes the place of the filter's own value of that name.
        """
        values: dict[str, str | int] = {}
        if self.players is not None:
            values["players"] = self.players
        if self.ruleset is not None:
            values["ruleset"] = self.ruleset
        if self.tournament is not None:
            values["tournament"] = self.tournament.pk
        if self.player is not None:
            values["player"] = self.player.pk
        values |= more
        return f"?{urlencode(values)}" if values else ""

    def words(self) -> list[str]:
        """The filter in words, one for each part that is set."""
        words = []
        if self.tournament is not None:
            words.append(_("tournament: %(name)s") % {"name": self.tournament.name})
        if self.players is not None:
            words.append(_("%(count)s players") % {"count": self.players})
        if self.ruleset is not None:
            words.append(_("ruleset: %(name)s") % {"name": in_words(self.ruleset)})
        if self.player is not None:
            words.append(_("games of %(name)s") % {"name": self.player.name})
        return words


def public_tournaments(game: Game) -> QuerySet[Tournament]:
    """The tournaments of the game that have started, without rehearsals. Everybody may see them."""
    return Tournament.objects.filter(game=game.key, rehearsal=False).exclude(status=Tournament.Status.DRAFT)


class FilterForm(TablerForm):
    """Reads a `GameFilter` from an address. Unknown values are errors, never ignored."""

    players = forms.TypedChoiceField(label=gettext_lazy("Players at the table"), coerce=int, empty_value=None)
    ruleset = forms.ChoiceField(label=gettext_lazy("Ruleset"))
    tournament = forms.ModelChoiceField(label=gettext_lazy("Tournament"), queryset=Tournament.objects.none())
    player = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Player.objects.all())

    def __init__(self, data: Mapping[str, str], game: Game, tournament: Tournament | None = None) -> None:
        """`tournament` fixes it, and with it the ruleset. The values of `data` may be hostile."""
        super().__init__(data)
        self.game, self.fixed = game, tournament
        for field in self.fields.values():
            field.required = False
        every = _("All")
        self.fields["players"].choices = [("", every), *((count, str(count)) for count in game.player_counts)]  # type: ignore[attr-defined]
        self.fields["ruleset"].choices = [("", every), *((name, in_words(name)) for name in game.rulesets)]  # type: ignore[attr-defined]
        if tournament is None:
            choice = self.fields["tournament"]
            choice.queryset = public_tournaments(game)  # type: ignore[attr-defined]
            choice.empty_label = every  # type: ignore[attr-defined]
        else:
            del self.fields["tournament"], self.fields["ruleset"]
        self.offer_players([])

    def offer_players(self, players: list[Player]) -> None:
        """List these players, and the chosen one if it is not among them."""
        chosen = self.cleaned_data.get("player") if hasattr(self, "cleaned_data") else None
        listed = [*players, chosen] if chosen is not None and chosen not in players else players
        self.fields["player"].choices = [("", _("All")), *((p.pk, p.name) for p in listed)]  # type: ignore[attr-defined]

    def game_filter(self) -> GameFilter:
        """The filter that the address describes. Raises ValidationError."""
        if not self.is_valid():
            raise ValidationError(self.errors.as_text())
        values = self.cleaned_data
        return GameFilter(
            game=self.game,
            players=values["players"],
            ruleset=values.get("ruleset") or None,
            tournament=self.fixed or values.get("tournament"),
            player=values["player"],
        )

    def without_values(self) -> GameFilter:
        """The filter that only holds what is fixed."""
        return GameFilter(self.game, tournament=self.fixed)
