"""The picture of a position of Ishtar: every cell once and what lies on it, what is on offer, what each seat has."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import english
from engine.colours import COLOURS, contrast
from engine.game import ScoreEvent
from engine.ishtar.cells import COLOURS as GEMS
from engine.ishtar.cells import FLOWER, FOUNTAIN, TABLET, TREE
from engine.ishtar.components import ASSISTANT, JOKER, SKILL, SKILLS, read_components
from engine.ishtar.look import GEM_COLOURS, ICON_SYMBOLS
from engine.ishtar.phases import BLOOM, SETTLE
from engine.ishtar.plan import HIGHEST, Plan, plan_of
from engine.ishtar.scoring import final_scores
from engine.ishtar.state import IshtarState
from engine.ishtar.words import holder_of, skills_of
from engine.registry import GAMES
from engine.shown import WIDTH, Shown
from engine.symbols import symbols
from tests.cases import each
from tests.engine.ishtar_positions import (
    SET,
    begin,
    cell,
    hold,
    lay,
    own_skills,
    plant_step,
    put_assistant,
    setup,
    use_icon,
)
from tests.engine.pictures import (
    NAMES,
    SVG,
    Element,
    description_of,
    marked,
    some_position,
    texts,
    title_of,
    uses,
)
from tests.profiles import examples

ISHTAR = GAMES["ishtar"]
HIDDEN_IN_TITLES = re.compile(r'data-(\w+)="([^"]*)"')


def shown(state: IshtarState) -> Shown:
    """What there is to see, in English."""
    return ISHTAR.show(state, NAMES[: state.players], (), english)


def root_of(state: IshtarState) -> Element:
    """The picture for a page."""
    return ElementTree.fromstring(ISHTAR.screen_picture(state, NAMES[: state.players]))


def later(players: int, actions: int, seed: int = 2) -> IshtarState:
    """A position after so many actions of greedy players."""
    rules, rng = ISHTAR.ruleset("base", {}), Random(seed)
    state = ISHTAR.start(players, rules, SET, ISHTAR.new_setup(players, rules, SET, rng))
    for _ in range(actions):
        if state.to_move == -2:
            break
        state.apply(state.draw(rng) if state.to_move < 0 else ISHTAR.bots["greedy"].choose(state, rng))
    assert isinstance(state, IshtarState)
    return state


# The boards


@given(data=st.data())
@examples(10)
def test_every_cell_is_drawn_once_with_what_lies_on_it(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    assert isinstance(state, IshtarState)
    drawn = marked(root_of(state), "data-cell")
    assert set(drawn) == {f"{q},{r}" for q, r in state.grid.ids}
    helpers = {at[0]: at[1] for at in state.assistants}
    for number, (q, r) in enumerate(state.grid.ids):
        group = drawn[f"{q},{r}"]
        title, symbols_used = title_of(group), uses(group)
        assert title.startswith(f"{q},{r}: ")
        assert symbols_used[-1] == "#hex", "the whole hex takes taps"
        assert ("#tree" in symbols_used) == (state.cells[number] == TREE) == ("tree" in title)
        assert ("#tablet" in symbols_used) == (state.cells[number] == TABLET) == ("tablet" in title)
        assert ("#fountain" in symbols_used) == (state.cells[number] == FOUNTAIN) == ("data-fountain" in group.attrib)
        gem = state.gem_at[number]
        assert [use for use in symbols_used if "gem" in use] == ([f"#gem-{GEMS[gem]}"] if gem >= 0 else [])
        assert ("gem" in title) == (gem >= 0)
        rows = [use for use in symbols_used if use.startswith(("#flowers-", "#row-"))]
        assert bool(rows) == (state.cells[number] == FLOWER) == ("flowerbed" in title)
        if rows:
            assert rows[0].rsplit("-", 1)[1] == str(state.flowers[number])
            holder = holder_of(state, number)
            assert ("flowerbed of nobody" in title) == (holder is None)
            assert holder is None or f"flowerbed of {NAMES[holder]}" in title
        if number in helpers:
            assert f"#seat-{helpers[number] + 1}" in symbols_used
            assert "#assistant" in symbols_used
            assert f"assistant of {NAMES[helpers[number]]}" in title
        elif number != state.icon_cell:
            assert "#assistant" not in symbols_used
            assert "assistant" not in title


def test_more_flowers_than_can_be_drawn_are_a_number() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    state.flowers[cell(state, (1, 0))] = 12
    group = marked(root_of(state), "data-cell")["1,0"]
    assert "#flower-pink" in uses(group)
    assert texts(group) == ["12"]


@each("icon", (ASSISTANT, SKILL, JOKER))
def test_an_icon_is_drawn_while_it_may_be_used(icon: int) -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    assert f"#{ICON_SYMBOLS[icon]}" not in uses(marked(root_of(state), "data-cell")["1,0"])
    use_icon(state, icon, (1, 0))
    group = marked(root_of(state), "data-cell")["1,0"]
    assert f"#{ICON_SYMBOLS[icon]}" in uses(group)
    assert "due" in [use.attrib.get("class") for use in group.iter(f"{SVG}use")]


@given(data=st.data())
@examples(6)
def test_a_fountain_shows_who_would_score_it(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    assert isinstance(state, IshtarState)
    scored: dict[str, set[int]] = {}
    for event in final_scores(state):
        assert isinstance(event, ScoreEvent)
        if event.source.startswith("fountain_"):
            scored.setdefault(event.cause.split()[1], set()).add(event.seat)
    for name, group in marked(root_of(state), "data-fountain").items():
        seats = {int(use[-1]) - 1 for use in uses(group) if use.startswith("#seat-")}
        assert seats == scored.get(name, set())
        assert ("controlled by" in title_of(group)) == bool(seats)
        assert all(NAMES[seat] in title_of(group) for seat in seats)
        assert texts(group) == [str(state.components.fountains[state.components.fountain_number[name]].points)]


def test_bars_join_the_cells_of_a_controlled_flowerbed() -> None:
    state = begin()
    lay(state, "S03", (1, 0))
    bars = {element.attrib["class"] for element in root_of(state).iter(f"{SVG}path") if "class" in element.attrib}
    assert not any("bed" in class_.split() for class_ in bars)
    put_assistant(state, 1, next(at for at in ((1, 0), (2, 0), (3, 0)) if state.flowers[cell(state, at)]))
    bed = state.beds[next(iter(state.holder))]
    (path,) = (element for element in root_of(state).iter(f"{SVG}path") if element.attrib.get("class") == "bed n1")
    pairs = sum(near in bed for at in bed for near in state.neighbours[at]) // 2
    assert path.attrib["d"].count("M") == pairs > 0


@each(
    ("players", "switches"),
    [(players, {"board_layout": layout}) for players in (2, 3, 4) for layout in ("compact", "line")],
)
def test_boards_fill_the_width_and_hexes_lie_side_by_side(players: int, switches: dict[str, Any]) -> None:
    rules = ISHTAR.ruleset("base", switches)
    state = ISHTAR.start(players, rules, SET, setup(players))
    assert isinstance(state, IshtarState)
    plan = plan_of(state.grid)
    across, down = plan.turned.reach
    xs, ys = zip(*plan.centres, strict=True)
    assert min(xs) - across >= 0
    assert abs(max(xs) + across - (WIDTH - (min(xs) - across))) < 0.1
    assert min(ys) - down >= 0
    assert max(ys) + down <= plan.height <= HIGHEST + 10
    assert switches["board_layout"] == "line" or 2 * min(across, down) > 50
    assert_neighbours(plan, state)


def assert_neighbours(plan: Plan, state: IshtarState) -> None:
    """Two cells next to each other in the game are so in the picture, and no others are."""
    apart = plan.turned.size * 3**0.5
    for number, (x, y) in enumerate(plan.centres):
        near = {
            other
            for other, (to_x, to_y) in enumerate(plan.centres)
            if other != number and hypot(to_x - x, to_y - y) < apart * 1.01
        }
        assert near == set(state.neighbours[number]) == {other for other in plan.near[number] if other >= 0}
        assert all(hypot(to_x - x, to_y - y) > apart * 0.99 for to_x, to_y in plan.centres if (to_x, to_y) != (x, y))


def test_a_path_around_cells_leaves_out_what_lies_between_them() -> None:
    state = begin()
    plan = plan_of(state.grid)
    trio = [cell(state, at) for at in ((1, 0), (2, 0), (3, 0))]
    assert plan.around(trio[:1]).count("M") == 6
    assert plan.around(trio).count("M") == 14


# What is on offer


@given(data=st.data())
@examples(8)
def test_the_tray_shows_stacks_cards_and_the_supply(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    assert isinstance(state, IshtarState)
    root = root_of(state)
    stacks = marked(root, "data-stack")
    assert set(stacks) == set(map(str, range(6)))
    for number, top in enumerate(state.top):
        group, below = stacks[str(number)], state.left[number]
        assert title_of(group).startswith(f"Stack {number}: ")
        assert texts(group) == ([str(below)] if top >= 0 or below else [])
        assert ("#watering-can" in uses(group)) == (number == state.can)
        flowers = sorted(use[-1] for use in uses(group) if use.startswith(("#flowers-", "#row-")))
        tile = state.components.tiles[top]
        assert flowers == (sorted(map(str, filter(None, tile.flowers))) if top >= 0 else [])
        icons = [use for use in uses(group) if use.removeprefix("#") in ICON_SYMBOLS.values()]
        assert icons == ([f"#{ICON_SYMBOLS[tile.icon]}"] if top >= 0 and tile.icon else [])
    cards = marked(root, "data-card")
    reserved = [card for held in state.reserved for card in held]
    assert set(cards) == {state.components.trees[card].name for card in (*state.row, *reserved) if card >= 0}
    for name, group in cards.items():
        card = state.components.tree_number[name]
        assert texts(group) == [str(state.components.trees[card].points)]
        cost = tuple(uses(group).count(f"#gem-{colour}") for colour in GEMS)
        assert cost == state.components.trees[card].cost
        assert title_of(group).endswith("with a tree") == state.token_on[card] or card in reserved
    parts = marked(root, "data-part")
    assert texts(parts["supply"]) == list(
        map(str, (state.deck_size(), state.tree_supply, *state.bloom_left, *state.supply))
    )
    assert ("In hand: " in title_of(parts["hand"])) == (state.hand >= 0)


def test_the_tile_in_hand_is_drawn_beside_the_stacks() -> None:
    state = begin()
    hold(state, "S04")
    group = marked(root_of(state), "data-part")["hand"]
    assert "In hand: straight" in title_of(group)
    assert [use for use in uses(group) if use.startswith(("#flowers-", "#row-"))] == ["#row-2"]


def test_a_reserved_card_lies_in_a_line_of_its_own_with_its_seat() -> None:
    state = begin()
    before = shown(state).tray
    card, state.row[0] = state.row[0], -1
    state.reserved[1].append(card)
    after = shown(state).tray
    assert before is not None
    assert after is not None
    assert after.height > before.height
    group = marked(root_of(state), "data-card")["TR01"]
    assert "#seat-2" in uses(group)
    assert title_of(group).startswith("Reserved by seat 2")
    assert [amount.count for amount in shown(state).panels[1].amounts if amount.symbol == "reserved"] == [1]


def test_a_card_that_cannot_be_paid_is_dashed() -> None:
    state = begin()
    edges = {}
    for gems in ((0, 0, 0), (0, 2, 0)):
        plant_step(state, gems)
        group = marked(root_of(state), "data-card")["TR01"]
        edges[gems] = next(rect.attrib["class"] for rect in group.iter(f"{SVG}rect"))
    assert edges == {(0, 0, 0): "empty", (0, 2, 0): "card"}


def test_a_price_of_many_gems_is_told_in_numbers() -> None:
    data = json.loads(json.dumps(SET.data))
    tree = data["trees"][0]
    tree["cost"] = {"purple": 12, "red": 0, "white": 3}
    many = read_components(data)
    state = begin(components=many)
    group = marked(root_of(state), "data-card")["TR01"]
    assert texts(group) == [str(tree["points"]), "12", "3"]
    assert [use for use in uses(group) if "gem" in use] == ["#gem-purple", "#gem-white"]


# Seats


@given(data=st.data())
@examples(6)
def test_panels_have_the_points_and_amounts_of_the_position(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    assert isinstance(state, IshtarState)
    panels = shown(state).panels
    assert [panel.seat for panel in panels] == list(range(players))
    for seat, panel in enumerate(panels):
        assert panel.points == state.scores[seat]
        assert panel.on_turn == (state.to_move != -2 and seat == state.active)
        counts = {amount.symbol: amount.count for amount in panel.amounts if not amount.place}
        assert [counts[f"gem-{colour}"] for colour in GEMS] == state.gems[seat]
        assert counts["assistant"] == state.in_supply[seat]
        assert counts["assistant-carpet"] == state.on_carpet[seat]
        assert counts["tree-card"] == len(state.bought[seat])
        assert counts.get("reserved", 0) == len(state.reserved[seat])
        assert [amount.place for amount in panel.amounts if amount.place] == [
            f"skill:{name}" for name in skills_of(state, seat)
        ]
        for amount in panel.amounts:
            if amount.count and amount.symbol != "reserved":
                assert str(amount.count) in english(amount.words)


def test_every_symbol_exists_and_each_skill_is_in_the_legend() -> None:
    state = begin()
    own_skills(state, 0, SKILLS)
    seen = shown(state)
    used = {key.symbol for key in seen.legend} | {amount.symbol for panel in seen.panels for amount in panel.amounts}
    assert used <= set(symbols())
    meanings = {english(key.meaning) for key in seen.legend}
    for number, amount in enumerate(amount for amount in seen.panels[0].amounts if amount.place):
        assert amount.symbol in {key.symbol for key in seen.legend}
        assert english(amount.words).removeprefix("Skill ") in meanings
        assert english(amount.words).startswith(f"Skill {SKILLS[number]}: ")


def test_choices_have_symbols() -> None:
    for key, value, wanted in (
        ("gems", {"red": 1}, "gem-red"),
        ("gems", {"red": 1, "white": 1}, ""),
        ("gems", {}, ""),
        ("do", "plant", "tree"),
        ("do", "end", ""),
        ("skill", "3", "skill-assistant"),
        ("skill", "D", "skill-tree-cards"),
        ("skill", "Z", ""),
        ("card", "TR01", "tree-card"),
        ("card", "top", "deck"),
        ("card", "oak", ""),
        ("stack", 2, "vegetation"),
        ("at", [1, 0], ""),
    ):
        assert ISHTAR.symbol(SET, key, value) == wanted
        assert not wanted or wanted in symbols()


# The whole of it


@given(data=st.data())
@examples(8)
def test_places_of_allowed_actions_are_drawn_once(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    assert isinstance(state, IshtarState)
    if state.to_move < 0:
        return
    drawn = [f"{key}:{value}" for key, value in HIDDEN_IN_TITLES.findall(ISHTAR.screen_picture(state, NAMES[:players]))]
    assert len(set(drawn)) == len(drawn)
    named = {place for action in state.legal_actions() for step in ISHTAR.steps(state, action) for place in step.places}
    assert named <= set(drawn)


@each("players", (2, 4))
def test_all_of_a_drawing_is_within_its_width_and_height(players: int) -> None:
    state = later(players, 120)
    state.reserved[1].append(20)
    seen = shown(state)
    assert seen.tray is not None
    boxes = []
    for group in ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{"".join(seen.tray.content)}</svg>'):
        dx, dy = map(float, re.findall(r"-?[\d.]+", group.attrib.get("transform", "translate(0 0)"))[:2])
        for rect in group.findall(f"{SVG}rect"):
            x, y = dx + float(rect.get("x", 0)), dy + float(rect.get("y", 0))
            right, bottom = x + float(rect.attrib["width"]), y + float(rect.attrib["height"])
            assert 0 <= x < right <= WIDTH
            assert 0 <= y < bottom <= seen.tray.height + 8
            if rect.get("class") == "hit":
                assert right - x >= 64
                assert bottom - y >= 64
                boxes.append((x, y, right, bottom))
    for (x, y, right, _), (other_x, other_y, _, bottom) in pairwise(boxes):
        assert right <= other_x + 0.2 or y < other_y
        assert bottom > other_y >= 0 <= x


def test_what_is_due_is_told_with_what_the_turn_has_at_hand() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    for kind, words in enumerate(("single", "double")):
        state.bloom_kind = kind
        state.due_next(BLOOM)
        assert f"Ana places a {words} blooming token." in description_of(ISHTAR.picture(state, NAMES[:2]))
    state.bloom_kind, state.settlers = -1, 2
    state.due_next(SETTLE)
    assert "Ana settles a freed assistant, 2 left." in description_of(ISHTAR.picture(state, NAMES[:2]))
    state.settlers = 0
    use_icon(state, SKILL, (1, 0), gems=(1, 1, 0))
    told = description_of(ISHTAR.picture(state, NAMES[:2]))
    assert "Ana uses the icon or declines: skill icon at 1,0." in told


def test_fountains_are_told_by_who_controls_them() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    put_assistant(state, 1, (1, 0))
    assert "Fountains of seat 2: 0,0." in description_of(ISHTAR.picture(state, NAMES[:2]))


TEXTS = (
    ("ink", "paper"),
    ("ink", "card"),
    ("ink", "core"),
    ("ink", "river"),
    ("paper", "ink"),
)
GLYPHS = (
    *((ink, "stone") for ink in GEM_COLOURS),
    *((ink, "card") for ink in GEM_COLOURS),
    *((ink, "river") for ink in GEM_COLOURS),
    ("leaf", "centre"),
    ("leaf", "card"),
    ("pink", "core"),
    ("pink", "card"),
    ("ink", "stone-3"),
    *((f"seat-{seat}-line", "core") for seat in range(1, 5)),
    *((f"seat-{seat}-ink", f"seat-{seat}") for seat in range(1, 5)),
)
DARK_OR_LIGHT = range(2)


@each("mode", DARK_OR_LIGHT)
def test_texts_and_symbols_read_on_what_they_lie_on(mode: int) -> None:
    for pairs, least in ((TEXTS, 4.5), (GLYPHS, 3.0)):
        for ink, fill in pairs:
            assert contrast(COLOURS[ink][mode], COLOURS[fill][mode]) >= least, (ink, fill)
