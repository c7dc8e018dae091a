"""What to test in the lab under a finding: games of people show that something differs, games of bots may show why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game import Game


@dataclass(frozen=True, slots=True)
class LabTest:
    """A sentence, the address of a new experiment that is filled in for it, and the address of a new variant where one
    is needed first, else ""."""

    sentence: str
    experiment: str
    variant: str = ""


def lab_test_of_cards(game: Game, cards: Sequence[str]) -> LabTest:
    """Whether bots win with these cards too, and what changes without them."""
    sentence = _(
        "To test it, make a variant in which the card is worth less, and let bots play it against the printed game: "
        "there nobody takes a card because of who they are."
    )
    name = _("What “%(card)s” is worth") % {"card": cards[0]}
    return LabTest(sentence, _experiment(game, name), reverse("variants:new", args=[game.key]))


def lab_test_of_seats(game: Game, players: int) -> LabTest:
    """Whether bots of one strength win unequally at these seats too."""
    sentence = _(
        "To test it, let bots of the same strength play: they rotate by one seat from game to game, so only the seat "
        "can make the difference."
    )
    name = ngettext("Seats with %(players)s player", "Seats with %(players)s players", players) % {"players": players}
    return LabTest(sentence, _experiment(game, name, players=players))


def lab_test_of_variants(game: Game, variants: tuple[str, str], names: tuple[str, str]) -> LabTest:
    """Whether bots play these variants differently too, in the same games."""
    sentence = _(
        "To test it, let bots play the same games in both variants, so that only the rules can make the difference."
    )
    name = _("“%(other)s” against “%(base)s”") % {"base": names[0], "other": names[1]}
    return LabTest(sentence, _experiment(game, name, variants))


def _experiment(game: Game, name: str, variants: Sequence[str] = (), players: int | None = None) -> str:
    filled = [("name", name), *(("arm", key) for key in variants)]
    if players:
        filled.append(("players", str(players)))
    return f"{reverse('lab:new', args=[game.key])}?{urlencode(filled)}"
