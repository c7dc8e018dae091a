"""Places for what belongs to a person: left open in a page for everybody, filled at once in a page for one."""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from nabu.web.shared_pages.places import around, check_template, is_recording, token_of_template

register = template.Library()


@register.simple_tag(takes_context=True)
def place(context: Context, name: str) -> SafeString:
    """{% place "web/shared_pages/account.html" %}: the template for this person. Raises LookupError for one that
    is not meant for places."""
    check_template(name)
    if is_recording():
        return mark_safe(token_of_template(name))
    with context.push():
        return context.template.engine.get_template(name).render(context)  # type: ignore[union-attr]


class MineNode(template.Node):
    """Words that only those see whose number it is."""

    def __init__(self, number: FilterExpression, words: NodeList) -> None:
        self.number, self.nodelist = number, words

    def render(self, context: Context) -> SafeString:
        """The words, or a mark with them."""
        number = self.number.resolve(context)
        if is_recording():
            return mark_safe(around(number, self.nodelist.render(context)))
        return self.nodelist.render(context) if number in (context.get("mine") or ()) else mark_safe("")


@register.tag
def mine(parser: Parser, token: Token) -> MineNode:
    """{% mine table.pk %}your table{% endmine %}."""
    _name, number = token.split_contents()
    words = parser.parse(("endmine",))
    parser.delete_first_token()
    return MineNode(parser.compile_filter(number), words)
