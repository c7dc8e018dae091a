"""Text out of uploaded files: the encodings of the programs that write them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.trf.reader import TrfError, read_trf
from nabu.contests.tournaments.imports.plain_text import CENTRAL, CYRILLIC, UTF_8, WESTERN, Decoded, decode
from tests.competition.english import sentences
from tests.competition.trf_files import EXCHANGE, NAMES, club_night, large_open


def test_a_name_is_the_same_in_each_encoding_that_old_programs_write() -> None:
    for data in ("Nabü".encode(), "Nabü".encode("latin-1"), "Nabü".encode("utf-8-sig"), "Nabü".encode("utf-16")):
        assert decode(data).text == "Nabü", data


@given(st.binary(max_size=300))
def test_any_bytes_become_text(data: bytes) -> None:
    assert isinstance(decode(data).text, str)


@pytest.mark.parametrize(("page", "encoding"), [("cp1252", WESTERN), ("cp1250", CENTRAL)])
def test_a_file_in_a_code_page_of_windows_is_read_with_its_names(page: str, encoding: str) -> None:
    data = club_night(page).encode(page)
    decoded = decode(data)
    assert decoded.encoding == encoding
    report = read_trf(decoded.text)
    names = [name.rpartition(" ")[0] for name in (each.name for each in report.players)]
    assert names == [NAMES[page][at % len(NAMES[page])] for at in range(5)]
    assert report.name == "Club night"
    assert (report.rounds, report.absent) == (5, (5,))


def test_the_file_of_a_large_open_is_western() -> None:
    decoded = decode(large_open().encode("cp1252"))
    assert (decoded.text, decoded.encoding) == (large_open(), WESTERN)


def test_one_name_can_be_enough_to_tell_the_code_page() -> None:
    cases = [(page, name) for page, names in NAMES.items() for name in names if not name.startswith("Müller")] + [
        ("cp1250", "Nováček, Petr"),
        ("cp1250", "Kamińska, Anna"),
        ("cp1250", "Petrović, Ana"),
        ("cp1250", "Bănică, Ionuţ"),
        ("cp1250", "Ťažký, Ján"),
        ("cp1252", "Muñoz, Ana"),
        ("cp1252", "Guðmundsson, Þór"),
        ("cp1252", "Solà, Núria"),
        ("cp1252", "Niccolò, Ugo"),
        ("cp1252", "D’Angelo – Rome"),
        ("cp1250", "Brzęczyszczykiewicz"),
        ("cp1250", "Święcicki"),
        ("cp1250", "Šťastný"),
        ("cp1252", "É. Lebœuf"),
        ("cp1251", "Анна"),
        ("cp1251", "Ян, Ли"),
        ("cp1251", "ЦОЙ, Виктор – Уфа"),
        ("cp1251", "Їжак, Євген"),
        ("cp1251", "Ђорђевић, Љубица"),
    ]
    assert [decode(name.encode(page)).text for page, name in cases] == [name for _page, name in cases]


def test_a_list_in_cyrillic_is_read_with_its_latin_guests() -> None:
    text = "№;Имя;Клуб;Рейтинг\n1;Иванов, Пётр;СК Уфа;1850\n2;Smith, John;London;1700\n"
    assert decode(text.encode("cp1251")) == Decoded(text, CYRILLIC)


@pytest.mark.parametrize("data", ["Łukasz".encode(), "Łukasz".encode("utf-8-sig")])
def test_unicode_comes_first(data: bytes) -> None:
    assert (decode(data).text, decode(data).encoding) == ("Łukasz", UTF_8)


def test_a_name_cut_in_the_middle_of_a_letter_does_not_change_the_encoding() -> None:
    data = "Müller, José".encode() + "é".encode()[:1] + b"\n"
    assert decode(data).text == "Müller, José\N{REPLACEMENT CHARACTER}\n"


def test_who_knows_the_encoding_says_it() -> None:
    data = "Müller".encode("cp1250")
    assert decode(data).encoding == WESTERN
    assert decode(data, CENTRAL).encoding == CENTRAL
    assert decode(b"\xd6\xee\xe9", CYRILLIC).text == "Цой"
    assert decode(b"\xb3ukasz", CENTRAL).text == "łukasz"
    assert decode(b"M\xfcller", UTF_8).text == "M\N{REPLACEMENT CHARACTER}ller"


FILES = (club_night("cp1252"), club_night("cp1250"), EXCHANGE, large_open(12, 3))


@given(st.sampled_from(FILES), st.integers(0, 6000), st.binary(max_size=4))
def test_damaged_bytes_are_read_or_refused(text: str, at: int, piece: bytes) -> None:
    found: Sequence[object]
    data = text.encode("cp1252", errors="replace")
    at %= len(data)
    text = decode(data[:at] + piece + data[at + len(piece) :]).text
    try:
        found = read_trf(text).players
    except TrfError as error:
        found = sentences(error.problems)
    assert found
    assert all(found)
