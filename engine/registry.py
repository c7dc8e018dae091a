"""Every game that Nabu knows. A new game is registered here and nowhere else."""

from engine.babylonia.game import BABYLONIA
from engine.game import Game

GAMES: dict[str, Game] = {game.key: game for game in (BABYLONIA,)}


def get_game(key: str) -> Game:
    """The game of that key. Raises KeyError."""
    return GAMES[key]
