"""An event that was played elsewhere, from a plain table: a row for each player at each table of each round.

The rows of a table are in the order of its seats. A round or table that is not repeated is that of the row above, as in
merged cells. Somebody alone at a table has a bye. Stand-ins are left out, and what they counted for with them. What the
results are worth, the stage says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from competition.points import is_ranking, places_from_scores
from competition.records import SeatRecord, TableRecord
from competition.stand_ins import counted_places
from nabu.contests.tournaments.imports.cells import NO_NUMBER, RESULT_TITLES, Cells, is_whole, plain
from nabu.contests.tournaments.imports.player_list import (
    ListedPlayer,
    PlayerList,
    RowError,
    Unreadable,
    Wrong,
    check_players,
    check_size,
    in_order,
    notes_on,
    read_number,
    read_player,
    short,
    wrong_row,
)
from nabu.core.name_keys.index import NameIndex

MOST_ROUNDS, MOST_SEATS = 99, 4
HIGHEST_SCORE = 100_000

NUMBERED = re.compile(r"(?:([^\W\d]{1,12})[ .#]{0,2})?([0-9]{1,4})(?:\.|st|nd|rd|th|º|ª|°|er|e)?")

COUNTED = {column: frozenset({*RESULT_TITLES[column].split(), "no", "nr"}) for column in ("round", "table", "place")}
COUNTED["round"] |= {"r"}
"""The words that may stand before the number of a column. A table called otherwise, A1 beside B1, is not table 1."""

BYES = frozenset({"bye", "freilos", "spielfrei", "libre", "descansa", "exempt", "exempte", "riposo"})
"""What stands for a bye: as the table, the result, or the opponent."""

ABSENT = frozenset({*RESULT_TITLES["absent"].split(), "dns"})
"""What stands in the column of results for somebody who did not come to the table."""

YES = frozenset({"1", "x", "yes", "true", "ja", "si", "sí", "oui"})
"""What stands in a column of its own for it."""


@dataclass(frozen=True, slots=True)
class Results:
    """What was played. Competitors are the rows in which the players stand first; there are no points yet."""

    tables: tuple[TableRecord, ...]

    @property
    def rounds(self) -> int:
        return max((table.round for table in self.tables), default=0)


@dataclass(frozen=True, slots=True)
class Where:
    """The round and the table of a row, as they are written: a number where there is one."""

    round: str = ""
    table: str = ""


@dataclass(slots=True)
class _Seat:
    row: int
    name: str
    player: int
    place: int | None
    score: Fraction | None
    absent: bool
    bye: bool
    requested: bool
    stand_in: bool = False

    @property
    def has_result(self) -> bool:
        return self.absent or self.place is not None or self.score is not None


@dataclass(slots=True)
class _Table:
    """A table as it stands in the list: its name there, and its seats."""

    round: int
    name: str
    seats: list[_Seat] = field(default_factory=list)

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1 and not self.seats[0].absent

    @property
    def where(self) -> dict[str, object]:
        return {"table": self.name, "round": self.round}


def read_results(
    table: Cells, text: str, sizes: Collection[int], entered: Collection[str] = (), free: int = 0
) -> tuple[Results | None, PlayerList]:
    """The results and the players of a table that was read from this text. `sizes` are the numbers of players that may
    sit at a table. With a mistake anywhere there are neither. Raises Unreadable."""
    if not {"name", "surname", "first_name"} & set(table.columns.values()):
        raise Unreadable(_("A results table needs the columns round, table, player, and place or score."))
    rows, players, errors = _read_rows(table)
    check_size(len(players))
    tables = _tables(rows)
    errors = errors or [*_errors_of_rounds(tables), *(error for each in tables for error in _errors_of(each, sizes))]
    checked = check_players(players, entered, free)
    errors += checked.errors
    found = PlayerList(() if errors else checked.players, in_order(errors), table.ignored, notes_on(table, text))
    if errors:
        return None, found
    scores = [seat.score for each in tables for seat in each.seats if seat.score is not None]
    keep_scores = _are_victory_points(scores)
    if scores and not keep_scores:
        found = replace(found, notes=(*found.notes, _("The scores only say who won. They are not saved.")))
    return Results(tuple(_record(each, keep_scores=keep_scores) for each in tables)), found


def _are_victory_points(scores: Sequence[Fraction]) -> bool:
    """Whether the scores are those of the games. With halves, or nothing above 1, they only say who won."""
    return max(scores) > 1 and all(score.denominator == 1 for score in scores) if scores else False


def where_of(row: Mapping[str, str], above: Where) -> Where:
    """The round and the table of a row, given those of the row above: what a row does not repeat holds on, a table as
    long as its round."""
    round_, table = (_numbered(column, row.get(column, "")) for column in ("round", "table"))
    if round_ in NO_NUMBER:
        round_ = above.round
    return Where(round_, table or (above.table if round_ == above.round else ""))


def _read_rows(table: Cells) -> tuple[list[tuple[int, str, _Seat]], list[ListedPlayer], list[RowError]]:
    """Each row as its round, its table and a seat; the players by their first rows; and what is wrong with rows."""
    rows: list[tuple[int, str, _Seat]] = []
    players: dict[int, ListedPlayer] = {}
    by_name = NameIndex[int]()
    errors: list[RowError] = []
    above = Where()
    for number, row in table.values():
        where = where_of(row, above)
        cells = row | {"round": where.round, "table": where.table, "place": _numbered("place", row.get("place", ""))}
        try:
            round_ = read_number(cells, "round", _("the round"), 1, MOST_ROUNDS)
            above = where  # a round that is none is said once, not of every row below
            if not round_:
                raise Wrong(_("the round is missing."), "round")
            player = read_player(number, cells)
            if _word(player.name) in BYES:  # the opponent of somebody who has one
                continue
            stands_in = cells.get("stand_in", "").casefold() in YES
            first = number if stands_in else _first_row(by_name, player, players)
            seat = _seat(number, first, player.name, cells)
            rows.append((round_, where.table, replace(seat, stand_in=stands_in)))
        except Wrong as wrong:
            errors.append(wrong_row(number, wrong, cells))
    return rows, list(players.values()), errors


def _first_row(by_name: NameIndex[int], player: ListedPlayer, players: dict[int, ListedPlayer]) -> int:
    """The row in which this player stands first. What later rows say of the player is added; of several ratings the
    first counts. Raises Wrong."""
    alike = set(by_name.alike(player.name))
    if len(alike) > 1:
        raise Wrong(_("“%(name)s” could be more than one player of this list.") % {"name": player.name}, "name")
    first = alike.pop() if alike else player.row
    by_name.add(player.name, first)
    known = players.setdefault(first, player)
    for column in ("club", "rating", "fide_id", "email"):
        before, now = getattr(known, column), getattr(player, column)
        if before and now and before != now and column != "rating":
            raise Wrong(
                _("“%(now)s” differs from row %(row)s, which has “%(before)s” for %(name)s.")
                % {"now": now, "before": before, "row": first, "name": player.name},
                column,
            )
        known = replace(known, **{column: before or now})
    players[first] = known
    return first


def _seat(row: int, player: int, name: str, cells: Mapping[str, str]) -> _Seat:
    """Raises Wrong."""
    bye = any(_word(cells.get(column, "")) in BYES for column in ("table", "place", "score"))
    if not cells["table"] and not bye:
        raise Wrong(_("the table is missing."), "table")
    absent = any(_word(cells.get(column, "")) in ABSENT for column in ("place", "score"))
    absent = absent or cells.get("absent", "").casefold() in YES
    place = None if bye or absent else read_number(cells, "place", _("the place"), 1, MOST_SEATS)
    score = None if bye or absent else _score(cells.get("score", ""))
    requested = cells.get("requested", "").casefold() in YES
    return _Seat(row, name, player, place, score, absent, bye, requested)


def _numbered(column: str, text: str) -> str:
    """The number of "Round 2", "R2", "Table 7", "1st" and "3."; any other text as it is."""
    match = NUMBERED.fullmatch(text)
    return str(int(match[2])) if match and (not match[1] or plain(match[1]) in COUNTED[column]) else text


def _word(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _score(text: str) -> Fraction | None:
    """A number, with decimals or a half too. Raises Wrong."""
    if text in NO_NUMBER:
        return None
    plain = text.replace("½", ".5").replace(",", ".").removeprefix("-")
    whole, _point, decimals = plain.partition(".")
    if not is_whole(whole + decimals) or len(plain) > 9 or (score := Fraction(f"0{plain}")) > HIGHEST_SCORE:
        raise Wrong(_("the score “%(text)s” is not a number.") % {"text": short(text)}, "score")
    return -score if text.startswith("-") else score


def _tables(rows: Sequence[tuple[int, str, _Seat]]) -> list[_Table]:
    """By rounds; in a round by numbers, where all have one, with byes last."""
    found: dict[tuple[int, str], _Table] = {}
    for round_, name, seat in rows:
        key = f"bye {seat.row}" if seat.bye else name.casefold()
        found.setdefault((round_, key), _Table(round_, name)).seats.append(seat)
    for table in found.values():
        _leave_out_stand_ins(table)
    found = {key: table for key, table in found.items() if table.seats}
    numbered = all(is_whole(table.name) for table in found.values() if not table.is_bye)

    def order(table: _Table) -> tuple[int, bool, int]:
        return table.round, table.is_bye, int(table.name) if numbered and is_whole(table.name) else 0

    return sorted(found.values(), key=order)


def _leave_out_stand_ins(table: _Table) -> None:
    """The others are placed among themselves. Who did not come to a table with nobody else was not there."""
    out = {at for at, seat in enumerate(table.seats) if seat.stand_in}
    if not out:
        return
    left = [seat for seat in table.seats if not seat.stand_in]
    if all(seat.place is not None or seat.absent for seat in table.seats):
        last = len(table.seats)
        places = [last if seat.place is None else seat.place for seat in table.seats]
        away = {at for at, seat in enumerate(table.seats) if seat.absent}
        for seat, place in zip(left, counted_places(places, away, out), strict=True):
            seat.place = None if seat.absent else place
    table.seats = [] if len(left) == 1 and left[0].absent else left


def _errors_of_rounds(tables: Sequence[_Table]) -> list[RowError]:
    """A round that is missing, somebody at two tables, and a result that is out before the last round."""
    last = max((table.round for table in tables), default=0)
    missing = set(range(1, last + 1)) - {table.round for table in tables if not table.is_bye}
    errors = [RowError(None, _("Round %(round)s has no table.") % {"round": number}) for number in sorted(missing)]
    sits: dict[tuple[int, int], _Seat] = {}
    for table in tables:
        for seat in table.seats:
            before = sits.setdefault((table.round, seat.player), seat)
            if before is not seat:
                text = _("%(name)s already sits at a table in this round, in row %(row)s.")
                wrong = Wrong(text % {"name": seat.name, "row": before.row}, "name")
                errors.append(wrong_row(seat.row, wrong, {"name": seat.name}))
        if table.round < last and not table.is_bye and not any(seat.has_result for seat in table.seats):
            errors.append(_error(table, _("only tables of the last round can be without a result.")))
    return errors


def _errors_of(table: _Table, sizes: Collection[int]) -> list[RowError]:
    if table.is_bye:
        return []
    if len(table.seats) not in sizes:
        allowed = ", ".join(map(str, sorted(sizes)))
        text = _("table %(table)s of round %(round)s has %(players)s players. Allowed here: %(allowed)s.")
        return [_error(table, text % {**table.where, "players": len(table.seats), "allowed": allowed})]
    if not any(seat.has_result for seat in table.seats):
        return []
    present = [seat for seat in table.seats if not seat.absent]
    if any((seat.place is None) != (present[0].place is None) for seat in present) or any(
        seat.place is None and seat.score is None for seat in present
    ):
        text = _("table %(table)s of round %(round)s has no result for some of its players.")
        return [_error(table, text % table.where)]
    if not is_ranking(_places(present)):
        text = _(
            "the places at table %(table)s in round %(round)s are %(places)s. After a shared place the next one is "
            "skipped."
        )
        places = ", ".join(str(seat.place) for seat in present)
        return [_error(table, text % {**table.where, "places": places})]
    by_score = sorted((seat for seat in present if seat.score is not None), key=lambda seat: -(seat.score or 0))
    for better, worse in zip(by_score, by_score[1:], strict=False):
        if better.score != worse.score and (better.place or 0) > (worse.place or 0):
            text = _("at table %(table)s of round %(round)s the lower score has the better place.")
            return [_error(table, text % table.where)]
    return []


def _error(table: _Table, text: str) -> RowError:
    seat = table.seats[0]
    return wrong_row(seat.row, Wrong(text, "place"), {"name": seat.name})


def _places(seats: Sequence[_Seat]) -> list[int]:
    """The places as they stand, else by the scores."""
    places = [seat.place for seat in seats if seat.place is not None]
    if len(places) == len(seats):
        return places
    scores = sorted({seat.score or Fraction(0) for seat in seats})
    return places_from_scores([scores.index(seat.score or Fraction(0)) for seat in seats])


def _record(table: _Table, *, keep_scores: bool) -> TableRecord:
    """Who did not come is behind everybody who did."""
    if table.is_bye:
        (seat,) = table.seats
        return TableRecord(table.round, (SeatRecord(seat.player, place=1),), is_bye=True, requested=seat.requested)
    if not any(seat.has_result for seat in table.seats):
        return TableRecord(table.round, tuple(SeatRecord(seat.player) for seat in table.seats), confirmed=False)
    present = [seat for seat in table.seats if not seat.absent]
    places = dict(zip((seat.player for seat in present), _places(present), strict=True))
    last = max(2, len(present) + 1)
    return TableRecord(
        table.round,
        tuple(
            SeatRecord(
                seat.player,
                int(seat.score) if keep_scores and seat.score is not None else None,
                places.get(seat.player, last),
                absent=seat.absent,
            )
            for seat in table.seats
        ),
    )
