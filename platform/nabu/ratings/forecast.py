"""What the ratings say about a match before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nabu.ratings.elo import START
from nabu.ratings.models import Rating
from nabu.ratings.prediction import expected_places, win_chances
from nabu.ratings.queries import temperature_of
from nabu.ratings.uncertainty import SPREAD, is_provisional


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player's chance to win and expected place. `provisional`: little is known of this player."""

    chance: float
    expected_place: float
    provisional: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is said about a match, in the order of the players who were asked for. `informed` is False as long as the
    ratings of the game are not shown to predict: then everybody has the same chance."""

    outlooks: Sequence[Outlook]
    informed: bool


def forecast(game: str, players: Sequence[int]) -> Forecast:
    """The chances of these players against each other, by their ratings now. Two queries."""
    known = {
        player: (value, sigma)
        for player, value, sigma in Rating.objects.filter(game=game, player__in=players).values_list(
            "player_id", "value", "sigma"
        )
    }
    temperature = temperature_of(game)
    found = [known.get(player, (START, SPREAD)) for player in players]
    ratings = [value for value, _sigma in found]
    return Forecast(
        [
            Outlook(chance, place, is_provisional(sigma))
            for chance, place, (_value, sigma) in zip(
                win_chances(ratings, temperature), expected_places(ratings, temperature), found, strict=True
            )
        ],
        informed=temperature is not None,
    )
