"""The look of every form: Tabler's classes on the controls, each error tied to its field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates


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
    """Every form is drawn with these fields, those of packages too."""

    bound_field_class = TablerBoundField


class TablerForm(forms.Form):
    """Base of all forms of our pages."""

    required_css_class = "required"

    stale: object | None = None
    """What the page says if somebody else has changed the values meanwhile (`nabu.tournaments.stale`)."""


def _control_class(widget: forms.Widget) -> str:
    if isinstance(widget, forms.CheckboxInput):
        return "form-check-input"
    if isinstance(widget, forms.Select):
        return "form-select"
    return "form-control"
