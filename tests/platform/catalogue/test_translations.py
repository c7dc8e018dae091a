"""Every text is there in every language, with the same placeholders, and compiled."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.forms import DecimalField
from django.utils.translation import override

ROOT = Path(__file__).resolve().parents[3]
LOCALE = ROOT / "platform/nabu/catalogue/locale"
LANGUAGES = ("es", "de")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]+>")

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

TERMS = {
    "es": {
        "side lines?": "líneas? alternativas?",
        "rated games?": "Elo",
        "from the ratings": "Elo",
        "the draws": "robo",
    },
    "de": {
        "side lines?": "Nebenlinien?",
        "seat %": "Sitz(en)? %",
        "(?<!point )margins?": "Vorspr[uü]ng",
        "reviewed games?": "analysiert",
        "verified games?": "verifiziert",
        "typed score sheets?": "eingetippt",
        "the engine": "Regelprogramm",
    },
}
"""Terms of the English texts and what a translation must call them: a second word for the same thing, or the word of
another thing (Variante for a side line, Platz for a seat), misleads."""


def catalogue(language: str, root: Path = LOCALE) -> polib.POFile:
    return polib.pofile(str(root / language / "LC_MESSAGES/django.po"))


@EVERY_LANGUAGE
def test_every_text_is_translated(language: str) -> None:
    left = [entry.msgid for entry in catalogue(language) if not entry.translated() or entry.fuzzy]
    assert not left, f"{len(left)} texts are not translated"


@EVERY_LANGUAGE
def test_plurals_have_every_form_of_the_language(language: str) -> None:
    """Where one is missing, gettext falls back to English."""
    found = catalogue(language)
    forms = set(range(int(found.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])))
    assert [entry.msgid for entry in found if entry.msgid_plural and set(entry.msgstr_plural) != forms] == []


@EVERY_LANGUAGE
def test_translations_keep_the_placeholders(language: str) -> None:
    for entry in catalogue(language):
        wanted = set(PLACEHOLDER.findall(entry.msgid)) | set(PLACEHOLDER.findall(entry.msgid_plural or ""))
        for translation in [entry.msgstr, *entry.msgstr_plural.values()]:
            if translation:
                found = set(PLACEHOLDER.findall(translation))
                # A singular may say "one" instead of the number.
                assert found == wanted or (entry.msgid_plural and found <= wanted), (entry.msgid, translation)


@EVERY_LANGUAGE
def test_compiled_texts_are_up_to_date(language: str) -> None:
    compiled = polib.mofile(str(LOCALE / language / "LC_MESSAGES/django.mo"))
    source = catalogue(language).translated_entries()
    assert {(e.msgctxt, e.msgid, e.msgstr, str(e.msgstr_plural)) for e in compiled} == {
        (e.msgctxt, e.msgid, e.msgstr, str(e.msgstr_plural)) for e in source
    }


@EVERY_LANGUAGE
def test_a_thing_has_one_name(language: str) -> None:
    found = catalogue(language)
    for term, name in TERMS[language].items():
        spoken = re.compile(rf"\b{term}(?!\w)", re.IGNORECASE)
        texts = [entry for entry in found if spoken.search(f"{entry.msgid}\n{entry.msgid_plural}")]
        assert texts, f"no text speaks of “{term}”"
        for entry in texts:
            for translation in filter(None, [entry.msgstr, *entry.msgstr_plural.values()]):
                assert re.search(name, translation, re.IGNORECASE), (entry.msgid, translation)


@pytest.mark.gettext
def test_no_text_of_the_code_is_missing_or_gone(tmp_path: Path) -> None:
    """What `refresh.py` finds in the code is what the catalogues hold."""
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext is not installed: install the package gettext")
    for folder in ("platform", "templates", "engine", "analytics"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    refresh = tmp_path / "platform/nabu/catalogue/locale/refresh.py"
    subprocess.run([sys.executable, refresh], cwd=tmp_path, check=True, capture_output=True)
    for language in LANGUAGES:
        now = {(entry.msgctxt, entry.msgid) for entry in catalogue(language, refresh.parent)}
        held = {(entry.msgctxt, entry.msgid) for entry in catalogue(language)}
        assert now - held == set(), "run platform/nabu/catalogue/locale/refresh.py and translate"
        assert held - now == set(), "run platform/nabu/catalogue/locale/refresh.py"


def test_no_text_is_marked_inside_an_f_string() -> None:
    """GNU gettext does not look into f-strings: such a text would never reach the catalogue and stay English."""
    marks = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext"}
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "platform").rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in marks
        if any(isinstance(given, ast.Constant) for given in call.args)
    ]
    assert found == []


@pytest.mark.parametrize(("language", "text"), [("de", "Gib eine Zahl ein."), ("es", "Introduce un número.")])
def test_texts_of_the_libraries_speak_like_the_site(language: str, text: str) -> None:
    with override(language):
        assert str(DecimalField().error_messages["invalid"]) == text
