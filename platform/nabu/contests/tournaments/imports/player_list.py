"""Reading a list of players that somebody pasted or saved from a spreadsheet.

How the text becomes rows and columns: `cells`. What the rows may say is checked here.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.accounts.players.services import checked_name
from nabu.contests.tournaments.imports.addresses import addresses_apart
from nabu.contests.tournaments.imports.cells import NO_NUMBER, Cells, full_name, is_control, is_whole, read_cells
from nabu.contests.tournaments.imports.plain_text import BYTE_ORDER_MARK
from nabu.core.errors import Refused
from nabu.core.name_keys.index import NameIndex
from nabu.core.name_keys.tidy import is_printable, tidy

MOST_ROWS = 1024
MOST_CHARACTERS = 500_000
CLUB_LENGTH, NOTE_LENGTH, FIDE_LENGTH = 80, 200, 12
SOFT_HYPHEN = "\u00ad"
HIGHEST_RATING, HIGHEST_SEED, HIGHEST_TABLE = 5000, 9999, 1024


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One row. `row` is its number in the file as a spreadsheet counts, the header included."""

    row: int
    name: str
    club: str = ""
    rating: int | None = None
    fide_id: str = ""
    seed: int | None = None
    fixed_table: int | None = None
    note: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong with a row, in a sentence; `row` is None for the whole list. `name` as far as it was read.

    `column` is the one that the mistake is in, a key of `cells.TITLES`.
    """

    row: int | None
    text: str
    name: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """What was read: the good rows, what is wrong, titles of columns that mean nothing here, and what was put right."""

    players: tuple[ListedPlayer, ...] = ()
    errors: tuple[RowError, ...] = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Unreadable(Exception):
    """The text is no list; the message says why."""


class Wrong(Exception):
    """A cell cannot be taken: the one in `column`."""

    def __init__(self, text: str, column: str) -> None:
        super().__init__(text)
        self.column = column


def read_player_list(text: str, entered: Collection[str] = (), free: int = MOST_ROWS) -> PlayerList:
    """Read any text. `entered` are names that are in the tournament already, `free` the places that are left."""
    try:
        return players_in(cells_of(text), text, entered, free)
    except Unreadable as problem:
        return PlayerList(errors=(RowError(None, str(problem)),))


def cells_of(text: str) -> Cells:
    """The list as a table. Raises Unreadable."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(_("The list is longer than 500,000 characters."))
    try:
        table = read_cells(text)
    except csv.Error:
        raise Unreadable(_("The list cannot be read as a table. Check that every quotation mark is closed.")) from None
    if not table.rows:
        raise Unreadable(_("The list has titles but no players.") if table.titles else _("The list has no names."))
    return table


def players_in(table: Cells, text: str, entered: Collection[str] = (), free: int = MOST_ROWS) -> PlayerList:
    """The players of a table that was read from this text, as `read_player_list`. Raises Unreadable."""
    rows = table.values()
    check_size(len(rows))
    players: list[ListedPlayer] = []
    errors: list[RowError] = []
    for number, cells in rows:
        try:
            players.append(read_player(number, cells))
        except Wrong as wrong:
            errors.append(wrong_row(number, wrong, cells))
    checked = check_players(players, entered, free)
    return PlayerList(checked.players, in_order([*errors, *checked.errors]), table.ignored, notes_on(table, text))


def check_size(players: int) -> None:
    """Raises Unreadable for more than a tournament takes."""
    if players > MOST_ROWS:
        raise Unreadable(
            _("The list has %(rows)s players; a tournament has at most %(most)s.")
            % {"rows": players, "most": MOST_ROWS}
        )


def in_order(errors: Iterable[RowError]) -> tuple[RowError, ...]:
    """By rows; what concerns the whole list comes last."""
    return tuple(sorted(errors, key=lambda error: (error.row is None, error.row or 0)))


def notes_on(table: Cells, text: str) -> tuple[str, ...]:
    """What was put right in the list and what was left out of it, in sentences."""
    moved = 0
    for _number, cells in table.values():
        values, addresses = addresses_apart(cells)
        moved += len(addresses) + bool(not table.titles and values.get("email"))
    notes = []
    if table.headlines:
        notes.append(
            ngettext(
                "%(count)s line above the titles is not imported: %(lines)s",
                "%(count)s lines above the titles are not imported: %(lines)s",
                len(table.headlines),
            )
            % {"count": len(table.headlines), "lines": " · ".join(f"“{short(line)}”" for line in table.headlines)}
        )
    if moved:
        notes.append(
            ngettext(
                "%(count)s e-mail address found. It becomes the player's e-mail, which only organisers see.",
                "%(count)s e-mail addresses found. They become the players' e-mails, which only organisers see.",
                moved,
            )
            % {"count": moved}
        )
    dropped = sum(is_control(sign) or sign == SOFT_HYPHEN for sign in text)
    if dropped:
        notes.append(
            ngettext("%(count)s unprintable character removed.", "%(count)s unprintable characters removed.", dropped)
            % {"count": dropped}
        )
    return tuple(notes)


def _with_address(values: Mapping[str, str], addresses: Collection[str]) -> dict[str, str]:
    """The row with the address that stood in another column. Raises Wrong for several."""
    own = values.get("email", "")
    found = {address.casefold() for address in [own, *addresses] if address}
    if len(found) > 1:
        raise Wrong(_("more than one e-mail address. Give each player a line, and each line one address."), "email")
    return {**values, "email": own or next(iter(addresses), "")}


