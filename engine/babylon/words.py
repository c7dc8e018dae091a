"""A position of Babylon in words: the text alternative of its picture, and the short lines below the gardens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import sentences as general
from engine.babylon import sentences
from engine.babylon.actions import BabylonAction
from engine.babylon.cells import (
    BELVEDERE,
    COLUMN_NAMES,
    COLUMNS,
    EFFECTS,
    GAIN_DOUBLE,
    GAIN_SIMPLE,
    ICONS,
    LAYERS,
    NO_ICON,
    PIECES,
    SPACES,
    STACK_NAMES,
)
from engine.babylon.garden import Garden
from engine.babylon.position import Position
from engine.babylon.state import BabylonState
from engine.babylon.telling import told
from engine.game import CHANCE, NOBODY, Action
from engine.message import Language
from engine.wording import counted, last_turn_in_words, listed, seat_on_turn, winners_in_words, without_seat

_ENGLISH = Language(general.templates.catalogue, sentences.templates.catalogue)

EFFECT_WORDS = {
    "none": "no effect",
    "gain_simple": "a simple pillar for everybody",
    "gain_double": "a double pillar for everybody, this turn only",
    "change_icon": "an icon may be read as another",
    "fill_blank": "a blank space may be read as an icon",
    "flower_double": "a matching flower pays two pillars",
    "pillar_less": "one pillar less for the tile",
}
PLURALS = {"stairs": "stairs", "fountain": "fountains", "bridge": "bridges", "statue": "statues"}


def round_of(position: Position) -> int:
    """The number of the round; 1 before the first go."""
    return max(0, position.turn - 1) // position.players + 1


def status(state: BabylonState, names: Sequence[str]) -> str:
    """Whose turn it is, or who won."""
    result = state.result()
    rounds = state.components.tokens_used[state.players] + 1
    if result is not None:
        return f"Over in round {rounds}: {winners_in_words(result, names)}"
    if state.to_move == CHANCE:
        return f"Round {round_of(state)} of {rounds}: {state.due()}"
    return f"Round {round_of(state)} of {rounds}: {names[state.to_move]} to move"


def due_words(state: BabylonState) -> str:
    """What the seat to move has to do; empty after the end and before a draw, which the status names."""
    if state.to_move in (NOBODY, CHANCE):
        return ""
    said = f"Now: {without_seat(state.due())}"
    if state.removals_left:
        return f"{said}, {state.removals_left} to go"
    if state.rulings.gain_is_claimed and state.effect in (GAIN_SIMPLE, GAIN_DOUBLE):
        return f"{said}; pillar of the round token {'' if state.claimed else 'not '}taken"
    return said


def board_flower(position: Position, seat: int) -> int:
    """The flower of a seat's board: that of its starting tile. A dug tile with it pays a pillar more."""
    return position.components.tiles[position.starting[seat]].flower


def effect_words(position: Position) -> str:
    """What the round token that counts now does."""
    return EFFECT_WORDS[EFFECTS[position.effect]]


def box_words(position: Position) -> str:
    """The pillars, belvederes and pieces left in the box."""
    kinds = ("simple pillars", "double pillars", "belvederes", *PLURALS.values())
    return ", ".join(
        f"{'unlimited' if count < 0 else count} {kind}" for count, kind in zip(position.supply, kinds, strict=True)
    )


def tile_in_words(position: Position, tile: int) -> str:
    """A tile: its id, material, flower and icons from the north-west clockwise."""
    found = position.components.tiles[tile]
    icons = ", ".join("blank" if icon == NO_ICON else ICONS[icon] for icon in found.icons[0])
    material = f"{LAYERS[found.layer - 1]}, " if found.layer else ""
    return f"{found.id} ({material}{position.components.flowers[found.flower]} flower: {icons})"


def column_in_words(position: Position, garden: Garden, column: int) -> str:
    """What is seen from above on a column of a garden."""
    parts = [COLUMN_NAMES[column]]
    if not garden.heights[column]:
        parts.append("hole")
    else:
        placed = garden.placed[garden.tops[column]]
        parts.append(f"level {garden.heights[column]}, {position.components.tiles[placed.tile].id}")
        if garden.icons[column] != NO_ICON:
            parts.append(f"{ICONS[garden.icons[column]]} icon")
        if garden.pieces[column]:
            parts.append(f"{PIECES[garden.pieces[column]].replace('_', ' ')} stands here")
    if garden.gaps[column]:
        parts.append(f"below a bridge of level {garden.gaps[column]}")
    return ", ".join(parts)


