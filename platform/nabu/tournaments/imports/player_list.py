"""Reading a list of players that somebody pasted or saved from a spreadsheet.

Without a header line the columns are name, club, rating, FIDE number, seed, fixed table, note, e-mail; a list of names
and numbers only is names and ratings. With a header line they are found by their names in English, Spanish and German.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.errors import Refused
from nabu.players.services import checked_name
from nabu.spreadsheet import FORMULA_STARTS
from nabu.tournaments.imports.plain_text import BYTE_ORDER_MARK

MOST_ROWS = 1024
MOST_CHARACTERS = 500_000
MOST_COLUMNS = 100
CLUB_LENGTH, NOTE_LENGTH, FIDE_LENGTH = 80, 200, 12
HIGHEST_RATING, HIGHEST_SEED, HIGHEST_TABLE = 5000, 9999, 1024

DELIMITERS = "\t;,"

COLUMNS = ("name", "club", "rating", "fide_id", "seed", "fixed_table", "note", "email")
"""The columns in their order where there is no header line."""

TITLES = {
    "name": "name player players fullname playername nombre jugador jugadora nombrecompleto spieler spielerin",
    "surname": "surname lastname familyname apellido apellidos nachname familienname",
    "first_name": "firstname givenname forename vorname nombredepila",
    "club": "club team verein mannschaft equipo",
    "rating": "rating elo rtg fiderating dwz wertung wertungszahl ratingelo puntuacion",
    "fide_id": "fideid fide fidenumber fideno idfide numerofide fidenummer fidenr",
    "seed": "seed seeding rank startnumber startingrank no nr orden cabezadeserie setzplatz setznummer startnummer",
    "fixed_table": "fixedtable table mesa mesafija tisch festertisch",
    "note": "note notes remark remarks comment nota notas observaciones notiz bemerkung bemerkungen",
    "email": "email mail emailaddress mailaddress correo correoelectronico emailadresse mailadresse",
}
"""Titles of columns without blanks, accents and punctuation."""


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
    """What is wrong with a row, in a sentence; `row` is None for the whole list. `name` as far as it was read."""

    row: int | None
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """What was read: the good rows, what is wrong, and titles of columns that mean nothing here."""

    players: tuple[ListedPlayer, ...] = ()
    errors: tuple[RowError, ...] = ()
    ignored: tuple[str, ...] = field(default=())


class _Wrong(Exception):
    """A cell cannot be taken."""


def read_player_list(text: str, entered: Collection[str] = (), free: int = MOST_ROWS) -> PlayerList:
    """Read any text. `entered` are names that are in the tournament already, `free` the places that are left."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > MOST_CHARACTERS:
        return _only_error(_("The list is longer than 500,000 characters."))
    try:
        rows = _rows(text)
    except csv.Error as error:
        return _only_error(_("The list cannot be read as a table (%(error)s).") % {"error": error})
    if not rows:
        return _only_error(_("The list has no names."))
    columns = _columns(rows[0][1])
    ignored: tuple[str, ...] = ()
    if columns:
        ignored = tuple(title for at, title in enumerate(rows[0][1]) if at not in columns and title)
        rows = rows[1:]
    else:
        columns = _columns_without_titles(rows)
    if not rows:
        return _only_error(_("The list has titles but no players."))
    if len(rows) > MOST_ROWS:
        return _only_error(
            _("The list has %(rows)s players; a tournament has at most %(most)s.")
            % {"rows": len(rows), "most": MOST_ROWS}
        )
    players: list[ListedPlayer] = []
    errors: list[RowError] = []
    for number, cells in rows:
        values = {column: cells[at] for at, column in columns.items() if at < len(cells)}
        try:
            players.append(_player(number, values))
        except _Wrong as wrong:
            errors.append(_row_error(number, str(wrong), _full_name(values)))
    checked = check_players(players, entered, free)
    in_order = sorted([*errors, *checked.errors], key=lambda error: (error.row is None, error.row or 0))
    return PlayerList(checked.players, tuple(in_order), ignored)


def check_players(players: Sequence[ListedPlayer], entered: Collection[str] = (), free: int = MOST_ROWS) -> PlayerList:
    """Those who are neither entered nor twice in the list, and what is wrong with the others."""
    good: list[ListedPlayer] = []
    errors: list[RowError] = []
    already = {name.casefold() for name in entered}
    seen: dict[tuple[str, object], int] = {}
    for player in players:
        text = (
            _("%(name)s is already in the tournament.") % {"name": player.name}
            if player.name.casefold() in already
            else ""
        )
        for key, sentence in _identity(player):
            if key in seen and not text:
                text = sentence % {"name": player.name, "value": key[1], "row": seen[key]}
        if text:
            errors.append(_row_error(player.row, text, player.name))
            continue
        seen.update({key: player.row for key, _sentence in _identity(player)})
        good.append(player)
    if len(good) > free:
        text = ngettext(
            "The list has %(players)s new players, but only %(free)s place is left in the tournament.",
            "The list has %(players)s new players, but only %(free)s places are left in the tournament.",
            free,
        )
        errors.append(RowError(None, text % {"players": len(good), "free": free}))
    return PlayerList(tuple(good), tuple(errors))


def _row_error(row: int, text: str, name: str) -> RowError:
    return RowError(row, _("Row %(row)s: %(problem)s") % {"row": row, "problem": text}, name)


