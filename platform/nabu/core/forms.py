"""The look of every form: Tabler's classes on the controls, each error tied to its field."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.safestring import SafeData, SafeString, mark_safe

INPUTS = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in (
        "checkbox", "color", "date", "datetime", "email", "file", "hidden", "number", "password", "search", "tel",
        "text", "time", "url",
    )
)  # fmt: skip
"""Django's templates of the controls that are one `<input>`, which include two others each."""

SELECT = "django/forms/widgets/select.html"


class TablerBoundField(BoundField):
    """Adds the class of the control, and `is-invalid` once the field has an error.

    Django itself ties help and errors to the control (`aria-describedby`, `aria-invalid`); the template
    `includes/field.html` gives them the ids that it names.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        control = widget or self.field.widget
        names = f"{_control_class(control)} {control.attrs.get('class', '')}".strip()
        attrs["class"] = f"{names} is-invalid" if self.errors else names
        return attrs


class TablerRenderer(DjangoTemplates):
    """Every form is drawn with these fields, those of packages too.

    An `<input>` and a `<select>` need no templates: to the players of a table its page shows some fifty of them, which
    take more than two hundred, as each attribute and option has one.
    """

    bound_field_class = TablerBoundField

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> Any:
        if template_name in INPUTS:
            return input_tag(context["widget"])
        if template_name == SELECT:
            return select_tag(context["widget"])
        return super().render(template_name, context, request)


def input_tag(widget: Mapping[str, Any]) -> SafeString:
    """The `<input>` of a widget's context, as Django's templates write it, without their empty lines."""
    name, kind, value = _escaped(widget["name"]), _escaped(widget["type"]), widget["value"]
    shown = "" if value is None else f' value="{_escaped(value)}"'
    return mark_safe(f'<input type="{kind}" name="{name}"{shown}{_attributes(widget)}>')


def select_tag(widget: Mapping[str, Any]) -> SafeString:
    """The `<select>` of a widget's context with its options, as Django's templates write it, without their empty
    lines."""
    lines = [f'<select name="{_escaped(widget["name"])}"{_attributes(widget)}>']
    for group, options, _index in widget["optgroups"]:
        shown = [
            f'  <option value="{_escaped(each["value"])}"{_attributes(each)}>{_escaped(each["label"])}</option>'
            for each in options
        ]
        lines += [f'  <optgroup label="{_escaped(group)}">', *shown, "  </optgroup>"] if group else shown
    return mark_safe("\n".join([*lines, "</select>"]))


def _attributes(widget: Mapping[str, Any]) -> str:
    return "".join(
        f" {_escaped(name)}" if value is True else f' {_escaped(name)}="{_escaped(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _escaped(value: object) -> str:
    """As `conditional_escape`, which spends more time on texts that are translated late."""
    text = str(value)
    return text if isinstance(text, SafeData) else escape(text)


class TablerForm(forms.Form):
    """Base of all forms of our pages."""

    required_css_class = "required"

    stale: object | None = None
    """What the page says if somebody else has changed the values meanwhile (`nabu.contests.tournaments.stale`)."""


def _control_class(widget: forms.Widget) -> str:
    if isinstance(widget, forms.CheckboxInput):
        return "form-check-input"
    if isinstance(widget, forms.Select):
        return "form-select"
    return "form-control"
