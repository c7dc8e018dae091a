"""A pasted list as rows and columns, and the list again with some of its cells corrected.

Without a header line the columns are name, club, rating, FIDE number, seed, fixed table, note, e-mail; a list of names
and numbers only is names and ratings, and a column of addresses is the e-mail wherever it stands. With a header line
they are found by their names in English, Spanish, German, French and Italian.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from nabu.contests.tournaments.imports.plain_text import BYTE_ORDER_MARK
from nabu.core.mail_addresses import without_addresses
from nabu.core.spreadsheet import FORMULA_STARTS

MOST_COLUMNS = 100
MOST_HEADLINES = 5
"""So many lines with a single cell may stand above the titles, as "Club championship 2026" does in a spreadsheet."""

DELIMITERS = "\t;,"

COLUMNS = ("name", "club", "rating", "fide_id", "seed", "fixed_table", "note", "email")
"""The columns in their order where there is no header line."""

TITLES = {
    "name": "name player players fullname playername participant nombre jugador jugadora nombrecompleto participante "
    "nombreyapellidos spieler spielerin teilnehmer teilnehmerin namevorname nom joueur joueuse nomprenom nometprenom "
    "nomcomplet nome giocatore giocatrice nominativo cognomenome cognomeenome nomecompleto partecipante",
    "surname": "surname lastname familyname apellido apellidos nachname familienname nomdefamille cognome",
    "first_name": "firstname givenname forename vorname nombredepila prenom",
    "club": "club team institution school verein mannschaft equipo institucion equipe etablissement association "
    "circolo societa squadra istituto",
    "rating": "rating elo rtg rtgi rtgn eloi elon fiderating elofide dwz wertung wertungszahl ratingelo puntuacion "
    "punteggio",
    "fide_id": "fideid fide fidenumber fideno idfide numerofide fidenummer fidenr codefide codicefide",
    "seed": "seed seeding rank startnumber startingrank no nr n orden cabezadeserie setzplatz setznummer startnummer "
    "rang numero tetedeserie testadiserie",
    "fixed_table": "fixedtable table mesa mesafija tisch festertisch tablefixe tavolo tavolofisso",
    "note": "note notes remark remarks comment nota notas observaciones notiz bemerkung bemerkungen remarque remarques "
    "commentaire annotazioni osservazioni",
    "email": "email mail emailaddress mailaddress correo correoelectronico emailadresse mailadresse courriel mel "
    "adresseemail adressemail indirizzoemail",
}
"""Titles of columns without blanks, accents and punctuation. "Club/City" is looked up as a whole, then as "Club"."""

RESULT_TITLES = {
    "round": "round rnd rd runde spieltag ronda jornada ronde tour journee turno giornata",
    "table": "table tableno board pod tisch brett mesa tablero echiquier tavolo scacchiera",
    "place": "place rank position finish platz rang puesto posicion lugar classement posto posizione piazzamento "
    "classifica",
    "score": "score points vp victorypoints result punkte siegpunkte ergebnis puntos puntuacion resultado resultat "
    "punti punteggio risultato",
    "absent": "absent forfeit noshow kampflos abwesend ausente absente forfait assente",
    "requested": "requested requestedbye",
    "stand_in": "standin",
}
"""Titles of a table of results, which has a round, a table, and a place or a score; some mean something else in a
list."""

OF_PLAYERS = ("name", "surname", "first_name", "club", "rating", "fide_id", "email")
"""What a table of results may say of its players besides."""

TAGS = "Tag GamerTag".casefold().split()
"""What players are called in games: their name where no column is called so."""

RANKINGS = ("ranking", "classement", "classifica")
"""Ratings, or places in a list: places where no number is higher than there are rows."""

MEANINGS = {word: column for column, words in TITLES.items() for word in words.split()} | dict.fromkeys(
    RANKINGS, "rating"
)
"""The column of each title."""

RESULT_MEANINGS = {word: column for word, column in MEANINGS.items() if column in OF_PLAYERS} | {
    word: column for column, words in RESULT_TITLES.items() for word in words.split()
}
"""The column of each title of a table of results."""

NO_NUMBER = ("", "-", "–", "—")
"""How an empty cell of numbers is written."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows that are not empty, with their numbers as a spreadsheet counts; `columns` says which column is what.

    `titles` is the header line, empty without one; `ignored` are titles that mean nothing here, `headlines` the lines
    above the titles.
    """

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    columns: Mapping[int, str]
    titles: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    headlines: tuple[str, ...] = ()

    @property
    def is_results(self) -> bool:
        """A table of results, not a list of players."""
        return "round" in self.columns.values()

    def values(self) -> list[tuple[int, dict[str, str]]]:
        """The rows by the names of their columns."""
        return [
            (number, {column: cells[at] for at, column in self.columns.items() if at < len(cells)})
            for number, cells in self.rows
        ]


def read_cells(text: str) -> Cells:
    """Any text as a table. Raises csv.Error."""
    rows = [(number, cells) for number, cells, _lines in _records(text) if any(cells)]
    if not rows:
        return Cells((), {})
    for at, (_number, titles) in enumerate(rows[: MOST_HEADLINES + 1]):
        columns = _columns(titles)
        if len(columns) > min(at, 1):
            below = tuple(rows[at + 1 :])
            ignored = tuple(title for at, title in enumerate(titles) if at not in columns and title)
            headlines = tuple(" ".join(filter(None, cells)) for _number, cells in rows[:at])
            return Cells(below, _with_places(columns, titles, below), titles, ignored, headlines)
        if sum(map(bool, titles)) > 1:
            break  # no headline
    return Cells(tuple(rows), _columns_without_titles(rows))


def corrected(text: str, changes: Mapping[int, Mapping[str, str]]) -> str:
    """The list with other values in some rows, by their numbers and columns; a row of blanks only is left out.

    The other lines stay as they were typed. Where a list of that form would be read in another way with the new values
    (a name without a comma among names with one), it gets titles and tabs.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    table = read_cells(text)
    wanted = [(number, _changed(values, changes.get(number, {}))) for number, values in table.values()]
    wanted = [(number, values) for number, values in wanted if any(values.values())]
    places = {column: at for at, column in table.columns.items()}
    known = {number: {places[c]: v for c, v in values.items() if c in places} for number, values in changes.items()}
    in_place = _in_place(text, {number: cells for number, cells in known.items() if cells}, table.columns)
    try:
        again = read_cells(in_place)
    except csv.Error:
        return _with_titles(table.columns.values(), wanted)
    if again.columns == table.columns and _filled(again.values()) == _filled(wanted):
        return in_place
    return _with_titles(table.columns.values(), wanted)


