"""One player's games by date: months, seasons, streaks, days, bests and the rating, as numbers.

Days are those of the site's time zone, like every date on its pages; the months of the filter are UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, tzinfo
from functools import lru_cache

from django.utils.timezone import get_current_timezone, localdate

from analytics.figures.by_date import DatedValue
from analytics.personal_bests import Bests, Course, personal_bests
from analytics.play_periods import DatedGame, Month, Season, by_day, by_month, by_season, dated
from analytics.store import GameStore
from analytics.streaks import Streaks, unbeaten_streaks, winning_streaks
from competition.ratings.uncertainty import margin
from nabu.accounts.versions.services import PEOPLE, numbers, ratings_topic
from nabu.contests.ratings.models import RatingEntry
from nabu.statistics.dashboards.player.statistics import REMEMBERED_PLAYERS, PlayerStatistics, numbers_of


@dataclass(frozen=True, slots=True)
class OverTime:
    """What page, CSV and API say about a player's games in time, for the filter.

    `games` have their days, in order; `months` and `days` (how many games on each) begin with the earliest, `seasons`
    with the latest. `streaks`: of games won, and of games without a better place of anybody else. `bests` are by number
    of players and variant.
    """

    games: list[DatedGame]
    months: list[Month]
    seasons: list[Season]
    days: dict[date, int]
    streaks: dict[str, Streaks]
    bests: list[Bests]


def over_time_of(found: PlayerStatistics) -> OverTime:
    """The player's games in the time zone of the site."""
    return _over_time(*found.counted, get_current_timezone())


def ratings_by_day(found: PlayerStatistics) -> list[DatedValue]:
    """The rating at the end of each day with a rated game, the earliest first; the filter has no part in it."""
    game = found.statistics.chosen.game.key
    versions = numbers([ratings_topic(game), PEOPLE])
    return dated_ratings(found.player.pk, game, versions, get_current_timezone())


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def dated_ratings(player: int, game: str, _versions: tuple[int, ...], _zone: tzinfo) -> list[DatedValue]:
    """Read once under these versions."""
    entries = RatingEntry.objects.filter(player=player, rated_game__game=game)
    rows = entries.order_by("rated_game__sequence").values_list("rated_game__played_at", "after", "sigma_after")
    ends = {localdate(at): (after, sigma) for at, after, sigma in rows}
    return [DatedValue(day, after, margin(sigma)) for day, (after, sigma) in sorted(ends.items())]


@lru_cache(maxsize=REMEMBERED_PLAYERS)
def _over_time(store: GameStore, game_ids: bytes, player: int, zone: tzinfo) -> OverTime:
    """Counted once for each version of these games (`numbers_of`)."""
    played = numbers_of(store, game_ids, player).games
    games, table = dated(played, zone), store.games()
    table = table[table["game_id"].isin([game.game_id for game in played])]
    courses = map(Course, *(table[name].tolist() for name in ("variant", "turns", "margin")))
    return OverTime(
        games=games,
        months=by_month(games),
        seasons=by_season(games),
        days=by_day(games),
        streaks={"winning": winning_streaks(played), "unbeaten": unbeaten_streaks(played)},
        bests=personal_bests(played, dict(zip(table["game_id"].tolist(), courses, strict=True))),
    )
