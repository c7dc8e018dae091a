"""Whether pages have to say that there is a demo."""

from __future__ import annotations

from django import template

from nabu.operations.demo.removal import demo_tournaments

register = template.Library()


@register.simple_tag
def demo_is_there() -> bool:
    """Some tournament of the demo is there."""
    return demo_tournaments().exists()
