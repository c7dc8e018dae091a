"""Where each player's points come from: a page of players at a time, those with most games first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from analytics.figures.sources import sources_figure
from analytics.sources import PlayerSources, sources_by_player
from nabu.catalogue.games.drawings import source_icons
from nabu.core.charts.numbers import points
from nabu.core.charts.words import figure_words, source_titles
from nabu.statistics.dashboards.facts.queries import names_of
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.page import Question, neighbours, question_page
from nabu.statistics.dashboards.questions.sources.page import source_keys

PLAYERS_ON_A_PAGE = 25


def sources_of_players(statistics: Statistics, player_ids: list[int]) -> list[PlayerSources]:
    """The scoring sources of these players in the games of the filter, in the given order."""
    people = statistics.people_by_source
    mine = people[people["player_id"].isin(player_ids)]
    found = {row.player_id: row for row in sources_by_player(mine, source_keys(statistics.chosen.game))}
    return [found[player] for player in player_ids if player in found]


def typed_by_player(statistics: Statistics, player_ids: list[int]) -> dict[int, int]:
    """How many games of these players come from typed score sheets."""
    if not statistics.typed.count:
        return {}
    people = statistics.typed.people["player_id"]
    return {player: int((people == player).sum()) for player in player_ids}


@require_safe
def page(request: HttpRequest, game: str) -> HttpResponse:
    """Where each player's points come from."""

    def answer_of_page(statistics: Statistics) -> dict[str, Any]:
        return answer(statistics, request.GET.get("page"))

    return question_page(
        request,
        Question(
            "sources",
            gettext_lazy("Points of players in %(game)s"),
            "statistics/dashboards/questions/players/players.html",
            answer_of_page,
            typed=True,
        ),
        game,
    )


def games_by_size(statistics: Statistics) -> list[tuple[int, int]]:
    """How many games there are of each number of players, with those of typed score sheets."""
    players = pd.concat([statistics.games["players"], statistics.typed.games["players"]])
    return [(int(size), int(games)) for size, games in players.value_counts().sort_index().items()]


def answer(statistics: Statistics, page_number: Any) -> dict[str, Any]:
    """What the page shows: tables of two score differently from tables of four, so only those with one number of
    players, the most frequent one unless the filter names another."""
    everything = statistics.chosen
    sizes = games_by_size(Statistics(everything.only(players=None)))
    size = everything.players or max(sizes, key=lambda of: of[1])[0]
    statistics = Statistics(everything.only(players=size))
    chosen = statistics.chosen

    def games_of_player(player: int) -> str:
        return chosen.games_address(player=player)

    ids = [int(player) for player in statistics.games_by_player.index]
    page: Page[int] = Paginator(ids, PLAYERS_ON_A_PAGE).get_page(page_number)
    rows, names = sources_of_players(statistics, list(page)), names_of(list(page))
    titles, icons = source_titles(chosen.game), source_icons(chosen.game)
    typed = typed_by_player(statistics, list(page))
    shown = [key for key in titles if any(share.mean for row in rows for share in row.sources if share.source == key)]
    return {
        "sentences": [_most_games(rows[0], names, titles)] if rows else [],
        "size": size,
        "sizes": [(of, games, everything.address(players=of)) for of, games in sizes],
        "csv": chosen.address(),
        "page": page,
        **neighbours(page, chosen.values()),
        "sources": [(titles[key], icons[key]) for key in shown],
        "lines": [
            {
                "row": row,
                "typed": typed.get(row.player_id, 0),
                "name": names.get(row.player_id, ""),
                "shares": [share for share in row.sources if share.source in shown],
                "games": chosen.address(player=row.player_id),
                "won": chosen.address(winner=row.player_id),
            }
            for row in rows
        ],
        "players_figure": sources_figure(rows, names, titles, figure_words(), games_of_player, icons),
        "sources_address": reverse("dashboards:sources", args=[chosen.game.key]) + chosen.address(),
    }


def _most_games(row: PlayerSources, names: Mapping[int, str], titles: Mapping[str, str]) -> str:
    best = max(row.sources, key=lambda share: share.mean)
    return _("%(player)s makes %(total)s points per game, most from “%(source)s”.") % {
        "player": names.get(row.player_id, ""),
        "total": points(row.mean_score),
        "source": titles[best.source],
    }
