"""A log that can be played back: its game, the names that one person sees, and what is kept for a crowd."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import get_language

from engine import ENGINE_VERSION
from engine.game import JsonObject
from engine.log.report import Report
from engine.table.table import Table as Game
from engine.table.words import game_in_words
from nabu.accounts.players.models import Person
from nabu.board.replay.kept import kept
from nabu.board.replay.seats import names_of_seats, table_of_log
from nabu.catalogue.games.library import library
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.matches.served_logs import header_of, served_bytes
from nabu.contests.results.settling.verification import begins_a_game, verification_of
from nabu.core.sentences import LANGUAGE, sentence
from nabu.web.shared_pages.code_digest import sources_digest


@dataclass(frozen=True)
class Recording:
    """A log that begins a game, for one person. `names` are by seat; `table` is the one whose result the log proves.

    Moves are counted from 1: position 0 is the setup, position N the one after the first N moves.
    """

    log: GameLog
    content: bytes
    names: list[str]
    table: Table | None

    @cached_property
    def digest(self) -> str:
        """Names everything that words and pictures are made of: where one of it changes, they have other addresses."""
        made_of = [
            ENGINE_VERSION,
            sources_digest(),
            get_language(),
            self.names,
            hashlib.sha256(self.content).hexdigest(),
        ]
        return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:16]

    @cached_property
    def _replayed(self) -> tuple[Game | None, Report]:
        return Game.of_log(self.content, library)

    @property
    def game(self) -> Game | None:
        """The game as far as the log is valid; None if it does not begin one."""
        return self._replayed[0]

    @property
    def report(self) -> Report:
        """The verdict of the engine that runs."""
        return self._replayed[1]

    def words(self) -> bytes | None:
        """All that a player of the game needs but its pictures, as JSON: names, sources that gave points, and moves."""
        return kept(f"replay:{self.digest}:moves", self._make_words)

    def words_as_json(self) -> JsonObject | None:
        """The same, read."""
        found = self.words()
        return None if found is None else dict(json.loads(found))

    def picture(self, move: int, whole: bool = True) -> bytes | None:
        """The position after so many moves as SVG, whole or for a page; None if there are fewer."""
        return kept(f"replay:{self.digest}:{move}:{'whole' if whole else 'screen'}", lambda: self._draw(move, whole))

    def _make_words(self) -> bytes | None:
        if self.game is None:
            return None
        words = game_in_words(LANGUAGE, self.game, self.names)
        return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()

    def _draw(self, move: int, whole: bool) -> bytes | None:
        if self.game is None or move > len(self.game.moves):
            return None
        position = self.game.at(move)
        draw = position.picture if whole else position.screen_picture
        return draw(self.names, say=sentence).encode()


def recording_of(log: GameLog, user: Person) -> Recording | None:
    """The recording of a log; None unless a worker has replayed it and found the beginning of a game."""
    if not begins_a_game(verification_of(log)):
        return None
    content = served_bytes(log)
    header = header_of(content)
    if header is None:
        return None
    table = table_of_log(log, user)
    return Recording(log, content, names_of_seats(log, table, header["seats"], user), table)
