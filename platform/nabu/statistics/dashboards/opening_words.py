"""The turns of openings (`analytics.openings`) in the reader's words."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.openings import parts_of
from engine.game import Game

TURNS = {1: gettext_lazy("First turn"), 2: gettext_lazy("Second turn"), 3: gettext_lazy("Third turn")}

TOKENS = {
    "farmer": gettext_lazy("farmer"),
    "noble": gettext_lazy("noble"),
    "river": gettext_lazy("river token"),
}
PLACES = {
    "farm": gettext_lazy("on a farm"),
    "city": gettext_lazy("next to a city"),
    "ziggurat": gettext_lazy("next to a ziggurat"),
    "city:ziggurat": gettext_lazy("next to a city and ziggurat"),
}
WORDS = {
    "tile:straight": gettext_lazy("straight tile"),
    "tile:bent": gettext_lazy("bent tile"),
    "tile:triangle": gettext_lazy("triangular tile"),
    "assistant": gettext_lazy("assistant"),
    "tree": gettext_lazy("tree"),
    "reserve": gettext_lazy("card reserved"),
    "bloom": gettext_lazy("flowers bloom"),
    "discard": gettext_lazy("tile discarded"),
    "peasant": gettext_lazy("peasant"),
    "priest": gettext_lazy("priest"),
    "engineer": gettext_lazy("engineer"),
    "merchant": gettext_lazy("merchant"),
    "temple:ishtar": gettext_lazy("temple of Ishtar"),
    "temple:marduk": gettext_lazy("temple of Marduk"),
    "temple:tammouz": gettext_lazy("temple of Tammouz"),
    "caravan": gettext_lazy("caravan"),
    "sell": gettext_lazy("sale"),
    "plant": gettext_lazy("garden tile planted"),
    "pass": gettext_lazy("pass"),
    "buy:banker": gettext_lazy("banker"),
    "buy:caravaneer": gettext_lazy("caravaneer"),
    "buy:palace": gettext_lazy("palace"),
    "buy:gardener": gettext_lazy("gardener"),
    "stairs": gettext_lazy("staircase"),
    "fountain": gettext_lazy("fountain"),
    "bridge": gettext_lazy("bridge"),
    "statue": gettext_lazy("statue"),
    "store": gettext_lazy("tile stored"),
}


def opening_title(game: Game, key: str) -> str:
    """What was done in a turn: "Farmer on a farm + 2 × noble next to a city". A part without words stays as it is."""
    in_words = _placement if game.key == "babylonia" else _word
    parts = [f"{count} × {in_words(part)}" if count > 1 else in_words(part) for part, count in parts_of(key)]
    return capfirst(" + ".join(parts)) or _("No action")


def _placement(part: str) -> str:
    token, _colon, place = part.partition(":")
    if not place:
        return str(TOKENS.get(token, token))
    return _("%(token)s %(place)s") % {"token": TOKENS.get(token, token), "place": PLACES.get(place, place)}


def _word(part: str) -> str:
    kind, _colon, value = part.partition(":")
    numbered: dict[str, Callable[[], str]] = {
        "skill": lambda: _("skill %(skill)s") % {"skill": value},
        "level": lambda: _("tile on level %(level)s") % {"level": value},
    }
    return numbered[kind]() if kind in numbered else str(WORDS.get(part, part))
