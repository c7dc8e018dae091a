"""The controls of forms, which are drawn without Django's templates."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.renderers import DjangoTemplates
from django.template.base import Template
from django.utils.translation import gettext_lazy

from nabu.core.forms import TablerBoundField, TablerRenderer

HARMFUL = "\"'<b>&"


class ByTemplates(DjangoTemplates):
    """The renderer of our forms without what it does itself."""

    bound_field_class = TablerBoundField


class Everything(forms.Form):
    """A control of each kind, with names, values and attributes that must be escaped."""

    number = forms.IntegerField(initial=3, min_value=-1, max_value=9)
    words = forms.CharField(initial=HARMFUL, widget=forms.TextInput(attrs={"data-a": HARMFUL, "data-b": True}))
    late = forms.CharField(
        initial=gettext_lazy("Score"), widget=forms.TextInput(attrs={"title": gettext_lazy("Score"), "data-c": False})
    )
    empty = forms.CharField(required=False)
    hidden = forms.CharField(initial=HARMFUL, widget=forms.HiddenInput)
    password = forms.CharField(initial="secret", widget=forms.PasswordInput)
    mail = forms.EmailField()
    address = forms.URLField(assume_scheme="https")
    day = forms.DateField(initial="2026-11-27", widget=forms.DateInput(attrs={"type": "date"}))
    moment = forms.DateTimeField(initial="2026-11-27 10:00")
    clock = forms.TimeField(initial="10:00")
    file = forms.FileField(widget=forms.FileInput)
    tick = forms.BooleanField(initial=True)
    place = forms.TypedChoiceField(
        choices=[("", "–"), (1, "1"), (HARMFUL, HARMFUL), ("Group <", [(2, gettext_lazy("Score")), (3, "3")])],
        initial=2,
    )
    several = forms.MultipleChoiceField(choices=[("a", "A"), ("b", "B")], initial=["a", "b"])


def drawn(form: forms.Form) -> dict[str, str]:
    """Each control, without the empty lines of templates."""
    return {field.name: str(field).replace("\n\n", "\n") for field in form}


def test_controls_are_those_of_djangos_templates(monkeypatch: Any) -> None:
    """On the day of a tournament a player's page has some fifty, of three templates each: none may be rendered."""
    expected = drawn(Everything(renderer=ByTemplates()))
    with_errors = drawn(Everything({"words": HARMFUL, "place": "9"}, renderer=ByTemplates()))
    monkeypatch.setattr(Template, "render", None)
    assert drawn(Everything(renderer=TablerRenderer())) == expected
    assert drawn(Everything({"words": HARMFUL, "place": "9"}, renderer=TablerRenderer())) == with_errors
