"""What games say of themselves, in words for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.game import Switch
from engine.registry import GAMES


def english(name: str) -> str:
    """The name of a ruleset, or of a part of a component set, as people read it: in English, for what is stored."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def ruleset_words(name: str) -> str:
    """The name of a ruleset in the reader's language."""
    return _(english(name))


def edition_words(game: str, name: str) -> str:
    """What people call a component set: one that is built in by its title, a loaded one as its author called it."""
    known = GAMES.get(game)
    if known is None or name not in known.component_sets:
        return name
    return str(known.components(name).data.get("title", name))


def short_title(title: str) -> str:
    """The title of a game where several of them stand in a row: without its subtitle."""
    return title.partition(":")[0]


def value_words(way: str) -> str:
    """The way to a number of a component set ("rack › limit") in the reader's language. Codes of tiles stay."""
    return " › ".join(_step(step) for step in way.split(" › "))


def _step(step: str) -> str:
    number, _space, word = step.partition(" ")
    if number.isdigit() and word == "players":
        return _("%(players)s players") % {"players": number}
    return _(step)


def option_label(switch: Switch, option: str | int | bool) -> str:
    """One option of a switch in English, for catalogues; one that it does not have, of an older version, as it is."""
    if switch.labels and option in switch.options:
        return switch.labels[switch.options.index(option)]
    if isinstance(option, bool):
        return gettext_noop("yes") if option else gettext_noop("no")
    return str(option)


def option_words(switch: Switch, option: str | int | bool) -> str:
    """The same in the reader's language."""
    return _(option_label(switch, option))


def house_rules(game: str, switches: Mapping[str, str | int | bool]) -> list[tuple[str, str]]:
    """Rulings and their answers in the reader's language. What this version does not know is shown as it is stored."""
    known = {switch.name: switch for switch in GAMES[game].switches} if game in GAMES else {}
    return [
        (_(known[name].title), option_words(known[name], value)) if name in known else (english(name), str(value))
        for name, value in switches.items()
    ]


def span(counts: Sequence[int]) -> str:
    """“2–4” for numbers that follow one another, else “2, 4”."""
    first, last = min(counts), max(counts)
    whole = len(counts) > 1 and list(counts) == list(range(first, last + 1))
    return f"{first}–{last}" if whole else ", ".join(map(str, counts))


def either(choices: Iterable[object]) -> str:
    """“2, 3 or 4”."""
    return get_text_list([str(choice) for choice in choices], _("or"))
