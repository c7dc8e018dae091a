"""When names are the same, and in what form they are stored."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from nabu.core.name_keys.index import NameIndex, repeated
from nabu.core.name_keys.keys import KEY_LENGTH, name_key, same_name
from nabu.core.name_keys.search import has_words
from nabu.core.name_keys.tidy import is_printable, tidy
from tests.cases import each
from tests.platform.core.names.people import FORMS, NAMES, decomposed
from tests.profiles import examples


@each(
    ("typed", "stored"),
    [
        ("Jose\u0301", "José"),
        ("  Ana \u00a0\u3000 of\tUr\n", "Ana of Ur"),
        ("\ufeffA\u200bn\u00ada\u2060", "Ana"),
        ("\u202eAna\u202c \u2067Bo\u2069\u200f", "Ana Bo"),
        ("A\u200dna", "Ana"),
        ("e\u200d\u0301", "é"),
        ("Ana\ufe0f", "Ana"),
        ("\u3164\u2800 \u200b", ""),
        ("می\u200cرزا", "می\u200cرزا"),
        ("ക്\u200dഷ", "ക്\u200dഷ"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("Dr 👩\u200d⚕\ufe0f", "Dr 👩\u200d⚕\ufe0f"),
    ],
)
def test_a_name_is_stored_without_what_nobody_sees(typed: str, stored: str) -> None:
    assert tidy(typed) == stored
    assert is_printable(stored)


@each(
    ("one", "other"),
    [
        ("José", "Jose\u0301"),
        ("José", "JOSÉ"),
        ("José García", "Jose Garcia"),
        ("José Garcia", "Jose García"),
        ("Müller", "muller"),
        ("Østergård", "ostergard"),
        ("Strauß", "STRAUSS"),
        ("Łukasz", "Lukasz"),
        ("Æsir", "aesir"),
        ("İbrahim", "ibrahim"),
        ("O’Brien", "O'Brien"),
        ("Ｙａｍａｄａ", "Yamada"),
        ("ﾔﾏﾀﾞ", "ヤマダ"),
        ("Алёна", "АЛЕНА"),
        ("مُحَمَّد", "محمد"),
        ("می\u200cرزا", "میرزا"),
    ],
)
def test_the_same_name(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)
    assert name_key(one) == name_key(other)


@each(
    ("one", "other"),
    [
        ("Hùng", "Hưng"),
        ("Müller", "Møller"),
        ("李明", "李銘"),
        ("李明", "Liming"),
        ("Иван", "Ivan"),
        ("がくと", "かくと"),
        ("दीपक", "दिपक"),
        ("Ana", "Anna"),
    ],
)
def test_two_names(one: str, other: str) -> None:
    """A director enters both into one tournament; neither is taken for the guest of the other name."""
    assert not same_name(one, other)
    assert repeated([one, other]) == []
    assert NameIndex([(one, 1)]).find(other) is None


def test_every_name_is_found_in_its_own_way() -> None:
    assert len(NAMES) > 20
    for name, searches in NAMES.items():
        for words in (*searches, name, name.upper(), name.lower()):
            for form in FORMS:
                asked = unicodedata.normalize(form, words)
                found = [each for each in NAMES if has_words(each, asked)]
                assert found == [name], (name, asked)


def test_the_exact_spelling_comes_first_and_nobody_guesses() -> None:
    known = NameIndex([("José", 1), ("Jose", 2), ("Hùng", 3), ("Hưng", 4)])
    assert [known.find(name) for name in ("José", "JOSE", "JOSÉ", "Hung", "hùng", "Ana")] == [1, 2, 1, None, 3, None]
    assert known.alike("Hung") == [3, 4]
    assert repeated(["José", "Ana", "JOSÉ", "Bo", "Bo"]) == ["Bo", "JOSÉ", "José"]


ANY = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("e\u0301\u200d\u200c\u094dم👩⚕\ufe0fß"))
)


@examples(150)
@given(ANY)
def test_any_text_has_one_form_and_one_key(text: str) -> None:
    stored = tidy(text)
    assert tidy(stored) == stored
    assert tidy(decomposed(text)) == tidy(unicodedata.normalize("NFC", text))
    assert name_key(text) == name_key(stored) == name_key(decomposed(text))
    assert same_name(text, stored)
    assert len(name_key(text)) <= KEY_LENGTH