def check_players(players: Sequence[ListedPlayer], entered: Collection[str] = (), free: int = MOST_ROWS) -> PlayerList:
    """Those who have a name and are neither entered nor twice in the list, and what is wrong with the others."""
    good: list[ListedPlayer] = []
    errors: list[RowError] = []
    already = NameIndex((name, 0) for name in entered)
    listed = NameIndex[int]()
    seen: dict[tuple[str, object], int] = {}
    for player in players:
        text, column = _problem_of(player.name), "name"
        if not text and already.alike(player.name):
            text = _("%(name)s is already in the tournament.") % {"name": player.name}
        namesakes = listed.alike(player.name)
        if namesakes and not text:
            text = _("“%(name)s” is already in row %(row)s.") % {"name": player.name, "row": namesakes[0]}
        for key, sentence in _identity(player):
            if key in seen and not text:
                column = key[0]
                text = sentence % {"name": player.name, "value": key[1], "row": seen[key]}
        if text:
            errors.append(_row_error(player.row, text, player.name, column))
            continue
        listed.add(player.name, player.row)
        seen.update({key: player.row for key, _sentence in _identity(player)})
        good.append(player)
    if len(good) > free:
        text = _("Places left in the tournament: %(free)s. New players in the list: %(players)s. Remove some of them.")
        errors.append(RowError(None, text % {"players": len(good), "free": free}))
    return PlayerList(tuple(good), tuple(errors))


def _problem_of(name: str) -> str:
    """Why nobody can be entered by this name: in a report file, nothing may be left of one but an address."""
    try:
        checked_name(name)
    except Refused as refusal:
        return refusal.message
    return ""


def wrong_row(row: int, wrong: Wrong, cells: Mapping[str, str]) -> RowError:
    """What is wrong with the row of these cells."""
    return _row_error(row, str(wrong), full_name(addresses_apart(cells)[0]), wrong.column)


def _row_error(row: int, text: str, name: str, column: str) -> RowError:
    return RowError(row, _("Row %(row)s: %(problem)s") % {"row": row, "problem": text}, name, column)


def _identity(player: ListedPlayer) -> list[tuple[tuple[str, object], str]]:
    """What nobody else in the list may have besides the name, with what is said if somebody has."""
    found: list[tuple[tuple[str, object], str]] = []
    if player.fide_id:
        found.append((("fide_id", player.fide_id), _("the FIDE ID %(value)s is already in row %(row)s.")))
    if player.seed is not None:
        found.append((("seed", player.seed), _("the seed %(value)s is already in row %(row)s.")))
    return found


def read_player(row: int, cells: Mapping[str, str]) -> ListedPlayer:
    """The player of a row. Raises Wrong."""
    values = _with_address(*addresses_apart(cells))
    name = full_name(values)
    if "\n" in name or "\r" in name:
        raise Wrong(_("a quotation mark is not closed."), "name")
    try:
        name = checked_name(name)
    except Refused as refusal:
        raise Wrong(refusal.message, "name") from None
    fide_id = values.get("fide_id", "")
    if fide_id and (not is_whole(fide_id) or len(fide_id) > FIDE_LENGTH):
        raise Wrong(
            _("the FIDE ID “%(text)s” is not a number of at most %(most)s digits.")
            % {"text": short(fide_id), "most": FIDE_LENGTH},
            "fide_id",
        )
    player = ListedPlayer(row, name, fide_id="" if not fide_id.strip("0") else fide_id)
    email = values.get("email", "")
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise Wrong(_("the e-mail “%(text)s” is not a valid address.") % {"text": short(email)}, "email") from None
    return replace(
        player,
        email=email,
        club=_text(values, "club", _("the club"), CLUB_LENGTH),
        note=_text(values, "note", _("the note"), NOTE_LENGTH),
        rating=read_number(values, "rating", _("the rating"), 0, HIGHEST_RATING) or None,
        seed=read_number(values, "seed", _("the seed"), 1, HIGHEST_SEED),
        fixed_table=read_number(values, "fixed_table", _("the fixed table"), 1, HIGHEST_TABLE),
    )


def _text(values: Mapping[str, str], column: str, what: str, length: int) -> str:
    text = tidy(values.get(column, ""))
    if len(text) > length:
        raise Wrong(_("%(what)s is longer than %(length)s characters.") % {"what": what, "length": length}, column)
    if not is_printable(text):
        raise Wrong(_("%(what)s has unprintable characters.") % {"what": what}, column)
    return text


def read_number(values: Mapping[str, str], column: str, what: str, low: int, high: int) -> int | None:
    """A whole number, also written as 1800.0; nothing and a dash are no number. Raises Wrong."""
    text = re.sub(r"[.,]0+$", "", values.get(column, ""))
    if text in NO_NUMBER:
        return None
    if not is_whole(text):
        raise Wrong(_("%(what)s “%(text)s” is not a number.") % {"what": what, "text": short(text)}, column)
    if len(text) > 9 or not low <= int(text) <= high:
        raise Wrong(
            _("%(what)s %(text)s is not between %(low)s and %(high)s.")
            % {"what": what, "text": short(text), "low": low, "high": high},
            column,
        )
    return int(text)


def short(text: str) -> str:
    """Enough of it to find it again."""
    return text if len(text) <= 40 else f"{text[:40]}…"
