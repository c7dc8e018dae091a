"""A position of Ishtar in words: the text alternative of its picture, and the short lines below the boards."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.for_people import with_name
from engine.game import CHANCE, Action
from engine.ishtar import choices, sentences
from engine.ishtar import picture_sentences as said
from engine.ishtar.cells import COLOURS, FLOWER, FOUNTAIN, FREE, GRASS, TREE
from engine.ishtar.components import DOUBLE, ICONS, SHAPES, SINGLE, SKILLS
from engine.ishtar.position import Position
from engine.ishtar.scoring import fountain_holders, own_beds
from engine.ishtar.state import IshtarState
from engine.ishtar.telling import told
from engine.message import Message, Say, series, verbatim
from engine.picture_words import (
    due,
    ids,
    last_turn,
    over_in_turn,
    places,
    seat_line,
    seat_on_turn,
    sentence,
    sentences_of,
)
from engine.sentence import message_of

COVERED = {GRASS: said.GRASS, TREE: said.GRASS_WITH_TREE}


def skills_of(position: Position, seat: int) -> list[str]:
    """The skills that a seat has unlocked."""
    return [name for number, name in enumerate(SKILLS) if position.owned[seat] >> number & 1]


def tile_in_words(position: Position, tile: int) -> Message:
    """A vegetation tile: its shape, spaces and icon."""
    found = position.components.tiles[tile]
    spaces = [said.FLOWERS.message(count=flowers) if flowers else said.GRASS.message() for flowers in found.flowers]
    icon = ICONS[found.icon]
    if icon is not None:
        spaces[found.icon_at] = said.WITH_ICON.message(space=spaces[found.icon_at], icon=sentences.ICON[icon].message())
    return said.TILE.message(shape=sentences.SHAPE[SHAPES[found.shape]].message(), spaces=tuple(spaces))


def card_in_words(position: Position, card: int) -> Message:
    """A tree card: its points and cost, and whether a tree token lies on it."""
    words = choices.label(position.components, "card", position.components.trees[card].name)
    return said.WITH_TREE.message(card=words) if position.token_on[card] else words


def status(state: IshtarState, names: Sequence[str]) -> Message:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return over_in_turn(state.turn, result, names)
    turn, name = state.turn, names[state.active]
    return said.LAST_ROUND.message(turn=turn, name=name) if state.ending else general.TURN.message(turn=turn, name=name)


def due_now(state: IshtarState, names: Sequence[str]) -> Message | None:
    """What is due now, with what the turn has at hand; None after the end."""
    found = due(state, names)
    if found is None or state.to_move == CHANCE:
        return found
    if state.bloom_kind == SINGLE:
        return with_name(said.PLACES_SINGLE.message(seat=state.to_move), names)
    if state.bloom_kind == DOUBLE:
        return with_name(said.PLACES_DOUBLE.message(seat=state.to_move), names)
    if state.settlers:
        return said.SETTLES_LEFT.message(due=found, count=state.settlers)
    if state.icon_cell >= 0:
        icon = ICONS[state.icon]
        assert icon is not None
        words = sentences.ICON[icon].message()
        return said.USES_ICON_AT.message(due=found, icon=words, cell=_cell_name(state, state.icon_cell))
    return found


def _supply(position: Position) -> Message:
    """Gems, blooming tokens and trees in the supply."""
    singles, doubles = position.bloom_left
    things = (
        *(sentences.GEMS[colour].message(count=count) for colour, count in zip(COLOURS, position.supply, strict=True)),
        said.SINGLE.message(count=singles),
        said.DOUBLE.message(count=doubles),
        said.TREES.message(count=position.tree_supply),
    )
    return said.SUPPLY.message(things=things)


def _cell_name(position: Position, cell: int) -> str:
    return choices.cell_in_words(position.grid.ids[cell])


def fountain_in_words(position: Position, cell: int) -> Message:
    """The fountain on a cell."""
    found = position.components.fountains[position.board_fountains[position.grid.board_of[cell]]]
    return said.FOUNTAIN[COLOURS[found.colour]].message(points=found.points)


def _sites(position: Position) -> Message:
    """What lies on each cell. Cells that are not named are sand."""
    found: dict[Message, list[str]] = {}
    for cell, holds in enumerate(position.cells):
        if holds == FLOWER:
            kind = said.FLOWERS.message(count=position.flowers[cell])
        elif holds == FOUNTAIN:
            kind = fountain_in_words(position, cell)
        elif holds in COVERED:
            kind = COVERED[holds].message()
        elif position.gem_at[cell] >= 0:
            kind = said.GEM[COLOURS[position.gem_at[cell]]].message()
        elif holds != FREE:
            kind = said.TABLET.message()
        else:
            continue
        found.setdefault(kind, []).append(_cell_name(position, cell))
    return said.BOARDS.message(sites=places(found) or general.NOTHING.message())


def _tiles(position: Position) -> Message:
    """The cells of each vegetation tile."""
    count, spots = len(position.cells), position.grid.spots
    tiles = [spots[position.components.tiles[tile].shape][turn * count + cell] for tile, turn, cell in position.laid]
    laid = [verbatim(" ".join(_cell_name(position, cell) for cell in trio)) for trio in tiles if trio is not None]
    return said.TILES.message(tiles=series(laid, "; ") if laid else general.NONE.message())


def _assistants(position: Position) -> list[Message]:
    """Where the assistants of each seat stand."""
    where: list[list[str]] = [[] for _ in range(position.players)]
    for cell, seat in position.assistants:
        where[seat].append(_cell_name(position, cell))
    return [
        said.ASSISTANTS.message(seat=seat, places=ids(cells)) if cells else said.NO_ASSISTANTS.message(seat=seat)
        for seat, cells in enumerate(where)
    ]


def holders_of_fountains(position: Position) -> list[tuple[int, ...]]:
    """The seats that control each fountain, by place of its board."""
    return fountain_holders(position, [own_beds(position, seat) for seat in range(position.players)])


def holder_of(position: Position, cell: int) -> int | None:
    """The seat that controls the flowerbed of a cell."""
    number = position.holder.get(position.bed_at[cell])
    return None if number is None else position.assistants[number][1]


def cell_in_words(position: Position, cell: int, names: Sequence[str]) -> Message:
    """What lies on a cell."""
    holds = position.cells[cell]
    if holds == FOUNTAIN:
        face = list(position.components.faces)[position.boards[position.grid.board_of[cell]][0]]
        words = said.FOUNTAIN_OF_BOARD.message(fountain=fountain_in_words(position, cell), board=face)
        holders = tuple(names[seat] for seat in holders_of_fountains(position)[position.grid.board_of[cell]])
        return series([words, said.CONTROLLED_BY.message(names=holders)]) if holders else words
    if holds == FLOWER:
        return _flower_in_words(position, cell, names)
    if holds in COVERED:
        return COVERED[holds].message()
    if position.gem_at[cell] >= 0:
        return said.ROCK[COLOURS[position.gem_at[cell]]].message()
    return (said.TABLET if holds else said.SAND).message()


def _flower_in_words(position: Position, cell: int, names: Sequence[str]) -> Message:
    """The flowers on a cell, the assistant among them, and who controls the flowerbed."""
    parts = [said.FLOWERS.message(count=position.flowers[cell])]
    assistant = next((seat for at, seat in position.assistants if at == cell), None)
    if assistant is not None:
        parts.append(said.ASSISTANT_OF.message(name=names[assistant]))
    holder = holder_of(position, cell)
    if holder is None:
        parts.append(said.FLOWERBED_OF_NOBODY.message())
    else:
        parts.append(said.FLOWERBED_OF.message(name=names[holder]))
    return series(parts)


def cards_in_words(position: Position, cards: Sequence[int]) -> Message:
    """Several tree cards."""
    return series((card_in_words(position, card) for card in cards), "; ")


def _fountain_name(position: Position, place: int) -> str:
    """Where the fountain of a board is."""
    cells, board_of = position.cells, position.grid.board_of
    return next(
        _cell_name(position, cell) for cell, board in enumerate(board_of) if board == place and cells[cell] == FOUNTAIN
    )


def _seat(state: IshtarState, seat: int, name: str, holders: Sequence[tuple[int, ...]]) -> list[Message]:
    """The line of a seat, its reserved cards, its flowerbeds, and the fountains that it controls."""
    gems = tuple(map(message_of, choices.gems_in_words(zip(COLOURS, state.gems[seat], strict=True))))
    skills = tuple(skills_of(state, seat))
    facts = (
        general.POINTS.message(count=state.scores[seat]),
        general.ON_TURN.message() if seat == seat_on_turn(state.to_move, state.active) else None,
        said.HAS_GEMS.message(gems=gems) if gems else said.NO_GEMS.message(),
        said.TREE_CARDS.message(count=len(state.bought[seat])),
        said.SKILLS.message(skills=skills, count=len(skills)) if skills else said.NO_SKILL.message(),
        said.IN_SUPPLY.message(count=state.in_supply[seat]),
        said.ON_CARPET.message(count=state.on_carpet[seat]),
    )
    parts = [seat_line(seat, name, facts)]
    if state.reserved[seat]:
        parts.append(said.RESERVED_BY.message(seat=seat, cards=cards_in_words(state, state.reserved[seat])))
    own = [state.beds[label] for label, number in state.holder.items() if state.assistants[number][1] == seat]
    if own:
        beds = series((_bed(state, sorted(bed)) for bed in sorted(own, key=min)), "; ")
        parts.append(said.FLOWERBEDS.message(seat=seat, beds=beds))
    fountains = [_fountain_name(state, place) for place, seats in enumerate(holders) if seat in seats]
    if fountains:
        parts.append(said.FOUNTAINS.message(seat=seat, places=ids(fountains)))
    return parts


def _bed(state: IshtarState, cells: Sequence[int]) -> Message:
    """The flowers of a flowerbed and its cells."""
    names = verbatim(" ".join(_cell_name(state, cell) for cell in cells))
    return said.FLOWERBED.message(count=sum(state.flowers[cell] for cell in cells), cells=names)


def stack_in_words(state: IshtarState, stack: int) -> Message:
    """The top tile of a stack, how many lie below it, and whether the watering can stands there."""
    top, below = state.top[stack], state.left[stack]
    none = said.NO_OPEN_TILE if below else said.EMPTY
    tile = tile_in_words(state, top) if top >= 0 else none.message()
    can = [said.WITH_CAN.message()] if stack == state.can else []
    return said.STACK.message(stack=stack, facts=series([tile, said.BELOW.message(count=below), *can]))


def describe(state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """Everything that the picture says, for those who cannot see it."""
    parts = [sentence(status(state, names)), sentence(due_now(state, names))]
    if state.hand >= 0:
        parts.append(said.IN_HAND.message(tile=tile_in_words(state, state.hand)))
    holders = holders_of_fountains(state)
    for seat, name in enumerate(names):
        parts += _seat(state, seat, name, holders)
    parts += [stack_in_words(state, stack) for stack in range(len(state.top))]
    row = [card for card in state.row if card >= 0]
    parts.append(said.ROW.message(cards=cards_in_words(state, row) if row else general.NONE.message()))
    parts += [said.DECK.message(count=state.deck_size()), _supply(state)]
    parts += [_sites(state), _tiles(state), *_assistants(state)]
    if state.placed_now:
        changed = ids(_cell_name(state, cell) for cell in sorted(set(state.placed_now)))
        parts.append(said.CHANGED.message(places=changed))
    parts += last_turn(last, lambda action: told(state.components, action))
    return sentences_of(say, parts)
