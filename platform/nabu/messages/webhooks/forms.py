"""Forms of webhooks."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.core.forms import TablerForm
from nabu.messages.webhooks.addresses import LONGEST
from nabu.messages.webhooks.events import EVENTS


class WebhookForm(TablerForm):
    """Where to send what. The boxes of the events are drawn by the template."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off", "inputmode": "url"}),
    )
    events = forms.MultipleChoiceField(label=_("Events"), choices=list(EVENTS.items()))


class WebhookSettingsForm(WebhookForm):
    """The same for one that exists, which can be switched off."""

    active = forms.BooleanField(label=_("Switched on"), required=False)