def _only_error(text: str) -> PlayerList:
    return PlayerList(errors=(RowError(None, text),))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, with their numbers; cells without blanks around them."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), skipinitialspace=True)
    rows = []
    for number, cells in enumerate(reader, start=1):
        cleaned = [_cell(cell) for cell in cells[:MOST_COLUMNS]]
        if any(cleaned):
            rows.append((number, cleaned))
    return rows


def _delimiter(text: str) -> str:
    """A tab wins over a semicolon, a semicolon over a comma, by the first line that is not empty.

    Lines that all read "Surname, First name" have no columns: nothing is split.
    """
    lines = [line for line in re.split(r"\r\n|\r|\n", text[:MOST_CHARACTERS]) if line.strip()]
    first = lines[0] if lines else ""
    for delimiter in DELIMITERS[:2]:
        if delimiter in first:
            return delimiter
    if not _columns(first.split(",")) and all(re.fullmatch(r'[^",]+, [^",\d]+', line) for line in lines):
        return "\t"
    return ","


def _cell(text: str) -> str:
    """Without blanks around it, and without the apostrophe that our own exports put before formulas."""
    text = text.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def _columns(titles: Sequence[str]) -> dict[int, str]:
    """Which column is what, if this line has titles; otherwise nothing. Of two with the same meaning the first."""
    found: dict[int, str] = {}
    for at, title in enumerate(titles):
        word = _plain(title)
        for column, words in TITLES.items():
            if word in words.split() and column not in found.values():
                found[at] = column
    names = {"name", "surname"} & set(found.values())
    return found if names else {}


def _columns_without_titles(rows: Sequence[tuple[int, Sequence[str]]]) -> dict[int, str]:
    width = max(len(cells) for _number, cells in rows)
    if width == 2 and all(_is_whole(cells[1]) for _number, cells in rows if len(cells) == 2 and cells[1]):
        return {0: "name", 1: "rating"}
    return dict(enumerate(COLUMNS))


def _plain(title: str) -> str:
    """Letters and digits only, without accents: "FIDE-Nr." and "Número FIDE" become fidenr and numerofide."""
    decomposed = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())


def _identity(player: ListedPlayer) -> list[tuple[tuple[str, object], str]]:
    """What nobody else in the list may have, with what is said if somebody has."""
    found: list[tuple[tuple[str, object], str]] = [
        (("name", player.name.casefold()), _("“%(name)s” is already in row %(row)s."))
    ]
    if player.fide_id:
        found.append((("fide_id", player.fide_id), _("the FIDE ID %(value)s is already in row %(row)s.")))
    if player.seed is not None:
        found.append((("seed", player.seed), _("the seed %(value)s is already in row %(row)s.")))
    return found


def _full_name(values: dict[str, str]) -> str:
    """The name. With a column of surnames, the other one holds first names."""
    parts = [values.get("first_name") or (values.get("name", "") if "surname" in values else ""), values.get("surname")]
    return " ".join(filter(None, parts)) or values.get("name", "")


def _player(row: int, values: dict[str, str]) -> ListedPlayer:
    name = _full_name(values)
    if "\n" in name or "\r" in name:
        raise _Wrong(_("a quotation mark is not closed."))
    try:
        name = checked_name(name)
    except Refused as refusal:
        raise _Wrong(refusal.message) from None
    fide_id = values.get("fide_id", "")
    if fide_id and (not _is_whole(fide_id) or len(fide_id) > FIDE_LENGTH):
        raise _Wrong(_("the FIDE ID “%(text)s” is not a number.") % {"text": _short(fide_id)})
    player = ListedPlayer(row, name, fide_id="" if not fide_id.strip("0") else fide_id)
    email = values.get("email", "")
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise _Wrong(_("the e-mail “%(text)s” is not a valid address.") % {"text": _short(email)}) from None
    return replace(
        player,
        email=email,
        club=_text(values.get("club", ""), _("the club"), CLUB_LENGTH),
        note=_text(values.get("note", ""), _("the note"), NOTE_LENGTH),
        rating=_number(values.get("rating", ""), _("the rating"), 0, HIGHEST_RATING) or None,
        seed=_number(values.get("seed", ""), _("the seed"), 1, HIGHEST_SEED),
        fixed_table=_number(values.get("fixed_table", ""), _("the fixed table"), 1, HIGHEST_TABLE),
    )


def _text(text: str, what: str, length: int) -> str:
    text = " ".join(text.split())
    if len(text) > length:
        raise _Wrong(_("%(what)s is longer than %(length)s characters.") % {"what": what, "length": length})
    if not text.isprintable():
        raise _Wrong(_("%(what)s has unprintable characters.") % {"what": what})
    return text


def _number(text: str, what: str, low: int, high: int) -> int | None:
    """A whole number, also written as 1800.0; nothing and a dash are no number."""
    text = re.sub(r"[.,]0+$", "", text)
    if text in ("", "-", "–", "—"):
        return None
    if not _is_whole(text):
        raise _Wrong(_("%(what)s “%(text)s” is not a number.") % {"what": what, "text": _short(text)})
    if len(text) > 9 or not low <= int(text) <= high:
        raise _Wrong(
            _("%(what)s %(text)s is not between %(low)s and %(high)s.")
            % {"what": what, "text": _short(text), "low": low, "high": high}
        )
    return int(text)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _short(text: str) -> str:
    """Enough of it to find it again."""
    return text if len(text) <= 40 else f"{text[:40]}…"
