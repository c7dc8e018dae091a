"""The filter form of a page: it offers what has games, and shows only fields that leave a choice."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from engine.game import Game
from nabu.dashboards.facts.filters import FilterForm, GameFilter
from nabu.dashboards.facts.queries import players_of
from nabu.dashboards.facts.refresh import store_of
from nabu.players.models import Player
from nabu.tournaments.models import Tournament

MOST_PLAYERS = 200
"""More names than this are no choice but a search; the tables lead to the players then."""


def filter_form(data: Mapping[str, str], game: Game, tournament: Tournament | None = None) -> FilterForm:
    """The form over the games in the store; `tournament` fixes it. `data` may be hostile."""
    store = store_of(game)
    games = store.games()
    form = FilterForm(data, game, sorted(games["variant"].cat.categories), store.months(), tournament)
    if tournament is not None:
        games = games[games["tournament_id"] == tournament.pk]
    form.offer_only({name: _found(games, name) for name in ("variant", "players", "band")})
    months = _found(games, "month")
    form.offer_only({"since": months, "until": months})
    return form


def offer_players(form: FilterForm, chosen: GameFilter) -> None:
    """List the players of the filter's tournament, or of the site as long as these are not too many."""
    if chosen.tournament is not None:
        form.offer_players(players_of(chosen))
        return
    ids = store_of(chosen.game).people()["player_id"].unique().tolist()
    few = ids if len(ids) <= MOST_PLAYERS else []
    form.offer_players(list(Player.objects.filter(pk__in=few).order_by("name", "pk")))


def _found(games: pd.DataFrame, column: str) -> set[str]:
    """The values of the column that some game has, as they stand in an address."""
    return {str(value) for value in games[column].unique()}
