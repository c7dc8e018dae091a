"""A player's percentiles, put together for the page: a line for each figure, with its drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.among_players import BEATEN, WON, Placed, Spread
from analytics.figures.distribution import Distribution, distribution
from analytics.intervals import TINY_BELOW, Interval
from analytics.sources import SCORE
from nabu.catalogue.games.drawings import source_icons
from nabu.core.charts.numbers import percent, percent_span, points
from nabu.core.charts.words import source_titles
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.player.percentiles import Group, RatingPlace, group_among, rating_place
from nabu.statistics.dashboards.player.statistics import PlayerStatistics


@dataclass(frozen=True, slots=True)
class PercentileLine:
    """A figure of the player in words: its value, than how many of the others it is higher, and which ends the interval
    of the value leaves of that, "" for none; and how the others are spread, drawn and in words."""

    title: str
    icon: str
    value: str
    percentile: str
    span: str
    drawing: Distribution
    alt: str
    source: bool


def percentiles_context(found: PlayerStatistics) -> dict[str, object]:
    """What the template needs of a player with a game."""
    group, rating = group_among(found), rating_place(found)
    name = found.player.name
    lines = [] if group is None else [_line(row, name, found) for row in group.rows]
    return {
        "group": group,
        "group_variant": "" if group is None else _variant_title(group, found),
        "few_in_group": group is not None and group.games < TINY_BELOW,
        "percentile_lines": [line for line in lines if not line.source],
        "source_percentiles": [line for line in lines if line.source],
        "rating_line": None if rating is None else _rating_line(rating, name),
        "rating_others": 0 if rating is None else rating.others,
        "no_percentiles": "" if lines or group is None else _why_not(group),
    }


def _variant_title(group: Group, found: PlayerStatistics) -> str:
    """The variant of the group, "" if the title is played in a single one."""
    if len(found.statistics.store.games()["variant"].cat.categories) < 2:
        return ""
    return variant_names(found.statistics.chosen.game, [group.variant])[group.variant]


def _line(row: Placed, name: str, found: PlayerStatistics) -> PercentileLine:
    game = found.statistics.chosen.game
    titles = {SCORE: _("Score"), BEATEN: _("Opponents beaten"), WON: _("Games won")}
    write = percent if row.key in (BEATEN, WON) else points
    return PercentileLine(
        title=titles.get(row.key) or source_titles(game)[row.key],
        icon=source_icons(game).get(row.key, ""),
        value=write(row.mean),
        percentile=percent(row.percentile / 100),
        span=percent_span(None if row.span is None else Interval(*(end / 100 for end in row.span))),
        drawing=distribution(row.spread, row.mean),
        alt=_alt(row.spread, name, row.mean, write),
        source=row.key not in titles,
    )


def _rating_line(place: RatingPlace, name: str) -> PercentileLine:
    def write(value: float) -> str:
        return f"{value:.0f}"

    return PercentileLine(
        title=_("Rating"),
        icon="",
        value=write(place.value),
        percentile=percent(place.percentile / 100),
        span="",
        drawing=distribution(place.spread, place.value),
        alt=_alt(place.spread, name, place.value, write),
        source=False,
    )


def _alt(others: Spread, name: str, value: float, write: Callable[[float], str]) -> str:
    """The drawing in words."""
    return _("%(name)s: %(value)s. Others: %(least)s to %(most)s, the middle half %(low)s to %(high)s.") % {
        "name": name,
        "value": write(value),
        "least": write(others.least),
        "most": write(others.most),
        "low": write(others.low),
        "high": write(others.high),
    }


def _why_not(group: Group) -> str:
    """Why nothing is said of a percentile."""
    values = {"games": group.games, "others": group.others, "size": group.size, "least": group.least}
    if group.games < group.least:
        said = ngettext(
            "No percentile yet: it needs %(least)s games of one table size and variant; there is %(games)s at tables "
            "of %(size)s.",
            "No percentile yet: it needs %(least)s games of one table size and variant; there are %(games)s at tables "
            "of %(size)s.",
            group.games,
        )
        return said % values
    said = ngettext(
        "No percentile: a group needs %(least_others)s others, and %(others)s has %(least)s games at tables of "
        "%(size)s.",
        "No percentile: a group needs %(least_others)s others, and %(others)s have %(least)s games at tables of "
        "%(size)s.",
        group.others,
    )
    return said % (values | {"least_others": group.least_others})
