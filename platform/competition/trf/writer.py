"""Writing a tournament report file, every field in its columns."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from competition.trf.reader import FIRST_ROUND, TEXTS
from competition.trf.values import WHITE, Cell, Forbidden, Player, TrfReport

END = "\r\n"
"""FIDE wants a carriage return at the end of each line; with a line feed every editor shows the lines, too."""


def write_trf(report: TrfReport) -> str:
    """The file. A name too long for its columns is cut; raises ValueError for a number that does not fit."""
    rated = sum(player.rating is not None for player in report.players)
    texts = {tag: getattr(report, field) for tag, field in TEXTS.items()}
    lines = [f"{tag} {_clean(texts[tag])}" for tag in ("012", "022", "032", "042", "052") if texts[tag]]
    lines += [f"062 {len(report.players)}", f"072 {rated}"]
    lines += [f"{tag} {_clean(texts[tag])}" for tag in ("082", "092", "102") if texts[tag]]
    lines += [f"112 {_clean(deputy)}" for deputy in report.deputies]
    lines += [f"122 {_clean(report.time_control)}"] if report.time_control else []
    if report.dates:
        lines.append("132".ljust(FIRST_ROUND) + "  ".join(_fit(date, 8) for date in report.dates).rstrip())
    if report.rounds is not None:
        # Newer programs read 142 and 152, older ones the lines of JaVaFo; both say the same.
        lines += [f"142 {report.rounds}", f"XXR {report.rounds}"]
    if report.first_colour:
        lines += [f"152 {report.first_colour.upper()}"]
        lines += ["XXC white1" if report.first_colour == WHITE else "XXC black1"]
    lines += [f"XXZ {_numbers(report.absent)}"] if report.absent else []
    lines += [f"240 {byes.code} {byes.round:03} {_columns(byes.players)}" for byes in report.byes]
    lines += [_forbidden(group) for group in report.forbidden]
    lines += [_player(player) for player in report.players]
    return END.join([*lines, *report.others, ""])


def _player(player: Player) -> str:
    """Columns 1 to 89, then ten for each round."""
    line = (
        f"001 {_whole(player.number)} {_fit(player.sex, 1)}{_clean(player.title)[:3]:>3} {_fit(player.name, 33)} "
        f"{_whole(player.rating)} {_fit(player.federation, 3)} {_clean(player.fide_id)[:11]:>11} "
        f"{_fit(player.birth, 10)} {_points(player.points)} {_whole(player.rank)}"
    )
    return (line + "".join(_cell(cell) for cell in player.rounds)).rstrip()


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return " " * 10
    opponent = "0000" if cell.opponent is None else _whole(cell.opponent)
    return f"  {opponent} {cell.colour} {cell.result}"


def _whole(number: int | None) -> str:
    text = "" if number is None else str(number)
    if len(text) > 4:
        raise ValueError(f"{number} does not fit into four columns")
    return text.rjust(4)


def _points(points: Decimal) -> str:
    text = f"{points:.1f}"
    if len(text) > 4:
        raise ValueError(f"{points} points do not fit into four columns")
    return text.rjust(4)


def _forbidden(group: Forbidden) -> str:
    if group.last is None:
        return f"XXP {_numbers(group.players)}"
    return f"260 {group.first:03} {group.last:03} {_columns(group.players)}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _columns(numbers: Iterable[int]) -> str:
    return " ".join(map(_whole, numbers))


def _fit(text: str, width: int) -> str:
    return _clean(text)[:width].ljust(width)


def _clean(text: str) -> str:
    """On one line: every run of blanks and of what cannot be printed becomes one blank."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
