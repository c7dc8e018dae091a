"""Runs inside Pyodide while the files are packed: what this imports, on its way or later, is what pages may need."""

import importlib
import pkgutil
import traceback

import engine

for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)

from engine.log.replay import replay  # noqa: E402
from engine.registry import GAMES  # noqa: E402
from engine.simulate import simulate_game  # noqa: E402

for game in GAMES.values():
    log = simulate_game(game.key, 2, game.rulesets[0], ["greedy", "random"], 1)
    replay(log)
    replay(log[:-200] + b"{}")
try:
    raise RuntimeError("what a fault would need")
except RuntimeError:
    traceback.format_exc()
