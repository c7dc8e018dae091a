"""A position of Babylon in words: the text alternative of its picture, and the short lines below the gardens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylon import picture_sentences as said
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
from engine.babylon.components import PIECE_KINDS, SUPPLY_KINDS, Components
from engine.babylon.garden import Garden
from engine.babylon.labels import EFFECT_TITLES, FLOWERS
from engine.babylon.position import Position
from engine.babylon.state import BabylonState
from engine.babylon.telling import told
from engine.game import CHANCE, Action
from engine.message import Message, Say, series, verbatim, word
from engine.picture_words import due, last_turn, over_in_round, seat_line, seat_on_turn, sentence, sentences_of


def seat_in_front(state: BabylonState) -> int:
    """The seat whose garden is looked at: the one on turn; after the end the first of the winners."""
    result = state.result()
    return seat_on_turn(state.to_move, state.active) if result is None else result.winners[0]


def round_of(position: Position) -> int:
    """The number of the round; 1 before the first go."""
    return max(0, position.turn - 1) // position.players + 1


def status(state: BabylonState, names: Sequence[str]) -> Message:
    """Whose turn it is, or who won; during a draw the round only."""
    result = state.result()
    rounds = state.components.tokens_used[state.players] + 1
    if result is not None:
        return over_in_round(rounds, result, names)
    if state.to_move == CHANCE:
        return said.ROUND_DRAW.message(round=round_of(state), rounds=rounds)
    return said.ROUND.message(round=round_of(state), rounds=rounds, name=names[state.to_move])


def due_now(state: BabylonState, names: Sequence[str]) -> Message | None:
    """What the seat to move has to do, or what is drawn; None after the end."""
    found = due(state, names)
    if found is None or state.to_move == CHANCE:
        return found
    if state.removals_left:
        return said.REMOVALS_LEFT.message(due=found, count=state.removals_left)
    if state.rulings.gain_is_claimed and state.effect in (GAIN_SIMPLE, GAIN_DOUBLE):
        return said.CLAIMED[state.claimed].message(due=found)
    return found


def board_flower(position: Position, seat: int) -> int:
    """The flower of a seat's board: that of its starting tile. A dug tile with it pays a pillar more."""
    return position.components.tiles[position.starting[seat]].flower


def flower_in_words(components: Components, flower: int) -> Message:
    """The colour of a flower."""
    return word(FLOWERS, components.flowers[flower])


def effect_in_words(position: Position) -> Message:
    """What the round token that counts now does."""
    return EFFECT_TITLES[EFFECTS[position.effect]]


def tokens_to_come(position: Position) -> Message:
    """How many round tokens are still to be turned up."""
    return said.MORE_TOKENS.message(count=position.tokens_left)


def things_in_the_box(position: Position) -> list[Message]:
    """The pillars, belvederes and pieces left in the box, kind by kind."""
    return [
        said.COUNTED[kind].message(count="∞" if count < 0 else count)
        for kind, count in zip(SUPPLY_KINDS, position.supply, strict=True)
    ]


def tile_in_words(components: Components, tile: int) -> Message:
    """A tile: its id, material, flower and icons from the north-west clockwise."""
    found = components.tiles[tile]
    icons = series((said.BLANK if icon == NO_ICON else said.PIECE[ICONS[icon]]).message() for icon in found.icons[0])
    flower = flower_in_words(components, found.flower)
    if not found.layer:
        return said.STARTING_TILE.message(tile=found.id, flower=flower, icons=icons)
    material = said.MATERIAL[LAYERS[found.layer - 1]].message()
    return said.TILE.message(tile=found.id, material=material, flower=flower, icons=icons)


def stack_in_words(position: Position, stack: int) -> Message:
    """A stack of the quarry: how high it is, and the tile on top."""
    name, top = STACK_NAMES[stack], position.stack_tops[stack]
    if top < 0:
        return said.STACK_EMPTY.message(stack=name)
    tile = tile_in_words(position.components, top)
    return said.STACK.message(stack=name, height=position.stack_heights[stack], tile=tile)


def column_in_words(position: Position, garden: Garden, column: int) -> Message:
    """What is seen from above on a column of a garden."""
    parts = [verbatim(COLUMN_NAMES[column])]
    if not garden.heights[column]:
        parts.append(said.HOLE.message())
    else:
        placed = garden.placed[garden.tops[column]]
        parts.append(sentences.ON_LEVEL.message(level=garden.heights[column]))
        parts.append(verbatim(position.components.tiles[placed.tile].id))
        if garden.icons[column] != NO_ICON:
            parts.append(said.ICON[ICONS[garden.icons[column]]].message())
        if garden.pieces[column]:
            parts.append(said.STANDING[PIECES[garden.pieces[column]]].message())
    if garden.gaps[column]:
        parts.append(said.BELOW_BRIDGE.message(level=garden.gaps[column]))
    return series(parts)


def pieces_of(garden: Garden) -> Counter[str]:
    """The decorations of a garden by kind, without statues that serve as pillars."""
    return Counter(
        ICONS[found.kind]
        for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True)
        if not is_pillar
    )


