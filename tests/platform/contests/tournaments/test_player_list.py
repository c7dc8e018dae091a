"""Lists of players from spreadsheets and mails: what is understood, and what is said about the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nabu.contests.tournaments.imports.player_list import MOST_ROWS, ListedPlayer, read_player_list
from nabu.core.spreadsheet import csv_text
from tests.cases import each
from tests.profiles import examples

ENLIL = ListedPlayer(2, "Enlil", "Nippur", 1850, "123456", 1, 4, "wheelchair")


def texts(text: str, **known: object) -> list[str]:
    return [error.text for error in read_player_list(text, **known).errors]  # type: ignore[arg-type]


@each("delimiter", ["\t", ";", ","])
@each("end", ["\n", "\r\n", "\r"])
@each("mark", ["", "\N{ZERO WIDTH NO-BREAK SPACE}"])
def test_all_columns_by_their_titles(delimiter: str, end: str, mark: str) -> None:
    lines = [
        ["Name", "Club", "Rating", "FIDE ID", "Seed", "Fixed table", "Note"],
        ["Enlil", "Nippur", "1850", "123456", "1", "4", "wheelchair"],
    ]
    found = read_player_list(mark + end.join(delimiter.join(line) for line in lines) + end)
    assert (found.players, found.errors, found.ignored) == ((ENLIL,), (), ())


@pytest.mark.parametrize(
    "titles",
    [
        "Nombre;Club;Puntuación;ID FIDE;Orden;Mesa fija;Notas",
        "Spieler;Verein;DWZ;FIDE-Nr.;Setzplatz;Fester Tisch;Bemerkung",
        "PLAYER NAME;Team;Elo;FIDE No.;Starting rank;Table;Remarks",
        "Nom et prénom;Équipe;Elo;Code FIDE;N°;Table fixe;Remarques",
        "Cognome e nome;Società;Punteggio;Codice FIDE;N.;Tavolo;Osservazioni",
        "Name;Club/City;RtgI;FideID;No.;Table;Notes",
        "GamerTag;Institution;Rating (Elo);FIDE;Seed;Table;Note",
    ],
)
def test_titles_in_five_languages_and_of_other_programs(titles: str) -> None:
    assert read_player_list(f"{titles}\nEnlil;Nippur;1850;123456;1;4;wheelchair").players == (ENLIL,)


def test_columns_may_come_in_any_order_and_unknown_ones_are_named() -> None:
    found = read_player_list("Shoe size,Rating,Name\n43,1700,Ea\n")
    assert found.players == (ListedPlayer(2, "Ea", rating=1700),)
    assert found.ignored == ("Shoe size",)


def test_addresses_are_checked() -> None:
    found = read_player_list("Name;E-mail\nEa;ea@example.org\nBel;no address\nSin;\n")
    assert found.players == (ListedPlayer(2, "Ea", email="ea@example.org"), ListedPlayer(4, "Sin"))
    assert [error.text for error in found.errors] == ["Row 3: the e-mail “no address” is not a valid address."]


E_MAIL = "1 e-mail address found. It becomes the player's e-mail, which only organisers see."


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg, anna@x.org",
        "anna@x.org, Anna Berg",
        "Anna Berg;anna@x.org",
        "Anna Berg\tanna@x.org",
        "Anna Berg <anna@x.org>",
        '"Anna Berg" <anna@x.org>',
        "Anna Berg (anna@x.org)",
        "Anna Berg [mailto:anna@x.org]",
        "Anna Berg – e-mail: anna@x.org",
        "anna@x.org Anna Berg",
        "Anna Berg anna@x.org;;",
        "Name;Club\nAnna Berg;anna@x.org",
        "Name;Rating\nAnna Berg;anna@x.org",
        "Vorname;Nachname\nAnna;Berg anna@x.org",
    ],
)
def test_an_address_is_never_part_of_a_name(text: str) -> None:
    """It goes where only organisers see it, and the preview says so."""
    found = read_player_list(text)
    row = 2 if "\n" in text else 1
    assert (found.players, found.notes) == ((ListedPlayer(row, "Anna Berg", email="anna@x.org"),), (E_MAIL,))


@pytest.mark.parametrize("around", ["J. O'Neil <{}>", "J. O'Neil '{}'", "J. O'Neil, {}", "{} J. O'Neil"])
def test_an_apostrophe_in_an_address_is_part_of_it(around: str) -> None:
    found = read_player_list(around.format("o'neil@x.org"))
    assert [(player.name, player.email) for player in found.players] == [("J. O'Neil", "o'neil@x.org")]


def test_a_column_of_addresses_leaves_the_others_their_meaning() -> None:
    found = read_player_list("Anna, anna@x.org, SC Ur, 1800\nBo\nCem, , , 1700")
    assert found.players == (
        ListedPlayer(1, "Anna", "SC Ur", 1800, email="anna@x.org"),
        ListedPlayer(2, "Bo"),
        ListedPlayer(3, "Cem", rating=1700),
    )
    assert read_player_list("Anna;anna@x.org;1800").players == (
        ListedPlayer(1, "Anna", rating=1800, email="anna@x.org"),
    )


def test_surname_comma_first_name_stays_one_name_with_an_address() -> None:
    found = read_player_list("Berg, Anna <anna@x.org>\nSin, Ada\n")
    assert found.players == (ListedPlayer(1, "Berg, Anna", email="anna@x.org"), ListedPlayer(2, "Sin, Ada"))


def test_two_addresses_in_a_line_are_two_people() -> None:
    several = "more than one e-mail address. Give each player a line, and each line one address."
    assert texts("Anna Berg <anna@x.org>, Bo <bo@x.org>") == [f"Row 1: {several}"]
    assert texts("Name,E-mail\nAnna anna@x.org,other@x.org\nBo bo@x.org,bo@x.org") == [f"Row 2: {several}"]
    assert texts("anna@x.org") == ["Row 1: A player needs a name."]


def test_a_note_may_have_an_address_and_a_tag_may_have_an_at() -> None:
    found = read_player_list("Name;Note\n@anna;call mum@x.org\nP@ul;")
    assert found.players == (ListedPlayer(2, "@anna", note="call mum@x.org"), ListedPlayer(3, "P@ul"))
    assert found.notes == ()


ADDRESSES = st.from_regex(r"[a-z][a-z0-9.]{0,8}[a-z]@[a-z]{1,9}\.(?:org|de)", fullmatch=True)


@given(
    st.sampled_from(["Anna", "Anna Berg", "Berg, Anna"]),
    ADDRESSES,
    st.sampled_from(
        ["{n}, {a}", "{a}; {n}", "{n}\t{a}", "{n} <{a}>", "<{a}> {n}", "{n} {a}", "{n};{a};;", '"{n}" {a}']
    ),
    st.lists(st.sampled_from(["Bo", "Bo;Ur;1200", "Bo, Ur", "Cem\tUr"]), max_size=2, unique=True),
)
@examples(60)
def test_wherever_an_address_stands_no_public_cell_has_it(name: str, mail: str, form: str, others: list[str]) -> None:
    found = read_player_list("\n".join([form.format(n=name, a=mail), *others]))
    public = [text for player in found.players for text in (player.name, player.club, player.fide_id)]
    assert not any("@" in text for text in [*public, *(error.name for error in found.errors)])


def test_control_characters_and_soft_hyphens_are_dropped_with_a_note() -> None:
    found = read_player_list("An\0na\nBe\u00adl\n\x1a")
    assert found.players == (ListedPlayer(1, "Anna"), ListedPlayer(2, "Bel"))
    assert found.notes == ("3 unprintable characters removed.",)


def test_a_ranking_is_ratings_or_places() -> None:
    places = read_player_list("Nome;Cognome;Classifica\nAda;Sin;2\nAna;Bel;1").players
    assert places == (ListedPlayer(2, "Ada Sin", seed=2), ListedPlayer(3, "Ana Bel", seed=1))
    ratings = read_player_list("Prénom;Nom;Classement\nAda;Sin;1800\nAna;Bel;").players
    assert ratings == (ListedPlayer(2, "Ada Sin", rating=1800), ListedPlayer(3, "Ana Bel"))


def test_a_tag_is_the_name_where_no_column_is_called_so() -> None:
    found = read_player_list("Tag;First name;Last name\nzed;Ada;Sin")
    assert (found.players, found.ignored) == ((ListedPlayer(2, "zed"),), ("First name", "Last name"))
    found = read_player_list("Name;Tag\nAda Sin;zed")
    assert (found.players, found.ignored) == ((ListedPlayer(2, "Ada Sin"),), ("Tag",))


def test_a_headline_may_stand_above_the_titles() -> None:
    text = "Cup of Ur 2026\t\t\n\t\t\nName\tRating\tClub\nEa\t1700\tUr\n"
    found = read_player_list(text)
    assert found.players == (ListedPlayer(4, "Ea", "Ur", 1700),)
    assert found.notes == ("1 line above the titles is not imported: “Cup of Ur 2026”",)


def test_every_line_above_the_titles_is_named_because_it_might_be_a_player() -> None:
    found = read_player_list("Ana\nBo\nName,Rating\nEa,1700\n")
    assert found.players == (ListedPlayer(4, "Ea", rating=1700),)
    assert found.notes == ("2 lines above the titles are not imported: “Ana” · “Bo”",)


def test_first_names_and_surnames_in_two_columns() -> None:
    expected = (ListedPlayer(2, "Ada Sin"),)
    assert read_player_list("Name;Vorname\nSin;Ada").players == expected
    assert read_player_list("Nom;Prénom\nSin;Ada").players == expected
    assert read_player_list("Name;First name\nAda Sin;Ada").players == expected
    assert read_player_list("Cognome;Nome\nSin;Ada").players == expected
    assert read_player_list("Nachname;Vorname\nSin;Ada").players == expected
    assert read_player_list("Apellidos,Nombre\nSin,Ada").players == expected


def test_names_alone_one_a_line() -> None:
    found = read_player_list("Enlil\n\n  Ea  of   Eridu \n")
    assert found.players == (ListedPlayer(1, "Enlil"), ListedPlayer(3, "Ea of Eridu"))


def test_surname_comma_first_name_is_one_name() -> None:
    assert [p.name for p in read_player_list("Sin, Ada\nBel, Ana Maria\n").players] == ["Sin, Ada", "Bel, Ana Maria"]


def test_names_and_numbers_are_names_and_ratings() -> None:
    found = read_player_list("Enlil;1850\nEa;\n")
    assert found.players == (ListedPlayer(1, "Enlil", rating=1850), ListedPlayer(2, "Ea"))


def test_without_titles_the_second_column_is_the_club() -> None:
    assert read_player_list("Enlil;Nippur;1850").players == (ListedPlayer(1, "Enlil", "Nippur", 1850),)


def test_quotes_keep_what_separates() -> None:
    assert read_player_list('Name,Club\n"Sin, Ada","The ""Old"" Club"').players == (
        ListedPlayer(2, "Sin, Ada", 'The "Old" Club'),
    )


def test_every_wrong_row_is_named_and_the_good_ones_are_there() -> None:
    found = read_player_list(
        "Name;Club;Rating;FIDE ID;Seed;Table\n"
        "Enlil;;abc\n"
        ";Nippur;1800\n"
        "Ea;;1700;x12\n"
        "Sin;;99999\n"
        "Nabu;;;;0\n"
        "Ana;;;;;1.5\n"
        f"Bel;{'c' * 81}\n"
        f"{'n' * 81}\n"
        "Ishtar;;1900.0;-;-\n"
    )
    assert [error.text for error in found.errors] == [
        "Row 2: the rating “abc” is not a number.",
        "Row 3: A player needs a name.",
        "Row 4: the FIDE ID “x12” is not a number of at most 12 digits.",
        "Row 5: the rating 99999 is not between 0 and 5000.",
        "Row 6: the seed 0 is not between 1 and 9999.",
        "Row 7: the fixed table “1.5” is not a number.",
        "Row 8: the club is longer than 80 characters.",
        "Row 9: A name has at most 80 characters.",
        "Row 10: the FIDE ID “-” is not a number of at most 12 digits.",
    ]
    assert [(error.row, error.name) for error in found.errors[:2]] == [(2, "Enlil"), (3, "")]
    assert found.players == ()


def test_duplicates_in_the_list_and_in_the_tournament() -> None:
    found = read_player_list("Name;FIDE;Seed\nEnlil;7;1\nENLIL;8;2\nEa;7;3\nSin;9;1\nAna;10;4", entered=["ANA", "Bel"])
    assert [player.name for player in found.players] == ["Enlil"]
    assert [error.text for error in found.errors] == [
        "Row 3: “ENLIL” is already in row 2.",
        "Row 4: the FIDE ID 7 is already in row 2.",
        "Row 5: the seed 1 is already in row 2.",
        "Row 6: Ana is already in the tournament.",
    ]


def test_a_quotation_mark_that_stays_open_is_named() -> None:
    assert texts('Name\n"Enlil\nEa\nSin') == ["Row 2: a quotation mark is not closed."]


def test_lists_that_hold_nobody() -> None:
    assert texts("") == texts(" \n\n") == texts(";;\n") == ["The list has no names."]
    assert texts("Name;Club\n") == ["The list has titles but no players."]


def test_1024_players_are_read_and_one_more_is_not() -> None:
    names = [f"Player {number}" for number in range(1, MOST_ROWS + 2)]
    assert len(read_player_list("\n".join(names[:-1])).players) == MOST_ROWS
    assert texts("\n".join(names)) == ["The list has 1025 players; a tournament has at most 1024."]
    assert texts("Enlil\nEa", free=1) == [
        "Places left in the tournament: 1. New players in the list: 2. Remove some of them."
    ]
    assert texts("x" * 500_001) == ["The list is longer than 500,000 characters."]


def test_our_own_export_is_read_back() -> None:
    """What a spreadsheet would take for a formula has an apostrophe on the way out and loses it on the way in."""
    names = [
        "=Enlil",
        "-Ea",
        "\uff1d1+1",
        "O'Brien, Jr.",
        "'t Hooft",
        'Quote "X" Man',
        "semi;colon",
        "Anna-Luise von der H\u00f6h",
    ]
    text = csv_text([{"Name": name, "Rating": 1850} for name in names])
    assert f"'{names[2]}," in text
    assert read_player_list(text).players == tuple(
        ListedPlayer(line, name, rating=1850) for line, name in enumerate(names, 2)
    )


CELL = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\"';,\t\n\r =0123456789")), max_size=12)


@examples(120)
@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(st.lists(CELL, max_size=8), max_size=8).map(lambda rows: "\n".join(";".join(row) for row in rows)),
        st.lists(CELL, max_size=8).map(lambda rows: "Name;Rating;FIDE;Seed;Table;Club\n" + "\n".join(rows)),
    )
)
def test_any_text_gives_players_or_errors(text: str) -> None:
    found = read_player_list(text, entered=["Enlil"])
    assert found.players or found.errors
    for player in found.players:
        assert player.name == " ".join(player.name.split())
        assert 0 < len(player.name) <= 80
        assert player.name.isprintable()
        assert player.rating is None or 0 < player.rating <= 5000
    assert len({player.name.casefold() for player in found.players}) == len(found.players)


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=20), st.sampled_from(";,\t"))
def test_rows_are_never_lost(names: list[str], delimiter: str) -> None:
    """Every row with a name is a player or an error."""
    rows = ["".join(letter for letter in name if letter.isalnum()) for name in names]
    text = f"Name{delimiter}Rating\n" + "\n".join(row and f"{row}{delimiter}1500" for row in rows)
    found = read_player_list(text)
    assert len(found.players) + sum(error.row is not None for error in found.errors) == sum(map(bool, rows))
