"""A visible game in words and pictures, made once for all who watch it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import ENGINE_VERSION
from engine.game import EngineError, JsonObject
from engine.log.write import header_line, line_of
from engine.table.ending import end_in_words
from engine.table.table import Table as Game
from engine.table.words import moves_in_words, result_in_words
from nabu.board.records.models import Record
from nabu.board.records.playing import names_of, playing
from nabu.board.replay.kept import kept
from nabu.board.watch.chances import visible_chances
from nabu.board.watch.visible import Visible
from nabu.core.charts.words import source_titles
from nabu.core.errors import Refused
from nabu.core.sentences import LANGUAGE, sentence
from nabu.web.shared_pages.code_digest import sources_digest

DIGITS = 16


@dataclass(frozen=True)
class Watched:
    """The visible game of a record, for readers of one language.

    Position N is the one after the first N moves that an onlooker sees. `digests` (in the words) name the positions by
    all that led there: what has been seen once has its address for ever, and the first that differs is where somebody
    has taken a move back.
    """

    visible: Visible
    record: Record
    names: list[str]

    @cached_property
    def words(self) -> JsonObject | None:
        """Names, sources, moves, chances, digests by position, and how the game has ended; None if it cannot be
        replayed."""
        stored = kept(self._key, self._make)
        return None if stored is None else dict(json.loads(stored))

    def words_after(self, digest: str) -> bytes | None:
        """The words up to the position with this digest; None if no visible one has it."""
        words = self.words
        if words is None or digest not in words["digests"]:
            return None
        count = words["digests"].index(digest)
        if count < len(words["moves"]):
            earlier = {"moves": words["moves"][:count], "digests": words["digests"][: count + 1]}
            chances = words["chances"] and [point for point in words["chances"] if point[0] < count]
            words = words | earlier | {"chances": chances, "ending": "", "over": None}
        return _as_bytes(words)

    def picture(self, digest: str, position: int, whole: bool) -> bytes | None:
        """A position as SVG, whole or for a page; None if no visible one has this number and digest."""
        words = self.words
        if words is None or words["digests"][position : position + 1] != [digest]:
            return None
        kind = "whole" if whole else "screen"
        return kept(f"watch:{digest}:{position}:{kind}", lambda: self._draw(position, whole))

    def _draw(self, position: int, whole: bool) -> bytes:
        shown = self.game.at(position)
        draw = shown.picture if whole else shown.screen_picture
        return draw(self.names, say=sentence).encode()

    @property
    def _key(self) -> str:
        of = [*self._made_of, self.record.pk, self.visible.shown[-1].pk]
        return f"watch:{hashlib.sha256(json.dumps(of).encode()).hexdigest()}"

    @property
    def _made_of(self) -> list[Any]:
        """What the words follow from besides the moves."""
        return [ENGINE_VERSION, sources_digest(), get_language(), self.names]

    @cached_property
    def game(self) -> Game:
        """As an onlooker sees it. Raises Refused or EngineError where it cannot be replayed."""
        return playing(self.record.header, self.names, self.visible.lines).for_onlookers()

    def _make(self) -> bytes | None:
        try:
            game = self.game
        except (Refused, EngineError):  # the rules have changed since
            return None
        titles = source_titles(game.game)
        words = {
            "title": _(game.game.title),
            "names": self.names,
            "sources": [{"key": key, "title": title} for key, title in titles.items()],
            "moves": moves_in_words(LANGUAGE, game, self.names),
            "chances": visible_chances(game, self.record, self.visible.table),
            "digests": self._digests(game),
            "ending": result_in_words(LANGUAGE, game.result, self.names) if game.result else "",
            "over": end_in_words(LANGUAGE, game, self.names),
        }
        return _as_bytes(words)

    def _digests(self, game: Game) -> list[str]:
        running = hashlib.sha256(json.dumps(self._made_of).encode() + header_line(game.header))
        digests = [running.hexdigest()[:DIGITS]]
        for line in game.lines:
            running.update(line_of(line))
            digests.append(running.hexdigest()[:DIGITS])
        return digests


def watched_of(visible: Visible) -> Watched | None:
    """The visible game; None if nothing is visible, or it cannot be replayed any more."""
    if visible.record is None or not visible.shown:
        return None
    watched = Watched(visible, visible.record, names_of(visible.record))
    return watched if watched.words is not None else None


def _as_bytes(words: JsonObject) -> bytes:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