def _changed(values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    return {**values, **{column: _cell(text) for column, text in changes.items()}}


def _filled(rows: Sequence[tuple[int, Mapping[str, str]]]) -> list[tuple[int, dict[str, str]]]:
    filled = [(number, {column: text for column, text in values.items() if text}) for number, values in rows]
    return [(number, values) for number, values in filled if values]


def _in_place(text: str, changes: Mapping[int, Mapping[int, str]], columns: Collection[int]) -> str:
    lines = _lines(text)
    delimiter = _delimiter(text)
    for number, cells, (first, last) in reversed(list(_records(text))):
        if number not in changes:
            continue
        by_place = dict(enumerate(cells)) | {at: _cell(value) for at, value in changes[number].items()}
        width = max([len(cells), *(at + 1 for at, cell in by_place.items() if cell)])
        row = [by_place.get(at, "") for at in range(width)]
        if row == list(cells):
            continue
        kept = any(cell for at, cell in enumerate(row) if at in columns)
        end = re.search(r"[\r\n]*$", lines[last - 1])
        lines[first:last] = [(_line(row, delimiter) if kept else "") + (end[0] if end else "")]
    return "".join(lines)


def _with_titles(columns: Iterable[str], rows: Sequence[tuple[int, Mapping[str, str]]]) -> str:
    """A list with titles and tabs. Each row is as far below the titles as it was below the beginning."""
    order = list(columns)
    lines = [_line([*((RESULT_TITLES | TITLES)[column].split()[0] for column in order), ""], "\t")]
    for number, values in rows:
        lines += [""] * (number - len(lines)) + [_line([*(values.get(column, "") for column in order), ""], "\t")]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str], delimiter: str) -> str:
    """One row. What our own reading takes away, the apostrophe before a formula, is put before it again."""
    written = StringIO()
    safe = ["'" + cell if cell.startswith("'") and cell[1:].startswith(FORMULA_STARTS) else cell for cell in cells]
    # Only what is part of the end of a line is quoted for its sake.
    csv.writer(written, delimiter=delimiter, lineterminator="\r\n").writerow(safe)
    return written.getvalue().removesuffix("\r\n")


def _lines(text: str) -> list[str]:
    return list(StringIO(text, newline=""))


