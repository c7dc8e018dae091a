"""Every game that Nabu knows. A new game is registered here and nowhere else."""

from engine.amyitis.game import AMYITIS
from engine.babylon.game import BABYLON
from engine.babylonia.game import BABYLONIA
from engine.game import Game
from engine.ishtar.game import ISHTAR

GAMES: dict[str, Game] = {game.key: game for game in (BABYLONIA, ISHTAR, AMYITIS, BABYLON)}


def get_game(key: str) -> Game:
    """The game of that key. Raises KeyError."""
    return GAMES[key]
