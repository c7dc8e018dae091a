"""Collect the texts to be translated, keep what is translated already, and compile (for maintainers).

    .venv/bin/python platform/nabu/catalogue/locale/refresh.py

Reads templates and Python with GNU gettext (Debian's package `gettext`), the words of every game from the engine, which
speaks English only (sections, score sources, cards of the built-in sets, notes on switches), and every message that
`nabu.core.sentences.LANGUAGE` knows. Texts that are gone are dropped, changed ones become untranslated.
A test fails while a text is untranslated or a compiled file is older than its source.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import polib

if TYPE_CHECKING:
    from engine.message import Plural

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
LANGUAGES = ("es", "de")
IGNORED = (".venv", "var", "tests", "static", "benchmarks", "dev.py")
HEADER = ("Content-Type", "Content-Transfer-Encoding", "Plural-Forms", "Language", "MIME-Version")


def engine_texts() -> Iterator[str]:
    """Every text of the engine that pages show in the reader's language."""
    from engine.game import CONFIDENCE_LEVELS
    from engine.registry import GAMES
    from nabu.catalogue.games.words import english
    from nabu.catalogue.variants.derived import values_of

    yield from CONFIDENCE_LEVELS.values()
    for game in GAMES.values():
        yield from game.sections.values()
        yield from game.summary
        yield from (source.title for source in game.sources)
        for name in game.component_sets:
            components = game.components(name)
            yield from filter(None, [components.data.get("about", "")])
            for value in values_of(components.data):
                yield from (step for step in value.words.split(" › ") if step.islower() and not step[0].isdigit())
            for mark in components.confidence.values():
                yield from filter(None, mark.source.splitlines())
            for card in components.cards:
                yield from (card.title, card.effect, card.kind)
        yield from (english(ruleset) for ruleset in game.rulesets)
        for switch in game.switches:
            yield from (switch.title, *(label for label in switch.labels if not label.isdigit()), switch.note)


def messages() -> Iterator[str | Plural]:
    """Every text of a message: of the engine, of the competition, and of the apps that taught theirs."""
    from engine.message import VERBATIM
    from nabu.core.sentences import LANGUAGE

    yield from (text for key, text in LANGUAGE.known.items() if key != VERBATIM)


def catalogue(language: str) -> Path:
    """The file of a language."""
    return HERE / language / "LC_MESSAGES" / "django.po"


def extract(language: str) -> polib.POFile:
    """The catalogue as it should be: every text there is, with the translation that it already has."""
    from django.core.management import call_command

    path = catalogue(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    # makemessages does not know the texts of the libraries and drops them, so their translations are remembered here.
    before = {(entry.msgid, entry.msgid_plural): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    call_command(
        "makemessages",
        locale=[language],
        no_location=True,
        no_wrap=True,
        no_obsolete=True,
        ignore_patterns=list(IGNORED),
        verbosity=0,
    )
    found = polib.pofile(str(path), wrapwidth=0)
    known = {(entry.msgid, entry.msgid_plural) for entry in found}
    forms = plural_forms(found)
    for name, texts in (("engine", engine_texts()), ("message", messages())):
        for text in texts:
            entry = library_entry(text, name, forms)
            key = entry.msgid, entry.msgid_plural
            if key not in known:
                known.add(key)
                if key in before:
                    entry.msgstr = before[key].msgstr
                    entry.msgstr_plural |= before[key].msgstr_plural
                found.append(entry)
    found.metadata = {key: found.metadata[key] for key in HEADER if key in found.metadata}
    for entry in found:
        if entry.fuzzy:
            entry.flags.remove("fuzzy")
            entry.msgstr = ""
            entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
        entry.previous_msgid = entry.previous_msgid_plural = None
    found.sort(key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    return found


def plural_forms(found: polib.POFile) -> int:
    """How many forms of a plural the language has: Spanish has three, one of them for millions."""
    return int(found.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])


def library_entry(text: str | Plural, name: str, forms: int) -> polib.POEntry:
    """A text of a library, not translated yet."""
    if isinstance(text, str):
        return polib.POEntry(msgid=text, comment=name)
    empty = dict.fromkeys(range(forms), "")
    return polib.POEntry(msgid=text.one, msgid_plural=text.many, msgstr_plural=empty, comment=name)


def main() -> None:
    """Refresh and compile every language; print what is left to do."""
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]
    os.environ["DJANGO_SETTINGS_MODULE"] = "nabu.settings_local"
    import django

    django.setup()
    for language in LANGUAGES:
        path = catalogue(language)
        found = extract(language)
        found.save(str(path))
        found.save_as_mofile(str(path.with_suffix(".mo")))
        missing = len(found.untranslated_entries())
        print(f"{language}: {len(found)} texts, {missing} not translated")


if __name__ == "__main__":
    main()
