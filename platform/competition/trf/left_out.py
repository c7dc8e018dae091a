"""What `to_records` leaves out of a report, by kind, with counts: nothing of a file is ignored in silence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from competition.trf.reader import TEXTS
from competition.trf.values import NO_COLOUR, POINTS, Cell, TrfReport
from engine.message import Message

TEAMS = Message("trf.lines.teams")
ACCELERATION = Message("trf.lines.acceleration")
TIE_BREAKS = Message("trf.lines.tie_breaks")
POINT_SYSTEM = Message("trf.lines.point_system")
TIME_CONTROL = Message("trf.lines.time_control")
ROUNDS = Message("trf.lines.rounds")
FIRST_COLOUR = Message("trf.lines.first_colour")

LINES = {
    "012": Message("trf.lines.name"),
    "013": TEAMS,
    "022": Message("trf.lines.city"),
    "032": Message("trf.lines.federation"),
    "042": Message("trf.lines.start"),
    "052": Message("trf.lines.end"),
    "082": Message("trf.lines.number_of_teams"),
    "092": Message("trf.lines.type"),
    "102": Message("trf.lines.arbiter"),
    "112": Message("trf.lines.deputies"),
    "122": TIME_CONTROL,
    "132": Message("trf.lines.dates"),
    "142": ROUNDS,
    "152": FIRST_COLOUR,
    "162": POINT_SYSTEM,
    "172": Message("trf.lines.ranking_method"),
    "182": Message("trf.lines.program"),
    "192": Message("trf.lines.coded_type"),
    "202": TIE_BREAKS,
    "212": TIE_BREAKS,
    "222": TIME_CONTROL,
    "240": Message("trf.lines.byes_of_teams"),
    "250": ACCELERATION,
    "260": Message("trf.lines.forbidden_teams"),
    "299": Message("trf.lines.special_points"),
    "300": TEAMS,
    "310": TEAMS,
    "320": TEAMS,
    "330": TEAMS,
    "352": TEAMS,
    "362": TEAMS,
    "801": TEAMS,
    "802": TEAMS,
    "###": Message("trf.lines.comments"),
    "BBD": POINT_SYSTEM,
    "BBF": POINT_SYSTEM,
    "BBL": POINT_SYSTEM,
    "BBU": POINT_SYSTEM,
    "BBW": POINT_SYSTEM,
    "BBZ": POINT_SYSTEM,
    "DAT": Message("trf.lines.player_data"),
    "XXA": ACCELERATION,
    "XXC": FIRST_COLOUR,
    "XXS": POINT_SYSTEM,
}
"""What the lines say that become nothing here. 240 and 260 are among them in a team tournament only."""

FIELDS = {
    "title": Message("trf.fields.title"),
    "sex": Message("trf.fields.sex"),
    "federation": Message("trf.fields.federation"),
    "birth": Message("trf.fields.birth"),
    "rank": Message("trf.fields.rank"),
}

NATIONAL = re.compile(r"[A-Z]{3} +[0-9]")
"""How a line about a national rating begins: the federation and the starting rank."""

MOST_NAMED = 8
"""So many unknown tags, missing players, or lines are named."""


def left_out(report: TrfReport) -> list[Message]:
    """A message for each kind of line and each field of the players that `to_records` does not use."""
    return [*_unprintable(report), *_lines(report), *_fields(report), *_strangers(report)]


def _unprintable(report: TrfReport) -> list[Message]:
    lines = sorted(set(report.unprintable))
    if not lines:
        return []
    return [
        Message("trf.left_out.unprintable", {"count": len(report.unprintable), "lines": _numbers(lines)}),
    ]


def _lines(report: TrfReport) -> list[Message]:
    counts = Counter(tag for tag, field in TEXTS.items() if getattr(report, field))
    counts["112"] += len(report.deputies)
    counts["132"] += bool(report.dates)
    counts["142"] += report.rounds is not None
    counts["152"] += bool(report.first_colour)
    counts.update(line[:3] for line in report.others if line[:3] in LINES)
    found = [
        Message("trf.left_out.lines", {"count": counts[tag], "tag": tag, "what": LINES[tag]})
        for tag in sorted(counts)
        if counts[tag]
    ]
    others = [line for line in report.others if line[:3] not in LINES]
    national = [line for line in others if NATIONAL.match(line)]
    if national:
        found.append(Message("trf.left_out.national", {"count": len(national), "tags": _tags(national)}))
    unknown = [line for line in others if not NATIONAL.match(line)]
    if unknown:
        found.append(Message("trf.left_out.unknown", {"count": len(unknown), "tags": _tags(unknown)}))
    return found


def _tags(lines: list[str]) -> str:
    return _first(sorted({line[:3] for line in lines}))


def _numbers(numbers: Sequence[int]) -> str:
    return _first([*map(str, numbers)])


def _first(words: Sequence[str]) -> str:
    return ", ".join(words[:MOST_NAMED]) + ("…" if len(words) > MOST_NAMED else "")


def _fields(report: TrfReport) -> list[Message]:
    found = []
    for field, what in FIELDS.items():
        # A birth date of zeros is none.
        count = sum(bool(str(getattr(player, field) or "").strip("0/.- ")) for player in report.players)
        if count:
            found.append(Message("trf.left_out.field", {"count": count, "what": what}))
    differ = _other_points(report)
    if differ:
        found.append(Message("trf.left_out.points", {"count": differ}))
    return found


def _other_points(report: TrfReport) -> int:
    """How many players have points that neither the paired rounds give nor these with the byes of rounds to come."""
    last, cells = report.last_round(), report.cells()
    count = 0
    for player in report.players:
        points = _points(cells[player.number])
        count += player.points not in (points, points + _points(player.rounds[last:]))
    return count


def _points(cells: Sequence[Cell | None]) -> Decimal:
    return sum((POINTS.get(cell.result, Decimal(0)) for cell in cells if cell), Decimal(0))


def _strangers(report: TrfReport) -> list[Message]:
    """Byes and forbidden pairs of players who are not in the file, and byes that the player's own line contradicts."""
    named = {*report.absent}
    named.update(number for byes in report.byes for number in byes.players)
    named.update(number for group in report.forbidden for number in group.players)
    missing = sorted(named - {player.number for player in report.players})
    found = []
    if missing:
        found.append(Message("trf.left_out.missing", {"count": len(missing), "numbers": _numbers(missing)}))
    last, cells = report.last_round(), report.cells()
    against = sum(
        byes.round <= last and number in cells and cells[number][byes.round - 1] != Cell(None, NO_COLOUR, byes.code)
        for byes in report.byes
        for number in byes.players
    )
    if against:
        found.append(Message("trf.left_out.byes", {"count": against}))
    return found
