"""Who starts in a bracket: balanced over the event and drawn where that is even, or always the higher seed."""

from __future__ import annotations

from collections.abc import Sequence

from competition.formats.settings import HIGHER_SEED
from competition.pairing.explain import start_message
from competition.pairing.history import read_history
from competition.pairing.seats import draw_seats
from competition.records import RoundInput, names
from engine.message import Message


class Starts:
    """The seats of one round, as the setting of that name wants them."""

    def __init__(self, setting: str, field: RoundInput) -> None:
        self.by_seed = setting == HIGHER_SEED
        self.lot = f"{field.lot}/{field.round}/seats"
        self.history = read_history(field.tables, 2, earlier=field.earlier)
        self.seeds = {competitor.id: competitor.seed for competitor in field.competitors}
        self.names = names(field.competitors)

    def order(self, players: Sequence[int], number: int) -> tuple[int, ...]:
        """The order of play at the table with this number (from 0) among those that start in turns."""
        if self.by_seed:
            return tuple(sorted(players, key=self._seed))
        return draw_seats(players, self.seeds, self.history, self.lot, number)

    def reason(self, seats: Sequence[int]) -> Message:
        """Why the first of these starts; they may have been seated by hand."""
        if self.by_seed and seats[0] == min(seats, key=self._seed):
            return Message("pairing.starts_by_seed", {"name": self.names[seats[0]]})
        return start_message(seats, self.history, self.names)

    def _seed(self, player: int) -> int:
        return self.seeds[player]
