"""Two people change the same thing: the second save shows what the first one changed, and who did.

A form carries the values that it was drawn with, each as a digest and, shortened, as it was shown. When it comes back
and the values are others by now, nothing is saved: the page shows, field by field, what it was, what is saved now and
what was typed. What only the other one changed is filled in. The page that comes back carries the values of now, so
saving it once more saves it, unless they change again.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.models import Tournament

FIELD = "as_shown"
"""The hidden field with what the form was drawn with."""

SALT = "nabu.contests.tournaments.stale"
LONGEST_SHOWN = 100
"""So many characters of a value travel with the form, to say later what it was."""

LATEST_ENTRIES = 300
"""So many entries of the history are looked through for who changed the rows."""

Rows = Mapping[str, Sequence[int] | None]
"""What a form changes: keys of rows by model, None for all rows of the model in the tournament."""

Drawn = tuple[str, str]
"""The digest of a value, and how it was shown."""

Titled = Sequence[tuple[str, forms.BaseForm]]
"""Forms of one page, each with what it is called in the list of differences."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value under its label: `plain` to compare, `shown` for people."""

    label: str
    plain: str
    shown: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that was changed meanwhile: `seen` when the form was drawn, `theirs` now. `yours` is empty where it was
    not touched: there `theirs` is filled in.
    """

    name: str
    label: str
    seen: str
    theirs: str
    yours: str
    touched: bool


@dataclass(frozen=True, slots=True)
class Stale:
    """What a form says of changes by others: what it was drawn with, and after a late save the differences."""

    as_shown: str
    differences: tuple[Difference, ...] = ()
    who: str = ""
    at: datetime.datetime | None = None
    address: str = ""

    def __bool__(self) -> bool:
        """Somebody changed it meanwhile."""
        return bool(self.differences)


def was_drawn(request: HttpRequest, tournament: Tournament) -> bool:
    """A page of ours sent this form, not a program."""
    return _read(tournament, request.POST.get(FIELD, "")) is not None


def compare(
    request: HttpRequest,
    tournament: Tournament,
    rows: Rows,
    now: Mapping[str, Value],
    typed: Mapping[str, Value] | None = None,
    address: str = "",
) -> Stale:
    """`now` are the values as they are, `typed` what was sent; compared is what both have. Without what it
    was drawn with nothing is compared: a program sends none. `address` is the page with the values of the other one.
    """
    fresh = _signed(tournament, now)
    sent = request.POST.get(FIELD, "")
    drawn = _read(tournament, sent)
    if typed is None or drawn is None:
        return Stale(fresh)
    found = []
    for name, theirs in now.items():
        yours = typed.get(name)
        if yours is None:
            continue
        before, seen = drawn.get(name, NOTHING)
        if before != _digest(theirs.plain) and theirs.plain != yours.plain:
            touched = before != _digest(yours.plain)
            found.append(Difference(name, theirs.label, seen, theirs.shown, yours.shown if touched else "", touched))
    if not found:
        return Stale(sent)  # a page that comes back for another reason still knows what it was drawn with
    entry = _latest(tournament, rows)
    who = "" if entry is None else _("You") if entry.actor_id == request.user.pk else who_acted(entry)
    return Stale(fresh, tuple(found), who, entry.at if entry else None, address)


def compare_forms(
    request: HttpRequest,
    tournament: Tournament,
    rows: Rows,
    fresh: Titled,
    sent: Titled | None = None,
    address: str = "",
    more: tuple[Mapping[str, Value], Mapping[str, Value]] = ({}, {}),
) -> Stale:
    """The same for forms: `fresh` with the values as they are, `sent` with what came; `more` are values of both that no
    single field has. Fills in what only the other one changed; call it before the forms are checked, and save nothing
    if the answer is true.
    """
    now = {**more[0], **_initial_values(fresh)}
    if sent is None:
        return compare(request, tournament, rows, now)
    typed = {**more[1], **_typed_values(sent)}
    stale = compare(request, tournament, rows, now, typed, address)
    drawn = _read(tournament, request.POST.get(FIELD, ""))
    if stale and drawn is not None:
        _fill_in(drawn, fresh, sent, now, typed)
    return stale


def _fill_in(
    drawn: Mapping[str, Drawn], fresh: Titled, sent: Titled, now: Mapping[str, Value], typed: Mapping[str, Value]
) -> None:
    """Put the values of the other one where nothing was typed."""
    current = {form.add_prefix(name): form for _title, form in fresh for name in form.fields}
    data: Any = sent[0][1].data
    data = data.copy()
    for _title, form in sent:
        for name, field in form.fields.items():
            key = form.add_prefix(name)
            untouched = key in typed and drawn.get(key, NOTHING)[0] == _digest(typed[key].plain)
            if key in current and key in now and untouched and typed[key].plain != now[key].plain:
                value = field.prepare_value(current[key].get_initial_for_field(field, name))
                put_value(data, key, field.widget, value)
        form.data = data


def put_value(data: Any, key: str, widget: forms.Widget, value: Any) -> None:
    """Set what a browser would send for this value."""
    if isinstance(widget, forms.CheckboxInput):
        data.pop(key, None)
        if value:
            data[key] = "on"
    elif isinstance(widget, (forms.SelectMultiple, forms.CheckboxSelectMultiple, forms.MultipleHiddenInput)):
        data.setlist(key, [str(each) for each in value or ()])
    elif isinstance(widget, (forms.Select, forms.RadioSelect)):
        data[key] = "" if value is None else str(value)
    else:
        data[key] = widget.format_value(value) or ""


def _fields(titled: Titled) -> list[tuple[str, forms.BaseForm, str, forms.Field]]:
    """Every field that somebody can see and change, with the title of its form."""
    return [
        (title, form, name, field)
        for title, form in titled
        for name, field in form.fields.items()
        if not (field.disabled or isinstance(field, forms.FileField))
        and (_is_ordered(field) or not field.widget.is_hidden)
    ]


def _is_ordered(field: forms.Field) -> bool:
    """A list whose order counts; the template draws it."""
    return isinstance(field.widget, forms.MultipleHiddenInput)


def _initial_values(titled: Titled) -> dict[str, Value]:
    return {
        form.add_prefix(name): _value(title, form, name, field, form.get_initial_for_field(field, name))
        for title, form, name, field in _fields(titled)
    }


def _typed_values(titled: Titled) -> dict[str, Value]:
    found = {}
    for title, form, name, field in _fields(titled):
        key = form.add_prefix(name)
        value = field.widget.value_from_datadict(form.data, form.files, key)
        with suppress(ValidationError, TypeError, ValueError):  # what is wrong is shown as it was typed
            value = field.to_python(value)
        found[key] = _value(title, form, name, field, value)
    return found


def _value(title: str, form: forms.BaseForm, name: str, field: forms.Field, value: Any) -> Value:
    label = str(form[name].label)
    return Value(f"{title}: {label}" if title else label, _plain(field, value), _shown(field, value))


def _plain(field: forms.Field, value: Any) -> str:
    """The same text for the same value, whether it comes from the database or from a browser."""
    if isinstance(field, forms.BooleanField) and not isinstance(field, forms.NullBooleanField):
        return "1" if value else ""
    if value is None or value == "":
        return ""
    if isinstance(value, models.Model):
        return str(value.pk)
    if isinstance(value, datetime.datetime):
        local = timezone.localtime(value) if timezone.is_aware(value) else value
        return local.strftime("%Y-%m-%dT%H:%M")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (float, Decimal)):
        return format(Decimal(str(value)).normalize(), "f")
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True, default=str)
    if isinstance(value, (list, tuple, set, models.QuerySet)):
        words = [_plain(field, each) for each in value]
        return " ".join(words if _is_ordered(field) else sorted(words))
    return str(value).replace("\r\n", "\n").strip()


def _shown(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField) and not isinstance(field, forms.NullBooleanField):
        return _("Yes") if value else _("No")
    if isinstance(field, forms.ChoiceField):
        labels = _labels(field)
        chosen = value if isinstance(value, (list, tuple, set, models.QuerySet)) else [value]
        return ", ".join(str(labels.get(text := _plain(forms.Field(), each), text)) for each in chosen)
    if isinstance(value, datetime.datetime) and timezone.is_aware(value):
        value = timezone.localtime(value)
    return "" if value is None else str(localize(value))


def _labels(field: forms.ChoiceField) -> dict[str, Any]:
    labels: dict[str, Any] = {}
    choices: Any = field.choices
    for value, label in choices:
        if isinstance(label, (list, tuple)):
            labels.update({str(inner): text for inner, text in label})
        else:
            labels["" if value is None else str(value)] = label
    return labels


def _digest(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()[:12]


NOTHING: Drawn = (_digest(""), "")


def _signed(tournament: Tournament, values: Mapping[str, Value]) -> str:
    drawn = {name: (_digest(value.plain), _short(value.shown)) for name, value in values.items() if value.plain}
    return Signer(salt=SALT).sign_object([tournament.pk, drawn], compress=True)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _read(tournament: Tournament, sent: str) -> dict[str, Drawn] | None:
    try:
        pk, drawn = Signer(salt=SALT).unsign_object(sent)
    except (BadSignature, ValueError):
        return None
    return {name: (digest, shown) for name, (digest, shown) in drawn.items()} if pk == tournament.pk else None


def _latest(tournament: Tournament, rows: Rows) -> AuditEntry | None:
    """The latest entry that touched these rows."""
    entries = AuditEntry.objects.filter(tournament=tournament).select_related("actor__player", "entry__player")
    for entry in entries.order_by("-pk")[:LATEST_ENTRIES]:
        for label, pk, *_rest in entry.changes:
            keys = rows.get(label, ())
            if keys is None or pk in keys:
                return entry
    return None
