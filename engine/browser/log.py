"""A game log on the page that shows it: its verdict, its moves and its pictures, without sending it anywhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from engine import sentences
from engine.browser.library import read_component_file
from engine.components import no_library
from engine.for_people import ForPeople
from engine.game import BadSetup, ComponentSet, EngineError, Game, JsonObject
from engine.log.report import Report
from engine.log.verdict_words import names_missing_set, verdict_in_words, words_of_verdict
from engine.reconstructed import reconstructed_note
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table
from engine.table.words import ending_in_words, game_in_words

Brought = tuple[Game, ComponentSet]


class LogCounter:
    """The log of a page: the one that was verified last."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._game: Table | None = None
        self._verdict = ""
        self._brought: Brought | None = None

    def verify(self, asked: JsonObject) -> JsonObject:
        """The verdict on a log (`bytes` in Base64), as `python -m engine verify` gives it, and in words.

        `components`: the component file (in Base64 too) that somebody has brought for it. `missing_set` of the answer
        is the one that the log needs. `moves`: how many can be played back, None if the log does not begin a game.
        """
        data = base64.b64decode(asked["bytes"])
        self._game = None
        file = asked.get("components")
        self._brought = None if file is None else read_component_file(base64.b64decode(file))
        with self._blaming_the_set():
            self._game, report = Table.of_log(data, self._find)
        self._verdict = report.verdict
        missing = self._missing_set(report)
        if missing and self._brought:
            _game, found = self._brought
            raise BadSetup(sentences.OTHER_SET(name=repr(found.name)[:60], digest=found.sha256[:12]))
        game = _game_of(report)
        said = verdict_in_words(self._language, report.to_json())
        if missing:
            said["words"] = asdict(words_of_verdict(self._language, "set_is_missing"))
        return {
            "report": report.to_json(),
            **said,
            "reason": self._language.render(report.message) if report.message else "",
            "missing_set": missing,
            "note": self._note(report),
            "title": game.title if game else "",
            "edition": _edition(game, report),
            "sha256": hashlib.sha256(data).hexdigest(),
            "moves": len(self._game.moves) if self._game else None,
        }

    def moves(self, asked: JsonObject) -> JsonObject:
        """The game of the log in words, as a replay shows it; `ending` is how it stands after the last move."""
        game = self._opened
        names = game.header.seats
        with self._blaming_the_set():
            words = game_in_words(self._language, game, names)
        return {**words, "ending": ending_in_words(self._language, game, self._verdict, names)}

    def picture(self, asked: JsonObject) -> JsonObject:
        """The position after the first `move` moves as SVG: for the page, or with `whole` all that is shown of it."""
        game = self._opened
        with self._blaming_the_set():
            position = game.at(asked["move"])
            draw = position.picture if asked.get("whole") else position.screen_picture
            return {"svg": draw(game.header.seats, say=self._language.render)}

    def simulate(self, asked: JsonObject) -> JsonObject:
        """The log of a game between bots: `game`, `players`, `ruleset`, `bots`, `seed`, and `switches` if there are."""
        log = simulate_game(
            asked["game"], asked["players"], asked["ruleset"], asked["bots"], asked["seed"], asked.get("switches")
        )
        return {"log": log.decode("utf-8")}

    @property
    def _opened(self) -> Table:
        assert self._game is not None, "no log was verified that begins a game"
        return self._game

    def _find(self, game: str, sha256: str) -> ComponentSet | None:
        if self._brought is None:
            return no_library(game, sha256)
        of, found = self._brought
        return found if (of.key, found.sha256) == (game, sha256) else None

    @contextmanager
    def _blaming_the_set(self) -> Iterator[None]:
        """A component file is not checked against its schema here: with one that somebody brought, any fault is its."""
        try:
            yield
        except EngineError:
            raise
        except Exception as error:
            if self._brought is None:
                raise
            raise BadSetup(sentences.SET_FAILS()) from error

    def _missing_set(self, report: Report) -> JsonObject | None:
        """The name and the digest of the component set that the log names and nobody has brought."""
        header = report.to_json()["header"]
        if self._game is not None or report.code != "bad_setup" or not names_missing_set(header):
            return None
        if self._find(header["game"], header["components_sha256"]) is not None:
            return None
        return {"name": header["components"][:60], "sha256": header["components_sha256"][:64]}

    def _note(self, report: Report) -> str | None:
        """What is reconstructed in the component set that the log names."""
        game = _game_of(report)
        if game is None or report.header is None:
            return None
        name = report.header.components
        sets = [game.components(name)] if name in game.component_sets else []
        sets += [found for of, found in (self._brought,) if of is game and found.name == name] if self._brought else []
        return reconstructed_note(self._language, game, sets)


def _edition(game: Game | None, report: Report) -> str:
    """The component set that the log names: one that is built in by its title."""
    name = report.header.components if report.header else ""
    return str(game.components(name).data.get("title", name)) if game and name in game.component_sets else name


def _game_of(report: Report) -> Game | None:
    return GAMES.get(report.header.game) if report.header else None
