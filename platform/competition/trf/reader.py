"""Reading a tournament report file. What is wrong is said with its line and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from competition.texts import ENGLISH
from competition.trf.values import (
    BLACK,
    FITTING,
    FORFEITS,
    NO_COLOUR,
    RESULTS,
    WHITE,
    Byes,
    Cell,
    Forbidden,
    Player,
    TrfReport,
)
from engine.message import Message, Value

MOST_BYTES = 2 * 1024 * 1024
MOST_PLAYERS = 1024
MOST_ROUNDS = 99
LONGEST_LINE = 8000
MOST_OTHERS = 5000
MOST_PAIRS = 100_000
"""So many pairs may be forbidden."""

LAST_ROUND = 999
"""The highest round that a line 240 or 260 has room for."""

MOST_PROBLEMS = 20
"""So many are listed; who has more has the wrong file."""

FIRST_ROUND = 91
"""Columns before the first round. Each round takes ten."""

NAME = slice(14, 47)
"""Where a player's line has the name."""

UNFINISHED = "*"
"""How some programs write the result of a game that is still going on, as chess notation does."""

TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "082": "teams",
    "092": "type",
    "102": "arbiter",
    "122": "time_control",
}
COUNTED = ("062", "072")
"""Numbers of players and rated players: counted anew, so they are not kept."""

TEAM_TAGS = ("300", "310", "320", "330", "352", "362")
"""A file with such a line is of a team tournament: its byes (240) and forbidden pairs (260) are those of teams."""

COLOURS = {"white1": WHITE, "black1": BLACK}

