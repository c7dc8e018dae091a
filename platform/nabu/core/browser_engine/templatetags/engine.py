"""`{% engine_config "records" %}`: what the page's scripts must know to use the engine in the browser."""

from __future__ import annotations

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from nabu.core.browser_engine import config

register = template.Library()


@register.simple_tag
def engine_config(area: str) -> SafeString:
    """The element that `engineConfig()` of static/nabu/core/browser_engine/engine.js reads."""
    return json_script(config.engine_config(area), "engine-config")
