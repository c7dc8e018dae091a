"""Put what somebody typed earlier back into a form of a page, whatever form it is: text in, text out.

Only values are written, and every one is escaped. Nothing is sent: that takes a press of the form's own button.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

CSRF = "csrfmiddlewaretoken"
BUTTONS = ("submit", "button", "image", "reset")
NOT_KEPT = ("password", "file")
BOXES = ("checkbox", "radio")

Attributes = list[tuple[str, str | None]]
Change = tuple[int, int, str]
"""Where in the page something else is to stand, and what."""

Kept = Mapping[str, Sequence[str]]
"""What a form sent, by the names of its controls."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The page with the values in its form. `at`: where the form begins. `typed`: it has fields that people see."""

    html: str
    at: int
    typed: bool


@dataclass(slots=True)
class _Tag:
    """A tag where it stands in the page. `inside`: the folded parts around it. `content`: the text of a textarea."""

    name: str
    start: int
    end: int
    attributes: Attributes
    inside: tuple[_Tag, ...] = ()
    content: tuple[int, int] = (0, 0)
    options: list[_Tag] = field(default_factory=list)

    def get(self, attribute: str) -> str:
        return next((value or "" for name, value in self.attributes if name == attribute), "")

    def has(self, attribute: str) -> bool:
        return any(name == attribute for name, _value in self.attributes)

    @property
    def kind(self) -> str:
        return self.get("type").lower() if self.name == "input" else self.name


@dataclass(slots=True)
class _Form:
    tag: _Tag
    controls: list[_Tag] = field(default_factory=list)
    buttons: set[str] = field(default_factory=set)


class _Forms(HTMLParser):
    """The forms of a page with their controls."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", html))]
        self._form: _Form | None = None
        self._folded: list[_Tag] = []
        self._within: _Tag | None = None
        self.feed(html)
        self.close()

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        start = self._here()
        found = _Tag(tag, start, start + len(self.get_starttag_text() or ""), attrs, tuple(self._folded))
        if tag == "details":
            self._folded.append(found)
        elif tag == "form":
            self._form = _Form(found)
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "option" and self._within is not None:
            self._within.options.append(found)
        elif tag == "button" or (tag == "input" and found.kind in BUTTONS):
            self._form.buttons.add(found.get("name"))
        elif tag in ("input", "select", "textarea") and found.get("name") and not found.has("disabled"):
            self._form.controls.append(found)
            self._within = found if tag != "input" else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "details" and self._folded:
            self._folded.pop()
        elif tag == "form":
            self._form = None
        elif tag in ("select", "textarea") and self._within is not None:
            self._within.content = (self._within.end, self._here())
            self._within = None


def fill_form(html: str, page: str, action: str, kept: Kept) -> Filled | None:
    """The page at the path `page` with `kept` in the form that sends to the path `action`; None if it has none.

    What the form has no control for, as rows that a press of a button had added, is sent along unseen.
    """
    forms = [form for form in _Forms(html).forms if _sends_to(form, page, action)]
    if not forms:
        return None
    form = max(forms, key=lambda each: _likeness(each, kept))
    changes: list[Change] = []
    folded = list(form.tag.inside)
    used: dict[str, int] = {}
    for control in form.controls:
        if control.kind in NOT_KEPT or control.get("name") == CSRF:
            continue
        made = [each for each in _changes(control, kept, used) if each[2] != html[each[0] : each[1]]]
        changes += made
        folded += control.inside if made else ()
    changes.append((form.tag.end, form.tag.end, _rest(form, kept, used)))
    changes += [
        (tag.start, tag.end, _written(tag, [*tag.attributes, ("open", None)]))
        for tag in {tag.start: tag for tag in folded}.values()
        if not tag.has("open")
    ]
    at = form.tag.start
    for start, end, text in sorted(changes, reverse=True):
        html = html[:start] + text + html[end:]
        at += len(text) - (end - start) if end <= form.tag.start else 0
    seen = [control for control in form.controls if control.kind not in ("hidden", *NOT_KEPT)]
    return Filled(html, at, any(control.get("name") in kept for control in seen))


def _sends_to(form: _Form, page: str, action: str) -> bool:
    target = urlsplit(urljoin(page, form.tag.get("action"))).path
    return form.tag.get("method").lower() == "post" and target == action


def _likeness(form: _Form, kept: Kept) -> tuple[int, int]:
    """How many of the names it has, and of its hidden values how many are the same."""
    hidden = [control for control in form.controls if control.kind == "hidden"]
    same = sum(control.get("value") in kept.get(control.get("name"), ()) for control in hidden)
    return len({control.get("name") for control in form.controls} & set(kept)), same


def _changes(control: _Tag, kept: Kept, used: dict[str, int]) -> list[Change]:
    """What the page must say for this control to have the value that was typed; nothing if it sent none."""
    name = control.get("name")
    values = kept.get(name, ())
    if control.kind == "checkbox" or (control.kind == "radio" and values):
        used[name] = len(values)
        return [_marked(control, "checked", (control.get("value") or "on") in values)]
    if name not in kept or control.kind == "radio":
        return []
    if control.name == "select":
        used[name] = len(values)
        return [_marked(option, "selected", option.get("value") in values) for option in control.options]
    at = used.get(name, 0)
    used[name] = at + 1
    if at >= len(values):  # fewer of this name were sent than the page has
        return [(control.start, control.end, "")] if control.name == "input" else []
    if control.name == "textarea":
        # A browser drops the first line break of a textarea.
        return [(*control.content, f"\n{escape(values[at])}")]
    others = [(key, value) for key, value in control.attributes if key != "value"]
    return [(control.start, control.end, _written(control, [*others, ("value", values[at])]))]


def _marked(tag: _Tag, mark: str, on: bool) -> Change:
    others = [(key, value) for key, value in tag.attributes if key != mark]
    return tag.start, tag.end, _written(tag, [*others, (mark, None)] if on else others)


def _rest(form: _Form, kept: Kept, used: Mapping[str, int]) -> str:
    """Hidden inputs for what no control took. A button's name is not sent: that button was pressed, and is not now."""
    left = [
        (name, value)
        for name, values in kept.items()
        if name not in form.buttons and name != CSRF
        for value in values[used.get(name, 0) :]
    ]
    return "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in left)


def _written(tag: _Tag, attributes: Attributes) -> str:
    words = [name if value is None else f'{name}="{escape(value)}"' for name, value in attributes]
    return f"<{' '.join([tag.name, *words])}>"
