"""A tournament's format in one line: "3 rounds, tables of 4, then top 8"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.formats import StageSpec, get_format


def format_line(stages: Sequence[StageSpec]) -> str:
    """The stages in their order, for people who think about playing."""
    parts: list[str] = []
    advancing = 0
    for spec in stages:
        fmt = get_format(spec.format)
        config = fmt.read_config(spec.config)
        parts.append(_later(spec.format, config, advancing) if parts else FIRST[spec.format](config))
        if getattr(config, "best_of", 1) > 1:
            parts.append(_("best of %(games)s") % {"games": config.best_of})
        advancing = fmt.advance(config)
    line = ", ".join(parts)
    return line[:1].upper() + line[1:]


def _rounds(config: Any) -> str:
    text = ngettext("%(rounds)s round, tables of %(size)s", "%(rounds)s rounds, tables of %(size)s", config.rounds)
    return text % {"rounds": config.rounds, "size": config.table_size}


def _league(config: Any) -> str:
    text = ngettext(
        "league of %(rounds)s round, tables of %(size)s",
        "league of %(rounds)s rounds, tables of %(size)s",
        config.rounds,
    )
    return text % {"rounds": config.rounds, "size": config.table_size}


def _ladder(config: Any) -> str:
    text = ngettext("ladder of %(rounds)s round", "ladder of %(rounds)s rounds", config.rounds)
    return text % {"rounds": config.rounds}


def _round_robin(config: Any) -> str:
    if config.groups > 1:
        text = _("%(groups)s groups, double round robin") if config.twice else _("%(groups)s groups, round robin")
        return text % {"groups": config.groups}
    return _("double round robin") if config.twice else _("round robin")


def _single(config: Any) -> str:
    if config.table_size == 2:
        return _("single elimination")
    return _("single elimination, tables of %(size)s") % {"size": config.table_size}


def _double(config: Any) -> str:
    return _("double elimination")


def _pods(config: Any) -> str:
    words = {"size": config.table_size, "best": config.best}
    return _("tables of %(size)s, the best %(best)s advance") % words


FIRST: dict[str, Callable[[Any], str]] = {
    "swiss": _rounds,
    "league": _league,
    "ladder": _ladder,
    "round_robin": _round_robin,
    "single_elimination": _single,
    "double_elimination": _double,
    "pod_elimination": _pods,
}


def _later(key: str, config: Any, advancing: int) -> str:
    """A stage that the best of the one before reach. A knockout of two at a table is what everybody expects there."""
    words = {"players": advancing}
    if key == "single_elimination" and config.table_size == 2:
        return _("then top %(players)s") % words
    if key == "single_elimination" and config.table_size == advancing:
        return _("then a final table of %(players)s") % words
    return _("then top %(players)s: %(stage)s") % (words | {"stage": FIRST[key](config)})
