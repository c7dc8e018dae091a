"""Where a page that is the same for everybody has room for what belongs to a person: offsets in its text.

While the page is rendered, template tags leave tokens that nobody outside this process knows. They are taken out of the
finished text and noted as offsets beside it. So no text that somebody has typed can become a place, escaped or not.
"""

from __future__ import annotations

import re
from secrets import token_hex
from typing import NamedTuple

from nabu.web.shared_pages.making import notes

FORM_TOKEN = "web/shared_pages/form_token.html"
TEMPLATES = (
    "web/shared_pages/account.html",
    FORM_TOKEN,
    "web/shared_pages/language_token.html",
    "web/shared_pages/messages.html",
    "web/shared_pages/token.html",
    "site/home/_front.html",
    "site/home/_links.html",
    "site/home/_own.html",
    "contests/results/table/_sign_in_to_report.html",
    "contests/tournaments/entries/_my_entry.html",
    "contests/tournaments/_own_part.html",
    "contests/tournaments/standings/_own_places.html",
    "contests/tournaments/registration/_own_registration.html",
    "contests/tournaments/registration/_to_register.html",
)
"""All that is ever put into a place."""

# The same for all pages of a process: rendered rows of tables are kept and become parts of several pages.
_SECRET = token_hex(16)
_TOKENS = re.compile(rf"{_SECRET}(?:t(\d+)|m(\d+)|(e));")
_FORM_TOKENS = re.compile(r'(<input type="hidden" name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=">)')


class Place(NamedTuple):
    """From `start` to `end` of a text stands what only those see to whom the mark with the number `of` belongs; or at
    `start`, which is `end`, goes the template `of`.
    """

    start: int
    end: int
    of: str | int


def check_template(name: str) -> None:
    """Raises LookupError for a template that is not meant for a place."""
    if name not in TEMPLATES:
        raise LookupError(f"{name} is none of the templates of places (nabu.web.shared_pages.places)")


def is_recording() -> bool:
    """A page for everybody is being made."""
    return notes.get() is not None


def token_of_template(name: str) -> str:
    """What stands at the place of a template until the page is finished."""
    return f"{_SECRET}t{TEMPLATES.index(name)};"


def with_places_of_tokens(rendered: str) -> str:
    """A page with forms, with a place for each of their tokens. Nothing that somebody has typed looks like one: there a
    `"` is `&quot;`."""
    return _FORM_TOKENS.sub(rf"\g<1>{token_of_template(FORM_TOKEN)}", rendered)


def around(number: int, words: str) -> str:
    """The words of a mark, as they stand until the page is finished."""
    return f"{_SECRET}m{number:d};{words}{_SECRET}e;"


def take_out(rendered: str) -> tuple[str, tuple[Place, ...]]:
    """The text without its tokens, and its places in the order in which they begin. A mark may lie inside another one.

    Raises ValueError if a mark has no end, or an end no mark.
    """
    pieces: list[str] = []
    places: list[Place] = []
    open_marks: list[int] = []
    at = length = 0
    for token in _TOKENS.finditer(rendered):
        piece = rendered[at : token.start()]
        pieces.append(piece)
        at, length = token.end(), length + len(piece)
        template, mark, _end = token.groups()
        if template is not None:
            places.append(Place(length, length, TEMPLATES[int(template)]))
        elif mark is not None:
            open_marks.append(len(places))
            places.append(Place(length, -1, int(mark)))
        elif open_marks:
            opened = open_marks.pop()
            places[opened] = places[opened]._replace(end=length)
        else:
            raise ValueError("a mark ends that has not begun")
    pieces.append(rendered[at:])
    text = "".join(pieces)
    if open_marks or _SECRET in text:
        raise ValueError("a mark does not end, or a token was cut")
    return text, tuple(places)
