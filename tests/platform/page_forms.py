"""The forms of a page as a browser would send them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.http import QueryDict


class Forms(HTMLParser):
    """What a browser would send of the form that has a field named so."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[QueryDict] = []
        self._select = self._area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(QueryDict(mutable=True))
        name = given.get("name", "")
        if not self.forms or tag in ("option", "button") and not (tag == "option" and "selected" in given):
            return
        boxed = given.get("type") in ("checkbox", "radio")
        if tag == "input" and name and (not boxed or "checked" in given):
            self.forms[-1].appendlist(name, given.get("value", "on" if boxed else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            self.forms[-1].appendlist(self._select, given["value"])
        elif tag == "textarea":
            self._area = name
            self.forms[-1][name] = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1][self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""


def plain_text(html: str) -> str:
    """What is read, with one blank between words."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def form_with(html: str, field: str) -> dict[str, str]:
    return next(form for form in Forms(html).forms if field in form).dict()