def _seen_from_above(position: Position, garden: Garden) -> Message | None:
    """Each tile in sight: its level and flower, and its spaces in sight with icons and pieces. None without tiles."""
    tiles = []
    for number, placed in enumerate(garden.placed):
        spaces = [_space(garden, column) for column in SPACES[placed.anchor] if garden.tops[column] == number]
        if spaces:
            flower = flower_in_words(position.components, position.components.tiles[placed.tile].flower)
            tiles.append(said.FLOWER_ON_LEVEL.message(flower=flower, level=placed.level, spaces=series(spaces)))
    return said.TILES_BY_FLOWER.message(tiles=series(tiles, "; ")) if tiles else None


def _space(garden: Garden, column: int) -> Message:
    """A space in sight, and the piece on it or else its icon."""
    name, piece, icon = COLUMN_NAMES[column], garden.pieces[column], garden.icons[column]
    if piece:
        return said.SPACE.message(space=name, what=said.STANDING[PIECES[piece]].message())
    return verbatim(name) if icon == NO_ICON else said.SPACE.message(space=name, what=said.ICON[ICONS[icon]].message())


def _joins(garden: Garden) -> Message | None:
    """The pieces that join two columns of which both ends are in sight."""
    found = [
        said.JOINS.message(
            piece=said.PIECE[ICONS[piece.kind]].message(),
            at=COLUMN_NAMES[piece.column],
            other=COLUMN_NAMES[piece.other],
        )
        for piece in garden.decorations
        if piece.other >= 0 and garden.tops[piece.column] == piece.tile and garden.tops[piece.other] == piece.other_tile
    ]
    return said.JOINED.message(pieces=series(found)) if found else None


def _garden(position: Position, seat: int) -> list[Message | None]:
    """What lies and stands in a garden."""
    garden = position.gardens[seat]
    levels = Counter(height for height in garden.heights if height)
    seen = [said.SPACES_OF_LEVEL.message(count=count, level=level) for level, count in sorted(levels.items())]
    pieces = pieces_of(garden)
    built = tuple(said.COUNTED[kind].message(count=pieces[kind]) for kind in PIECE_KINDS if pieces[kind])
    facts = (
        said.TILES_PLACED.message(count=len(garden.placed)),
        said.IN_SIGHT.message(spaces=series(seen)) if seen else said.NOTHING_IN_SIGHT.message(),
        said.FREE_HOLES.message(count=COLUMNS - sum(levels.values())),
        said.BUILT.message(pieces=built) if built else said.NOTHING_BUILT.message(),
        said.BELVEDERES_IN_SIGHT.message(count=sum(piece == BELVEDERE for piece in garden.pieces)),
    )
    about = said.GARDEN.message(seat=seat, facts=series(facts, "; "))
    return [about, _seen_from_above(position, garden), _joins(garden)]


def _seat(state: BabylonState, seat: int, name: str) -> Message:
    """A seat's points, flower, pillars and stored tile."""
    stored = state.stored[seat]
    facts = (
        general.POINTS.message(count=state.scores[seat]),
        general.ON_TURN.message() if seat == seat_on_turn(state.to_move, state.active) else None,
        said.BOARD_FLOWER.message(flower=flower_in_words(state.components, board_flower(state, seat))),
        said.COUNTED["simple_pillar"].message(count=state.simple[seat]),
        said.COUNTED["double_pillar"].message(count=state.double[seat]),
        said.NOTHING_STORED.message()
        if stored < 0
        else said.STORED.message(tile=tile_in_words(state.components, stored)),
    )
    return seat_line(seat, name, facts)


def _quarry(position: Position) -> Message:
    """The stacks of the quarry with a tile."""
    stacks = [stack_in_words(position, stack) for stack, top in enumerate(position.stack_tops) if top >= 0]
    return said.QUARRY.message(stacks=series(stacks, "; ")) if stacks else said.QUARRY_EMPTY.message()


def hand_in_words(state: BabylonState) -> Message | None:
    """The tile that was dug and lies nowhere yet; None if there is none."""
    return said.IN_HAND.message(tile=tile_in_words(state.components, state.dug)) if state.dug >= 0 else None


def _told(state: BabylonState, action: Action) -> Message:
    assert isinstance(action, BabylonAction)
    return told(state.components, action)


def describe(state: BabylonState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """Everything that the picture says, for those who cannot see it."""
    parts = [sentence(status(state, names)), sentence(due_now(state, names)), sentence(hand_in_words(state))]
    for seat, name in enumerate(names):
        parts.append(_seat(state, seat, name))
        parts += _garden(state, seat)
    parts.append(sentence(said.ROUND_TOKEN.message(effect=effect_in_words(state))))
    parts.append(sentence(tokens_to_come(state)))
    parts.append(_quarry(state))
    parts.append(said.IN_THE_BOX.message(things=series(things_in_the_box(state))))
    parts += last_turn(last, lambda action: _told(state, action))
    return sentences_of(say, parts)