def _records(text: str) -> Iterator[tuple[int, tuple[str, ...], tuple[int, int]]]:
    """Every record with its number, its cells without blanks around them, and the lines that it stands in."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), skipinitialspace=True)
    before = 0
    for number, cells in enumerate(reader, start=1):
        yield number, tuple(map(_cell, cells[:MOST_COLUMNS])), (before, reader.line_num)
        before = reader.line_num


def full_name(values: Mapping[str, str]) -> str:
    """The name. With a column of surnames the one of names has first names; with one of first names, surnames, unless
    it has the first name in it."""
    name, first, last = (values.get(column, "") for column in ("name", "first_name", "surname"))
    if "surname" in values:
        return " ".join(filter(None, (first or name, last))) or name
    return name if set(first.split()) <= set(name.split()) else f"{first} {name}".strip()


def is_whole(text: str) -> bool:
    """Digits only."""
    return text.isascii() and text.isdigit()


def _delimiter(text: str) -> str:
    """A tab wins over a semicolon, a semicolon over a comma, by the first line that is not empty.

    Lines that all read "Surname, First name", whether an address follows or not, have no columns: nothing is split.
    """
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()]
    first = lines[0] if lines else ""
    for delimiter in DELIMITERS[:2]:
        if delimiter in first:
            return delimiter
    names = map(without_addresses, lines)
    if not _columns(first.split(",")[:MOST_COLUMNS]) and all(re.fullmatch(r'[^",]+, [^",\d]+', name) for name in names):
        return "\t"
    return ","


def _cell(text: str) -> str:
    """Without control characters, blanks around it, and the apostrophe that our own exports put before formulas."""
    text = "".join(sign for sign in text if not is_control(sign)).strip()
    return text[1:].strip() if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def is_control(sign: str) -> bool:
    """A character that no list means, other than what ends lines and separates columns."""
    return unicodedata.category(sign) == "Cc" and sign not in "\t\r\n"


def _columns(titles: Sequence[str]) -> dict[int, str]:
    """Which column is what, if this line has titles; otherwise nothing. Of two with the same meaning the first."""
    results = _meant(titles, RESULT_MEANINGS)
    if {"round", "table"} <= set(results.values()) and {"place", "score"} & set(results.values()):
        return results
    found = _meant(titles, MEANINGS)
    names = {"name", "surname"} & set(found.values())
    return found if names else {}


def _meant(titles: Sequence[str], meanings: Mapping[str, str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for at, title in enumerate(titles):
        column = meanings.get(plain(title)) or meanings.get(plain(re.split("[/(]", title)[0]), "")
        if column and column not in found.values():
            found[at] = column
    if "name" not in found.values():
        tag = next((at for at, title in enumerate(titles) if plain(title) in TAGS), None)
        if tag is not None:
            found = {at: column for at, column in found.items() if column not in ("surname", "first_name")}
            found[tag] = "name"
    return found


def _with_places(
    columns: dict[int, str], titles: Sequence[str], rows: Sequence[tuple[int, Sequence[str]]]
) -> dict[int, str]:
    """The columns, with places where one of rankings has no ratings."""
    if "seed" in columns.values():
        return columns
    found = dict(columns)
    for at, column in columns.items():
        if column == "rating" and plain(titles[at]) in RANKINGS:
            cells = [cells[at] for _number, cells in rows if at < len(cells) and cells[at] not in NO_NUMBER]
            if all(is_whole(cell) and len(cell) < 5 and int(cell) <= len(rows) for cell in cells):
                found[at] = "seed"
    return found


def _columns_without_titles(rows: Sequence[tuple[int, Sequence[str]]]) -> dict[int, str]:
    width = max(len(cells) for _number, cells in rows)
    by_place = {at: [cells[at] for _number, cells in rows if at < len(cells) and cells[at]] for at in range(width)}
    only_mails = [at for at, cells in by_place.items() if cells and not any(map(without_addresses, cells))]
    mails = only_mails[:1] if width > 1 else []
    others = [at for at in by_place if at not in mails]
    if len(others) == 2 and all(map(is_whole, by_place[others[1]])):
        columns = ["name", "rating"]
    else:
        columns = [column for column in COLUMNS if not (mails and column == "email")]
    return dict(zip(others, columns, strict=False)) | dict.fromkeys(mails, "email")


def plain(title: str) -> str:
    """Letters and digits only, without accents: "FIDE-Nr." and "Número FIDE" become fidenr and numerofide."""
    decomposed = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())