def pieces_of(garden: Garden) -> Counter[str]:
    """The decorations of a garden by kind, without statues that serve as pillars."""
    return Counter(
        ICONS[found.kind]
        for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True)
        if not is_pillar
    )


def _seen_from_above(position: Position, garden: Garden) -> str:
    """Each tile in sight: its level and flower, and its spaces in sight with icons and pieces."""
    said = []
    for number, placed in enumerate(garden.placed):
        spaces = [_space(garden, column) for column in SPACES[placed.anchor] if garden.tops[column] == number]
        if spaces:
            tile = position.components.tiles[placed.tile]
            flower = position.components.flowers[tile.flower]
            said.append(f"{flower} on level {placed.level}: {', '.join(spaces)}")
    return "; ".join(said)


def _space(garden: Garden, column: int) -> str:
    if garden.pieces[column]:
        return f"{COLUMN_NAMES[column]} {PIECES[garden.pieces[column]].replace('_', ' ')}"
    icon = garden.icons[column]
    return COLUMN_NAMES[column] if icon == NO_ICON else f"{COLUMN_NAMES[column]} {ICONS[icon]} icon"


def _joins(garden: Garden) -> str:
    """The pieces that join two columns of which both ends are in sight."""
    found = [
        f"{ICONS[piece.kind]} {COLUMN_NAMES[piece.column]} to {COLUMN_NAMES[piece.other]}"
        for piece in garden.decorations
        if piece.other >= 0 and garden.tops[piece.column] == piece.tile and garden.tops[piece.other] == piece.other_tile
    ]
    return f" Joined: {', '.join(found)}." if found else ""


def _told(state: BabylonState, action: Action) -> str:
    assert isinstance(action, BabylonAction)
    return _ENGLISH.render(told(state.components, action))


def _garden(position: Position, seat: int) -> str:
    garden = position.gardens[seat]
    levels = Counter(height for height in garden.heights if height)
    seen = ", ".join(f"{count} of level {level}" for level, count in sorted(levels.items())) or "nothing yet"
    pieces = pieces_of(garden)
    built = listed([counted(pieces[kind], kind, PLURALS[kind]) for kind in PLURALS if pieces[kind]]) or "nothing"
    towers = sum(piece == BELVEDERE for piece in garden.pieces)
    return (
        f"Garden of seat {seat + 1}: {counted(len(garden.placed), 'tile', 'tiles')}; spaces in sight: {seen};"
        f" {COLUMNS - sum(levels.values())} free holes; built: {built};"
        f" {counted(towers, 'belvedere', 'belvederes')} in sight."
        f" Tiles by flower: {_seen_from_above(position, garden) or 'none'}.{_joins(garden)}"
    )


def describe(state: BabylonState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says, for those who cannot see it."""
    due = due_words(state)
    parts = [f"{status(state, names)}.", *([f"{due}."] if due else [])]
    if state.dug >= 0:
        parts.append(f"In hand: {tile_in_words(state, state.dug)}.")
    on_turn = seat_on_turn(state.to_move, state.active)
    for seat, name in enumerate(names):
        turn = ", on turn" if seat == on_turn else ""
        stored = tile_in_words(state, state.stored[seat]) if state.stored[seat] >= 0 else "no tile"
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')}{turn},"
            f" {state.components.flowers[board_flower(state, seat)]} board flower,"
            f" {counted(state.simple[seat], 'simple pillar', 'simple pillars')},"
            f" {counted(state.double[seat], 'double pillar', 'double pillars')}, {stored} in the storage."
        )
        parts.append(_garden(state, seat))
    parts.append(f"Round token: {effect_words(state)}; {state.tokens_left} more to come.")
    stacks = [
        f"{STACK_NAMES[stack]} {height} high, {tile_in_words(state, state.stack_tops[stack])}"
        for stack, height in enumerate(state.stack_heights)
        if state.stack_tops[stack] >= 0
    ]
    parts.append(f"Quarry: {'; '.join(stacks) or 'empty'}.")
    parts.append(f"In the box: {box_words(state)}.")
    parts += last_turn_in_words(last, lambda action: _told(state, action))
    return " ".join(parts)
