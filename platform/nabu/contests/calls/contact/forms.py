"""What somebody writes to an organiser, and what organisers answer."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.contests.calls.models import SUBJECT_LENGTH, TEXT_LENGTH
from nabu.core.forms import TablerForm


class MessageForm(TablerForm):
    """A message to those who answer for an event or a club."""

    subject = forms.CharField(label=_("Subject"), required=False, max_length=SUBJECT_LENGTH)
    text = forms.CharField(
        label=_("Your message"),
        max_length=TEXT_LENGTH,
        help_text=_("Organisers and site staff can read it. Nobody sees your e-mail address."),
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
    )


class AnswerForm(TablerForm):
    """The answer of an organiser."""

    text = forms.CharField(
        label=_("Your answer"),
        max_length=TEXT_LENGTH,
        help_text=_("It is sent with your name, without your e-mail address."),
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
    )
