"""What is on offer in a picture: the groups of craft cards, and the court cards in stock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.amyitis import look, sentences
from engine.amyitis.actions import RECRUIT, AmyitisAction
from engine.amyitis.components import Components
from engine.amyitis.labels import CRAFTS as TITLES_OF_CRAFTS
from engine.amyitis.names import CARAVANEER, CRAFTS, RESOURCES, TYPES
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import court_cards_in_stock, crafts_of_group, group_in_words
from engine.message import Say
from engine.shown import WIDTH, Drawing
from engine.svg import label, number, tag
from engine.symbols import symbol

EDGE, APART = 6.0, 10.0
"""What is left free beside the groups and between them."""
CARDS_Y, CARD_HIGH, LARGEST = 24.0, 78.0, 84.0
"""Where craft cards lie, how high they are, and how wide at most."""
COURT_Y, COURT_HIGH = 116.0, 60.0
FRONT, LEVEL, TOKEN = 42.0, 37.0, 25.0
"""How much room the symbol of a court card takes, one of its levels, and a token that lies on one."""
HEIGHT = COURT_Y + COURT_HIGH + 2
"""The height of the tray."""


def draw_tray(state: AmyitisState, last: Sequence[AmyitisAction], say: Say) -> Drawing:
    """The tray. `last` are the actions to point out."""
    recruited = {action.first for action in last if action.op == RECRUIT}
    groups = (_group(state, group, group in recruited, say) for group in range(state.players))
    return Drawing(HEIGHT, "", [*groups, _court(state, say)])


def _card_width(groups: int, cards: int) -> float:
    room = WIDTH - 2 * EDGE - APART * (groups - 1)
    return min(LARGEST, room / groups / cards)


def _group(state: AmyitisState, group: int, is_last: bool, say: Say) -> str:
    """A group of craft cards: those face up, turned ones, and what the next one costs."""
    crafts = crafts_of_group(state, group)
    turned = state.turned[group]
    cards = len(crafts) + turned
    wide = _card_width(state.players, max(3, cards))
    all_wide = wide * max(3, cards)
    left = (WIDTH - state.players * all_wide - (state.players - 1) * APART) / 2
    drawn = look.titled(say, group_in_words(state, group))
    drawn += tag("rect", x=-3, y=CARDS_Y - 4, width=all_wide + 6, height=CARD_HIGH + 8, rx=10, class_="shelf")
    drawn += look.hit(0, 0, all_wide, CARDS_Y + CARD_HIGH)
    for place, craft in enumerate(crafts):
        title = sentences.GROUP_OF.message(number=group + 1, cards=(TITLES_OF_CRAFTS[CRAFTS[craft]],))
        face = look.titled(say, title) + craft_card(CRAFTS[craft], wide)
        drawn += tag("g", face, data_craft=f"{group}-{place}", transform=f"translate({number(wide * place)} 0)")
    for place in range(len(crafts), cards):
        drawn += tag("rect", x=wide * place + 2, y=CARDS_Y, width=wide - 4, height=CARD_HIGH, rx=8, class_="empty")
    if is_last:
        drawn += look.last(-3, CARDS_Y - 4, all_wide + 6, CARD_HIGH + 8)
    if crafts:
        drawn += tag("g", _price(turned), transform=f"translate({number(all_wide - 64)} 0)", class_="through")
    where = f"translate({number(left + group * (all_wide + APART))} 0)"
    return tag("g", drawn, data_group=str(group), transform=where)


@cache
def craft_card(craft: str, wide: float) -> str:
    """A craft card that lies face up."""
    box = tag("rect", x=2, y=CARDS_Y, width=wide - 4, height=CARD_HIGH, rx=8, class_="card")
    face = symbol(look.CRAFT_SYMBOLS[craft], wide / 2, CARDS_Y + CARD_HIGH / 2 + 3, 44)
    return box + face + look.hit(0, CARDS_Y, wide, CARD_HIGH)


@cache
def _price(talents: int) -> str:
    """What a card of a group costs, on the edge of the group."""
    pill = tag("rect", y=1, width=64, height=30, rx=15, class_="pill")
    return pill + symbol("talent", 20, 16, 22, "on-pill") + label(44, 24, str(talents), "c b m on-pill")


def _court(state: AmyitisState, say: Say) -> str:
    """The court cards in stock by type: under each level a dot for every card, beside it the tokens on them."""
    drawn, x = "", 0.0
    for kind in range(len(TYPES)):
        shelf, wide = _court_type(state, kind)
        drawn += tag("g", shelf, transform=f"translate({number(x)} 0)")
        x += wide + APART
    wide = x - APART
    scale = min(1.0, (WIDTH - 2 * EDGE) / wide)
    where = f"translate({number((WIDTH - wide * scale) / 2)} {number(COURT_Y)})"
    if scale < 1:
        where += f" scale({scale:.3f})"
    return tag("g", look.titled(say, court_cards_in_stock(state)) + drawn, transform=where)


def _court_type(state: AmyitisState, kind: int) -> tuple[str, float]:
    """The cards of a type, and how much room they take."""
    x = FRONT
    drawn = symbol(TYPES[kind], 23, COURT_HIGH / 2, 34)
    for card, level in _levels(state.components, kind):
        drawn += tag("g", _level(level, state.court[card]), transform=f"translate({number(x)} 0)")
        x += LEVEL
    if kind == CARAVANEER:
        for token in state.tokens:
            drawn += symbol(RESOURCES[token], x + TOKEN / 2, COURT_HIGH / 2, TOKEN)
            x += TOKEN
    x += 4
    return tag("rect", width=x, height=COURT_HIGH, rx=10, class_="shelf") + drawn, x


@cache
def _levels(components: Components, kind: int) -> tuple[tuple[int, str], ...]:
    """The cards of a type by number with their levels; the gardener has none."""
    split = ((card, *key.partition("-")) for card, key in enumerate(components.card_keys))
    return tuple((card, level) for card, name, _, level in split if name == TYPES[kind])


@cache
def _level(level: str, left: int) -> str:
    """A level of a court card, if it has any, and a dot for each card that is left."""
    middle = LEVEL / 2
    drawn = label(middle, 30, level, "r b m" if left else "r m faded") if level else ""
    y = 46 if level else COURT_HIGH / 2
    step = min(9.0, 34 / max(1, left))
    dots = (tag("circle", cx=middle + step * (dot - (left - 1) / 2), cy=y, r=3.5, class_="ink") for dot in range(left))
    return drawn + "".join(dots)
