"""Experiments in words: what is measured, how large it is, and what may be said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.experiment_results import Comparison
from analytics.experiments import WITHOUT_LUCK, Measure
from analytics.figures.experiments import ExperimentWords
from analytics.intervals import Interval
from engine.game import Card, Game
from engine.search.bot import SearchBot
from engine.search.skill_share import skill_shares
from nabu.core.charts.numbers import SPACE, UNKNOWN, fine, fine_signed, fine_signed_span, percentage, points
from nabu.core.charts.words import card_titles, common_words, effect_words, source_titles
from nabu.statistics.lab.costs import MOST_CHUNK_SECONDS, Cost
from nabu.statistics.lab.models import Experiment

MINUTE, HOUR = 60, 3600


def bot_title(game: Game, name: str) -> str:
    """A bot as people choose it: with what a decision costs it, if that is what tells it from others."""
    bot = game.bots[name]
    if not isinstance(bot, SearchBot):
        return name
    rollouts = bot.effort(game.player_counts[0]).rollouts
    return _("%(bot)s: %(rollouts)s rollouts a decision") % {"bot": name, "rollouts": rollouts}


def duration(seconds: float) -> str:
    """A time as a rough figure: 40 seconds, 25 minutes, 3.4 hours."""
    if seconds < 2 * MINUTE:
        whole = max(1, round(seconds))
        return ngettext("%(number)s second", "%(number)s seconds", whole) % {"number": whole}
    if seconds < 2 * HOUR:
        return _("%(number)s minutes") % {"number": round(seconds / MINUTE)}
    return _("%(number)s hours") % {"number": points(seconds / HOUR)}


def cost_sentence(cost: Cost, limit: float | None) -> str:
    """What an experiment takes, before it is started. `limit` is what it may take; None for staff."""
    if cost.a_pair > MOST_CHUNK_SECONDS:
        return too_slow(cost)
    if limit is not None and cost.seconds > limit:
        return too_dear(cost, limit)
    return _(
        "About %(time)s of computing time (%(each)s s per game); finished in about %(wait)s if nothing else is running."
    ) % {
        "time": duration(cost.seconds),
        "each": fine(cost.a_game),
        "wait": duration(max(cost.a_pair, cost.seconds / settings.LAB_CHUNKS_AT_ONCE)),
    }


def too_dear(cost: Cost, limit: float) -> str:
    """Why an experiment is refused, and how many games would not be."""
    games = cost.games_within(limit)
    words = {"time": duration(cost.seconds), "limit": duration(limit), "number": games}
    return (
        ngettext(
            "These games would take about %(time)s of computing time; the limit is %(limit)s. That is enough for "
            "%(number)s game in each variant.",
            "These games would take about %(time)s of computing time; the limit is %(limit)s. That is enough for "
            "%(number)s games in each variant.",
            games,
        )
        % words
    )


def too_slow(cost: Cost) -> str:
    """Why an experiment is refused of which a single game takes too long for a worker."""
    return _(
        "One game of these bots in each variant would take about %(time)s, which is too long. Compare fewer "
        "variants, or choose bots with fewer rollouts."
    ) % {"time": duration(cost.a_pair)}


def measure_titles(game: Game, measures: Sequence[Measure], cards: Mapping[str, Card]) -> dict[str, str]:
    """What each measure is called, by its key."""
    sources, names = source_titles(game), card_titles(cards)
    titles = {
        "length": _("Turns in a game"),
        "margin": _("Winner's margin at the end, in points"),
        "lead_changes": _("Changes of the lead in a game"),
        "score": _("Points of all players together"),
    }
    for measure in measures:
        family, _colon, key = measure.key.partition(":")
        if family == "seat":
            titles[measure.key] = _("Wins of seat %(seat)s") % {"seat": key}
        elif family == "bot":
            titles[measure.key] = _("Wins of the bot “%(bot)s”") % {"bot": key}
        elif family == "seat_margin":
            titles[measure.key] = _("Margin of seat %(seat)s, in points") % {"seat": key}
        elif family == f"seat_margin{WITHOUT_LUCK}":
            titles[measure.key] = _("Margin of seat %(seat)s without luck, in points") % {"seat": key}
        elif family == "bot_margin":
            titles[measure.key] = _("Margin of the bot “%(bot)s”, in points") % {"bot": key}
        elif family == f"bot_margin{WITHOUT_LUCK}":
            titles[measure.key] = _("Margin of the bot “%(bot)s” without luck, in points") % {"bot": key}
        elif family == "seat_points":
            titles[measure.key] = _("Points of seat %(seat)s above the mean of the table") % {"seat": key}
        elif family == "source_share":
            titles[measure.key] = _("Part of all points from: %(source)s") % {"source": sources[key]}
        elif family == "source":
            titles[measure.key] = _("Points from: %(source)s") % {"source": sources[key]}
        elif family == "taken":
            titles[measure.key] = _("Games in which “%(card)s” is taken") % {"card": names[key]}
        elif family == "takers":
            titles[measure.key] = _("Wins above par with “%(card)s”") % {"card": names[key]}
    return titles


def amount(measure: Measure, value: float | None) -> str:
    """A value of a measure: 54.7, or 27.3%."""
    if value is None:
        return UNKNOWN
    if measure.group in ("seat_points", "margins"):
        return fine_signed(value)
    return percentage(fine(100 * value)) if _is_share(measure) else fine(value)


def change(measure: Measure, value: float | None) -> str:
    """A difference, with its sign: +2.1, or −3.4 percentage points."""
    if value is None or not _is_share(measure):
        return short_change(measure, value)
    return _("%(number)s percentage points") % {"number": fine_signed(100 * value)}


def short_change(measure: Measure, value: float | None) -> str:
    """The same for a table: percentage points are pp."""
    if value is None:
        return UNKNOWN
    unit = _("pp")
    return f"{fine_signed(100 * value)}{SPACE}{unit}" if _is_share(measure) else fine_signed(value)


def size(measure: Measure, value: float | None) -> str:
    """A difference without a sign: 2.1, or 3.4 percentage points."""
    return change(measure, None if value is None else abs(value)).removeprefix("+")


def span(measure: Measure, interval: Interval | None) -> str:
    """The two ends of an interval of a difference, in the unit of the measure."""
    if interval is None:
        return UNKNOWN
    low, high = (fine(_shown(measure, end)) for end in interval)
    return _("%(low)s to %(high)s") % {"low": low, "high": high}


def short_span(measure: Measure, interval: Interval | None) -> str:
    """The two ends of an interval of a value: 32.1 to 37.9%, +1.2 to +3.4."""
    if interval is None:
        return UNKNOWN
    if measure.group in ("seat_points", "margins"):
        return fine_signed_span(interval)
    return percentage(span(measure, interval)) if _is_share(measure) else span(measure, interval)


def skill_sentences(game: Game) -> list[str]:
    """How much of the margin comes from who plays, among the bots that were measured; which ones is a part of it."""
    return [
        _("Among %(bots)s: %(share)s (%(span)s), %(games)s games.")
        % {
            "bots": get_text_list(found.bots, _("and")),
            "share": percentage(fine(100 * found.share)),
            "span": percentage(
                _("%(low)s to %(high)s") % {"low": fine(100 * found.low), "high": fine(100 * found.high)}
            ),
            "games": found.games,
        }
        for found in skill_shares(game)
    ]


def not_measured(games: Sequence[str]) -> str:
    """Of what the share of skill is not known: these games, and people in any game."""
    return _("Not measured yet: %(what)s.") % {"what": get_text_list([*games, _("games between people")], _("and"))}


def bots_in_words(experiment: Experiment) -> str:
    """The line-up with versions: greedy/1, or search-72/1 against 3 × greedy/1, or greedy/1 and random/1."""
    one, *others = experiment.bots
    if others and len(experiment.bots) == experiment.players and len(set(others)) == 1 and one != others[0]:
        opponent = others[0] if len(others) == 1 else f"{len(others)} × {others[0]}"
        return _("%(bot)s against %(others)s") % {"bot": one, "others": opponent}
    return str(get_text_list(list(dict.fromkeys(experiment.bots)), _("and")))


def sentence(found: Comparison, title: str, arm: str, base: str, looked_at: int) -> str:
    """What may be said of a measure, as one sentence."""
    measure = found.measure
    words = {
        "measure": title,
        "arm": arm,
        "base": base,
        "there": amount(measure, found.base.mean),
        "here": amount(measure, found.value.mean),
        "difference": change(measure, found.difference),
        "span": span(measure, found.interval),
        "bound": size(measure, found.bound),
        "pairs": found.pairs,
        "number": looked_at,
    }
    return {
        "differs": _(
            "%(measure)s: %(here)s in “%(arm)s”, %(there)s in “%(base)s”; difference %(difference)s (%(span)s)."
        ),
        "too_small": _("%(measure)s: a difference of %(difference)s (%(span)s), but too small to matter."),
        "hint": _(
            "%(measure)s: perhaps a difference of %(difference)s (%(span)s), but among %(number)s measures some "
            "look like this by chance."
        ),
        "none_that_matters": _("%(measure)s: no difference that matters, none larger than %(bound)s."),
        "unknown": _("%(measure)s: unknown; a difference of up to %(bound)s is possible."),
        "same": _("%(measure)s: the same in every game."),
        "too_few": _("%(measure)s: too few games to say."),
    }[found.finding] % words


def lab_figure_words() -> ExperimentWords:
    """The words of the figures of an experiment."""
    return ExperimentWords(
        **common_words(),
        **effect_words(),
        seat=_("Seat {seat}"),
        seats_alt=_(
            "Bars: the share of wins by seat in each variant; the highest is {share}, for seat {seat} in {arm}."
        ),
        arms_alt=_("Grouped bars: points per game by source in each variant; the largest source is {source}."),
    )


def _is_share(measure: Measure) -> bool:
    return measure.kind in ("share", "above_par")


def _shown(measure: Measure, value: float) -> float:
    return 100 * value if _is_share(measure) else value