BLANK = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""What stands for a blank in some files: the tab, the no-break space and every other space of Unicode."""


class TrfError(ValueError):
    """The file cannot be read. `problems` say why, each with its line. As text they are English sentences."""

    def __init__(self, problems: list[Message]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return " ".join(ENGLISH.render_all(self.problems))


class _Problem(Exception):
    """Something is wrong with the line that is being read."""

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key)
        self.message = Message(f"trf.{key}", values)


def read_trf(text: str) -> TrfReport:
    """The report. Raises TrfError; takes any text."""
    if len(text) > MOST_BYTES:
        raise TrfError([Message("trf.too_large")])
    lines = _lines(text)
    reader = _Reader(has_teams=any(line.startswith(TEAM_TAGS) for line in lines))
    for number, line in enumerate(lines, start=1):
        try:
            reader.read_line(number, line)
        except _Problem as problem:
            reader.complain(number, problem.message)
        if len(reader.problems) > MOST_PROBLEMS:
            break
    return reader.finish()


def printable_lines(text: str) -> list[str]:
    """The lines as they are read: with blanks for all that stands for one, without what cannot be printed."""
    return [_printable(line) for line in _lines(text)]


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", BLANK.sub(" ", text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")))


def _printable(line: str) -> str:
    """Without control characters, soft hyphens and the like. Columns stay: a name closes up and ends in blanks."""
    if line.isprintable():
        return line
    if line[:3] not in ("001", "132"):
        return "".join(filter(str.isprintable, line))
    name = "".join(filter(str.isprintable, line[NAME]))
    line = "".join(letter if letter.isprintable() else " " for letter in line)
    return line[: NAME.start] + name.ljust(NAME.stop - NAME.start) + line[NAME.stop :]


class _Reader:
    def __init__(self, *, has_teams: bool) -> None:
        self.has_teams = has_teams
        self.values: dict[str, Any] = {}
        self.deputies: list[str] = []
        self.dates: tuple[str, ...] = ()
        self.absent: list[int] = []
        self.byes: list[Byes] = []
        self.forbidden: list[Forbidden] = []
        self.pairs = 0
        self.others: list[str] = []
        self.players: dict[int, Player] = {}
        self.lines: dict[int, int] = {}
        self.unprintable: list[int] = []
        self.problems: list[Message] = []

    def complain(self, line: int, problem: Message) -> None:
        self.problems.append(Message("trf.line", {"line": line, "problem": problem}))

    def read_line(self, number: int, line: str) -> None:
        """One line, without what ends it."""
        if len(line) > LONGEST_LINE:
            raise _Problem("line_too_long")
        self.unprintable += [number] * sum(not letter.isprintable() for letter in line)
        line = _printable(line).rstrip(" ")
        if not line:
            return
        tag, rest = line[:3], _one_blank(line[3:])
        if tag == "001":
            player = _player(line)
            if player.number in self.players:
                raise _Problem("number_taken", number=player.number)
            if len(self.players) == MOST_PLAYERS:
                raise _Problem("too_many_players", most=MOST_PLAYERS)
            self.players[player.number] = player
            self.lines[player.number] = number
        elif tag in TEXTS:
            self.values[TEXTS[tag]] = rest
        elif tag == "112":
            self.deputies.append(rest)
        elif tag == "132":
            self.dates = tuple(_one_blank(line[at : at + 8]) for at in range(FIRST_ROUND, len(line), 10))
        elif tag in ("142", "XXR"):
            self.values["rounds"] = _whole(rest, Message("trf.the_rounds"), 1, MOST_ROUNDS)
        elif tag == "152":
            self.values["first_colour"] = _first_colour(rest)
        elif tag == "XXZ":
            self.absent += _ranks(rest.split())
        elif tag == "XXP":
            self.forbid(Forbidden(_ranks(rest.split())))
        elif tag == "240" and not self.has_teams:
            self.byes.append(_byes(rest))
        elif tag == "260" and not self.has_teams:
            self.forbid(_forbidden(rest))
        elif tag == "XXC" and set(rest.split()) <= set(COLOURS):
            self.values["first_colour"] = COLOURS[rest.split()[-1]] if rest else ""
        elif tag not in COUNTED:
            if len(self.others) == MOST_OTHERS:
                raise _Problem("too_many_others")
            self.others.append(line)

    def forbid(self, group: Forbidden) -> None:
        self.pairs += len(group.players) ** 2 // 2
        if self.pairs > MOST_PAIRS:
            raise _Problem("too_many_pairs", most=MOST_PAIRS)
        self.forbidden.append(group)

    def finish(self) -> TrfReport:
        """The report, if everything fits together."""
        if not self.players and not self.problems:
            self.problems.append(Message("trf.no_player"))
        if not self.problems:
            self._check_rounds()
        if self.problems:
            raise TrfError(self.problems[:MOST_PROBLEMS])
        return replace(
            TrfReport(**self.values),
            deputies=tuple(self.deputies),
            dates=self.dates,
            absent=tuple(self.absent),
            byes=tuple(self.byes),
            forbidden=tuple(self.forbidden),
            players=tuple(self.players.values()),
            others=tuple(self.others),
            unprintable=tuple(self.unprintable),
        )

    def _check_rounds(self) -> None:
        """Two opponents must name each other, with opposite colours and results that belong together."""
        for player in self.players.values():
            for number, cell in enumerate(player.rounds, start=1):
                if cell and cell.opponent is not None and (problem := self._misfit(player, number, cell)):
                    self.complain(self.lines[player.number], problem)

    def _misfit(self, player: Player, number: int, cell: Cell) -> Message | None:
        values = {"round": number, "opponent": cell.opponent, "player": player.number}
        opponent = self.players.get(cell.opponent or 0)
        if opponent is None or opponent is player:
            return Message("trf.unknown_opponent", values)
        back = opponent.rounds[number - 1] if number <= len(opponent.rounds) else None
        if back is None or back.opponent != player.number:
            return Message("trf.one_sided", values)
        colours = {cell.colour, back.colour}
        if colours != {WHITE, BLACK} and NO_COLOUR not in colours:
            return Message("trf.colours", values)
        if cell.result + back.result not in FITTING:
            return Message("trf.results", values)
        return None


def _player(line: str) -> Player:
    """A line 001, by its columns."""
    number = _whole(line[4:8], Message("trf.the_number"), 1, 9999)
    name = _one_blank(line[NAME])
    if not name:
        raise _Problem("no_name")
    rating = _whole(line[48:52], Message("trf.the_rating"), 0, 9999) if line[48:52].strip() else 0
    rank = _whole(line[85:89], Message("trf.the_rank"), 0, 9999) if line[85:89].strip() else 0
    rounds: list[Cell | None] = []
    if len(line) > FIRST_ROUND + 10 * MOST_ROUNDS:
        raise _Problem("too_many_rounds", most=MOST_ROUNDS)
    for at in range(FIRST_ROUND, len(line), 10):
        rounds.append(_cell(line[at : at + 10], len(rounds) + 1))
    while rounds and rounds[-1] is None:
        rounds.pop()
    return Player(
        number,
        name,
        tuple(rounds),
        _points(line[80:84]),
        rank or None,
        rating or None,
        _one_blank(line[57:68]),
        _one_blank(line[53:56]),
        _one_blank(line[10:13]),
        line[9:10].strip(),
        _one_blank(line[69:79]),
    )


def _one_blank(text: str) -> str:
    """Without blanks around it, and with one where there are several."""
    return " ".join(text.split())


def _cell(text: str, number: int) -> Cell | None:
    """The ten columns of a round: four for the opponent, a blank, the colour, a blank, the result."""
    text = text.ljust(10)
    if not text.strip():
        return None
    if text[4] != " " or text[6] != " " or text[8:].strip():
        raise _Problem("column", round=number, column=FIRST_ROUND + 1 + 10 * (number - 1))
    who = text[:4].strip() or "0000"
    opponent = _whole(who, Message("trf.the_opponent", {"round": number}), 0, 9999)
    colour, result = text[5].lower(), text[7].upper().replace(UNFINISHED, " ")
    if result != " " and result not in RESULTS:
        raise _Problem("unknown_result", result=text[7], round=number, known=" ".join(RESULTS))
    if not opponent:
        # Programs from before 2016 write a half-point bye as a draw against nobody.
        result = {" ": "Z", "=": "H"}.get(result, result)
        if result in "10WDL":
            raise _Problem("no_opponent", round=number)
        return Cell(None, NO_COLOUR, result)
    if colour in (" ", NO_COLOUR) and result in FORFEITS:
        return Cell(opponent, NO_COLOUR, result)
    if colour not in (WHITE, BLACK) or result in "HFUZ":
        raise _Problem("colour_or_result", round=number)
    return Cell(opponent, colour, result)


def _byes(text: str) -> Byes:
    """What follows 240: the code, the round, the players."""
    code, *numbers = text.split() or [""]
    if code.upper() not in ("F", "H", "Z") or len(numbers) < 2:
        raise _Problem("byes")
    return Byes(code.upper(), _whole(numbers[0], Message("trf.a_round"), 1, LAST_ROUND), _ranks(numbers[1:]))


def _forbidden(text: str) -> Forbidden:
    """What follows 260: the first and the last round, the players."""
    words = text.split()
    if len(words) < 4:
        raise _Problem("forbidden")
    first, last = (_whole(word, Message("trf.a_round"), 1, LAST_ROUND) for word in words[:2])
    if first > last:
        raise _Problem("forbidden")
    return Forbidden(_ranks(words[2:]), first, last)


def _whole(text: str, what: Message, low: int, high: int) -> int:
    """A whole number between two limits, in ASCII digits."""
    text = text.strip()
    if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise _Problem("not_whole_number", what=what, text=text, low=low, high=high)
    return int(text)


def _points(text: str) -> Decimal:
    text = text.strip() or "0"
    if not re.fullmatch(r"[0-9]{0,3}[.,]?[0-9]{0,2}", text) or not re.search(r"[0-9]", text):
        raise _Problem("not_points", text=text)
    return Decimal(text.replace(",", "."))


def _ranks(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(_whole(word, Message("trf.a_number"), 1, 9999) for word in words)


def _first_colour(text: str) -> str:
    colour = text.lower()
    if colour not in (WHITE, BLACK):
        raise _Problem("first_colour")
    return colour
