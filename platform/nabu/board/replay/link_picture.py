"""The picture of a link to a move of a game: the board after it, who plays, and how it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from engine.svg import tag
from engine.symbols import symbol, used_in
from engine.table.table import Table as Game
from nabu.board.replay.recording import Recording, recording_of
from nabu.contests.matches.models import GameLog
from nabu.contests.results.permissions import can_see_log
from nabu.core.pictures.text import drawable
from nabu.core.sentences import sentence
from nabu.web.link_pictures.frame import EDGE, TEXT_2, WIDTH, board, document, line, signature, title
from nabu.web.link_pictures.kinds import PictureKind, register, version_of

VISITOR = AnonymousUser()
BOARD = 560
ROOM = WIDTH - BOARD - 2 * EDGE - 20
"""The width beside the board."""


def is_public(subject: str) -> bool:
    """A visitor may see the log."""
    log = _log(subject)
    return log is not None and can_see_log(VISITOR, log)


def version(subject: str) -> str | None:
    """Names all that the recording is made of."""
    recording = _recording(subject)
    return None if recording is None else version_of((), recording.digest)


def draw(subject: str) -> str | None:
    """The position after that move; at the end after the last one."""
    recording = _recording(subject)
    if recording is None or recording.game is None:
        return None
    return draw_position(recording.game, recording.names, int(subject.split("-")[1]))


def draw_position(game: Game, names: Sequence[str], move: int) -> str:
    """The position after so many moves, or the last one, beside the names of the players."""
    count = min(move, len(game.moves))
    position = game.at(count)
    over = position.result is not None
    heading, below = title(EDGE, 190, _(game.game.title), width=ROOM, size=56)
    words = _("Final position") if over else _("After move %(number)s") % {"number": count}
    parts = [signature(), heading, line(EDGE, below - 10, words, 28, fill=TEXT_2, width=ROOM)]
    for seat, (name, points) in enumerate(zip(names, position.scores, strict=True)):
        y = 340 + 68 * seat
        mark = symbol(f"seat-{seat + 1}", EDGE + 20, y - 10, 44)
        parts += [tag("defs", used_in(mark)), mark]
        parts.append(line(EDGE + 60, y, name, 32, width=ROOM - 150))
        parts.append(line(EDGE + ROOM, y, str(points).replace("-", "−"), 32, bold=True, anchor="end", width=90))
    # Some boards hold names too.
    picture = position.screen_picture([drawable(name) for name in names], say=sentence)
    drawn = board(picture, WIDTH - BOARD - 44, 42, BOARD, BOARD)
    return document(*parts, drawn)


def _log(subject: str) -> GameLog | None:
    return GameLog.objects.defer("content").filter(sha256=subject.split("-")[0]).first()


def _recording(subject: str) -> Recording | None:
    log = _log(subject)
    return recording_of(log, VISITOR) if log is not None else None


register(PictureKind("replay", re.compile("[0-9a-f]{64}-[0-9]{1,5}"), is_public, version, draw))
