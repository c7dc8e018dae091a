"""A game with hidden chance that tests play by hand."""

from __future__ import annotations

from typing import Any

from engine.game import NOBODY
from tests.engine.logs_by_hand import Words, header, place, rejected, stop
from tests.engine.second_opinion import BABYLONIA

COMPONENTS = BABYLONIA.components("babylonia-2019")
HIDDEN = header(chance="hidden")


class Table:
    """Turns of chosen tokens; everything else as it comes."""

    def __init__(self, players: int = 2, **switches: Any) -> None:
        self.header = {**HIDDEN, "ruleset": {"name": "base", "switches": {"first_round_limits": "none", **switches}}}
        if players != 2:
            self.header |= {"seats": [f"player {seat}" for seat in range(players)]}
        self.lines: list[Words] = [self.header]
        ruleset = BABYLONIA.ruleset("base", self.header["ruleset"]["switches"])
        self.state: Any = BABYLONIA.start(players, ruleset, COMPONENTS, self.header["setup"], hidden=True)

    def do(self, words: Words) -> None:
        """One action, and the first allowed answer to every question that it raises."""
        self._apply(words)
        while self.state.to_move != NOBODY and (answer := next(iter(self.state.legal_actions()))).kind not in (
            "place",
            "stop",
        ):
            self._apply(answer.to_json())

    def _apply(self, words: Words) -> None:
        self.state.apply(BABYLONIA.action_from_json(words, COMPONENTS))
        self.lines.append(words)

    def places(self, tokens: str) -> None:
        """Each letter on a free hex: unknown in the river, others on land, away from sites nearly surrounded."""
        for letter in tokens:
            self.do(place(self.state.to_move, letter + self.free_hex(letter == "U")))

    def turn(self, tokens: str) -> None:
        """A whole turn."""
        self.places(tokens)
        self.do(stop(self.state.to_move))

    def free_hex(self, in_river: bool) -> str:
        state = self.state
        free = [number for number in state.board.in_play if state.cells[number] == 0]
        best = max(
            (number for number in free if state.board.is_river[number] == in_river),
            key=lambda number: min([state.missing[site] for site in state.board.sites_near[number]], default=9),
        )
        return str(state.board.ids[best])

    def refused(self, words: Words) -> str:
        """The reason why this line is refused here."""
        report = rejected([*self.lines, words])
        assert (report.verdict, report.code) == ("rejected", "illegal_action"), report.reason
        assert report.reason is not None
        return report.reason.rsplit(": ", 1)[1]

    def next_place(self, letter: str) -> Words:
        return place(self.state.to_move, letter + self.free_hex(letter == "U"))
