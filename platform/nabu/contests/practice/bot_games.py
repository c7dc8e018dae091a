"""Games that bots play at the tables of a tournament: the table's rules and components, the names of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.game import ComponentSet
from engine.registry import get_game
from engine.simulate import SimulatedGame, play
from nabu.catalogue.games.library import library
from nabu.catalogue.variants.models import Variant
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.settling.counting import is_decisive
from nabu.contests.results.settling.rules import TableResult
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.variants import rules_of
from nabu.core.background import compute


def bot_game(table: Table, seats: Sequence[Seat], bot_of: Callable[[str], str]) -> SimulatedGame:
    """A game at these seats of a table, each played by the bot that goes with the name. Always the same game. It is
    computed beside this process (`nabu.core.background`): outside any transaction.

    In a practice event the log names the bots. The demo shows the games as those of people, with everything that
    follows from a result, and outside practice events a log that names bots is refused.
    """
    tournament = table.round.stage.tournament
    rules = rules_of(table)
    names = [seat.entry.player.name for seat in seats]
    number = f"{table.number}.{table.game_number}" if table.game_number > 1 else str(table.number)
    return compute(
        play,
        rules.game,
        len(names),
        rules.ruleset,
        [bot_of(name) for name in names],
        f"{tournament.lot}/{table.round.stage.position}/{table.round.number}/{number}/{' '.join(names)}",
        switches=rules.switches,
        seats=names,
        components=_components(rules),
        as_people=not tournament.practice,
    )


def decisive_places(table: Table, result: TableResult) -> list[int]:
    """The places of a game as they are typed in: a shared place is drawn by lot where somebody has to go on."""
    if is_decisive(table, result):
        return result.places
    order = list(range(len(result.scores)))
    Random(str(table)).shuffle(order)
    ranked = sorted(order, key=lambda seat: (seat in result.absent, result.places[seat]))
    played = len(order) - len(result.absent)
    return [
        result.places[seat] if seat in result.absent else ranked[:played].index(seat) + 1 for seat in range(len(order))
    ]


def _components(rules: Variant | Tournament) -> ComponentSet:
    """The component set of these rules, built in or loaded."""
    game = get_game(rules.game)
    loaded = rules.component_set
    found = library(game.key, loaded.sha256) if loaded is not None else None
    return found or game.components(rules.components)
