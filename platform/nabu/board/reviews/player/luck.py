"""The luck of one player's reviewed games, put together for the page and for machines."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.figures.luck import LuckWords, luck_figure
from analytics.luck_stats import MOST_NAMED, LuckTotal
from analytics.review_stats import ReviewedGame
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.core.charts.numbers import points_span, signed
from nabu.core.charts.words import common_words
from nabu.core.spreadsheet import Record, ends, number


def luck_context(found: ReviewStatistics, address: Callable[[int], str]) -> dict[str, object]:
    """What the card of the page needs; nothing without a game whose luck is told. `address` opens a game by its id."""
    total = found.luck
    if total is None:
        return {}
    games = [(point.game.game_id, point.game.luck) for point in found.course if point.game.luck]
    by_luck = sorted(games, key=lambda game: game[1].luck)
    return {
        "luck_answer": _answer(total, found.player.name, everything=total.games == found.verified),
        "luck_means": [
            (_("Margin"), total.margin),
            (_("Luck"), total.luck),
            (_("Margin without luck"), total.adjusted),
        ],
        "luck_games": [
            (_("Most luck"), [game for game in reversed(by_luck) if game[1].luck > 0][:MOST_NAMED]),
            (_("Most bad luck"), [game for game in by_luck if game[1].luck < 0][:MOST_NAMED]),
        ],
        "luck_figure": luck_figure(games, address, _words()),
    }


def luck_record(found: ReviewStatistics) -> Record | None:
    """Luck over all games; None without one whose luck is told."""
    luck = found.luck
    if luck is None:
        return None
    return {
        "games": luck.games,
        "luck": number(luck.luck.value),
        **ends("luck", luck.luck.interval),
        "margin": number(luck.margin.value),
        **ends("margin", luck.margin.interval),
        "adjusted_margin": number(luck.adjusted.value),
        **ends("adjusted_margin", luck.adjusted.interval),
        "wins": luck.wins,
        "wins_decided_by_luck": luck.wins_decided,
        "losses": luck.losses,
        "losses_decided_by_luck": luck.losses_decided,
    }


LUCK_COLUMNS = ("margin", "luck", "luck_error", "luck_own", "luck_others", "setup", "seat", "adjusted_margin")
"""What is said of the luck of one game."""


def game_luck(game: ReviewedGame) -> Record:
    """The luck of one game, in points of the margin to the best opponent; nothing where it is not told."""
    luck = game.luck
    if luck is None:
        return dict.fromkeys(LUCK_COLUMNS)
    return {
        "margin": luck.margin,
        "luck": number(luck.luck),
        "luck_error": number(luck.error),
        "luck_own": number(luck.own),
        "luck_others": number(luck.others),
        "setup": number(luck.setup),
        "seat": number(luck.seat),
        "adjusted_margin": number(luck.adjusted),
    }


def _answer(total: LuckTotal, name: str, *, everything: bool) -> str:
    """The luck, and whether it fits the expected 0 if these are all games: those chosen for review, such as lost ones,
    need not have it."""
    luck = total.luck
    said = ngettext(
        "%(name)s: luck %(luck)s points in %(games)s reviewed game.",
        "%(name)s: luck %(luck)s points per game in %(games)s reviewed games.",
        total.games,
    ) % {"name": name, "luck": signed(luck.value), "games": total.games}
    if luck.interval is None:
        return said
    said += " " + _("95%% interval: %(span)s.") % {"span": points_span(luck.interval)}
    if not everything:
        return said
    if luck.interval.low > 0:
        return f"{said} " + _("That is more luck than expected.")
    if luck.interval.high < 0:
        return f"{said} " + _("That is less luck than expected.")
    return f"{said} " + _("That fits the expected 0.")


def _words() -> LuckWords:
    return LuckWords(
        **common_words(),
        game=_("Game {number}"),
        margin=_("margin"),
        adjusted=_("margin without luck"),
        alt=_("Two dots for each of {count} games: the margin, and the margin without luck."),
    )
