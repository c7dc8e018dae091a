"""A game in progress as one seat knows it: no rack and no face-down token of another seat is in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.for_people import ForPeople
from engine.game import Action, JsonObject, State
from engine.table.table import Move, Table
from engine.table.words import move_in_words, source_titles


class SeatView:
    """What a seat knows of a game (`seat` None: an onlooker). `told` says how many of its moves have been told.

    Draws that another seat keeps to itself are not among the moves, so they are numbered anew.
    """

    def __init__(self, language: ForPeople, game: Table, seat: int | None) -> None:
        self._language, self._game, self.seat = language, game, seat
        self._known: list[Action | None] = []
        self._before: State[Any] = game.at(0).state
        self._titles = source_titles(language, game.game)

    @property
    def told(self) -> int:
        """How many moves this seat knows of those that were told."""
        return self.told_of(len(self._known))

    def told_of(self, count: int) -> int:
        """How many of the first so many moves of the game were told."""
        return sum(action is not None for action in self._known[:count])

    def moves(self) -> list[JsonObject]:
        """The moves that have not been told yet, in words."""
        game, names = self._game, self._game.header.seats
        found, number = [], self.told
        for move in game.moves[len(self._known) :]:
            known = self._as_known(move)
            if known is not None:
                found.append(move_in_words(self._language, game, number, known, self._before, names, self._titles))
                number += 1
            self._known.append(None if known is None else known.action)
            self._before.apply(move.action)
        return found

    def back_to(self, count: int) -> None:
        """The game has gone back to its first `count` moves, all of which were told."""
        del self._known[count:]
        self._before = self._game.state.copy()

    def picture(self) -> str:
        """The position; the moves of the last turn are pointed out. All moves have been told."""
        game = self._game
        since = sum(move.turn < game.moves[-1].turn for move in game.moves)
        last = [action for action in self._known[since:] if action is not None]
        seen = game.game.seen_by(game.state, self.seat)
        return game.game.screen_picture(seen, game.header.seats, last, self._language.render)

    def hand(self) -> list[str]:
        """What the seat holds and no picture shows."""
        if self.seat is None:
            return []
        return [self._language.render(each) for each in self._game.game.hand(self._game.state, self.seat)]

    def _as_known(self, move: Move) -> Move | None:
        """The move as this seat knows it; None if it knows nothing of it."""
        if move.seen_by not in (None, self.seat):
            return None
        if move.action.seat in (None, self.seat):
            return move
        game = self._game.game
        action = self._game.read(game.line_for_onlookers(self._before, move.action))
        # What another seat could have done instead depends on what it holds.
        return replace(move, action=action, forced=move.forced and not game.hidden_chance)
