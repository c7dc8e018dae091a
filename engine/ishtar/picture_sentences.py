"""What a picture of Ishtar says beside what each picture says: tiles, cards, stacks, gardens, the meaning of shapes."""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("ishtar.picture")

LAST_ROUND = templates("last_round", "Turn %(turn)s: %(name)s to move, last round")
PLACES_SINGLE = templates("places_single", "%(seat)s places a single blooming token")
PLACES_DOUBLE = templates("places_double", "%(seat)s places a double blooming token")
SETTLES_LEFT = templates("settles_left", "%(due)s, %(count)s left")
USES_ICON_AT = templates("uses_icon_at", "%(due)s: %(icon)s at %(cell)s")
IN_HAND = templates("in_hand", "In hand: %(tile)s.")

TILE = templates("tile", "%(shape)s: %(spaces)s")
FLOWERS = templates("flowers", Plural("%(count)s flower", "%(count)s flowers"))
GRASS = templates("grass", "grass")
WITH_ICON = templates("with_icon", "%(space)s with %(icon)s")
WITH_TREE = templates("with_tree", "%(card)s, with a tree")

HAS_GEMS = templates("has_gems", "has %(gems)s")
NO_GEMS = templates("no_gems", "no gems")
TREE_CARDS = templates("tree_cards", Plural("%(count)s tree card", "%(count)s tree cards"))
SKILLS = templates("skills", Plural("skill %(skills)s", "skills %(skills)s"))
NO_SKILL = templates("no_skill", "no skill")
IN_SUPPLY = templates("in_supply", Plural("%(count)s assistant in the supply", "%(count)s assistants in the supply"))
ON_CARPET = templates("on_carpet", "%(count)s on the carpet")
RESERVED_BY = templates("reserved_by", "Reserved by %(seat)s: %(cards)s.")
FLOWERBEDS = templates("flowerbeds", "Flowerbeds of %(seat)s: %(beds)s.")
FLOWERBED = templates("flowerbed", Plural("%(count)s flower on %(cells)s", "%(count)s flowers on %(cells)s"))

STACK = templates("stack", "Stack %(stack)s: %(facts)s.")
NO_OPEN_TILE = templates("no_open_tile", "no open tile")
EMPTY = templates("empty", "empty")
BELOW = templates("below", "%(count)s below")
WITH_CAN = templates("with_can", "with the watering can")
ROW = templates("row", "Tree cards: %(cards)s.")
DECK = templates("deck", Plural("%(count)s card in the deck.", "%(count)s cards in the deck."))
SUPPLY = templates("supply", "The supply holds %(things)s.")
SINGLE = templates("single", Plural("%(count)s single blooming token", "%(count)s single blooming tokens"))
DOUBLE = templates("double", Plural("%(count)s double blooming token", "%(count)s double blooming tokens"))
TREES = templates("trees", Plural("%(count)s tree", "%(count)s trees"))

BOARDS = templates("boards", "Boards, by column and row: %(sites)s.")
FOUNTAIN = {
    "purple": templates(
        "purple_fountain",
        points("purple fountain worth %(points)s points"),
    ),
    "red": templates(
        "red_fountain",
        points("red fountain worth %(points)s points"),
    ),
    "white": templates(
        "white_fountain",
        points("white fountain worth %(points)s points"),
    ),
}
GRASS_WITH_TREE = templates("grass_with_tree", "grass with a tree")
GEM = {
    "purple": templates("purple_gem", "purple gem"),
    "red": templates("red_gem", "red gem"),
    "white": templates("white_gem", "white gem"),
}
TABLET = templates("tablet", "sacred tablet")
TILES = templates("tiles", "Vegetation tiles: %(tiles)s.")
ASSISTANTS = templates("assistants", "Assistants of %(seat)s: %(places)s.")
NO_ASSISTANTS = templates("no_assistants", "Assistants of %(seat)s: none.")
CHANGED = templates("changed", "Changed this turn: %(places)s.")

CELL = templates("cell", "%(cell)s: %(what)s")
FOUNTAIN_OF_BOARD = templates("fountain_of_board", "%(fountain)s, of board %(board)s")
ASSISTANT_OF = templates("assistant_of", "assistant of %(name)s")
FLOWERBED_OF = templates("flowerbed_of", "flowerbed of %(name)s")
FLOWERBED_OF_NOBODY = templates("flowerbed_of_nobody", "flowerbed of nobody")
ROCK = {
    "purple": templates("purple_rock", "rock with a purple gem"),
    "red": templates("red_rock", "rock with a red gem"),
    "white": templates("white_rock", "rock with a white gem"),
}
SAND = templates("sand", "sand")

LETTERS_OF_GEMS = templates("letters_of_gems", "P R W")
"""A letter for each colour of gem, in the order of COLOURS, with spaces between them: purple, red, white."""
LETTERS_OF_ICONS = templates("letters_of_icons", "A S J")
"""A letter for each icon, with spaces between them: assistant, skill, joker."""

HEAD_GEMS = templates("head_gems", "Gems")
HEAD_ASSISTANTS = templates("head_assistants", "Assistants")
HEAD_TREES = templates("head_trees", "Trees")
HEAD_SKILLS = templates("head_skills", "Skills")
CAN_LABEL = templates("can_label", "can")
STACK_EMPTY = templates("stack_empty", "%(stack)s: empty")
HAND_LABEL = templates("hand_label", "in hand")
CARDS_LEFT = templates("cards_left", Plural("%(count)s card", "%(count)s cards"))
SUPPLY_LABEL = templates("supply_label", "Supply:")
BLOOMING_LABEL = templates("blooming_label", "Blooming:")
RESERVED = templates("reserved", "Reserved: %(cards)s")
NO_RESERVED = templates("no_reserved", "Reserved: none")
RESERVED_CARD = templates("reserved_card", "%(number)s: %(points)s for %(gems)s")
RESERVED_WITH_TREE = templates("reserved_with_tree", "%(number)s: %(points)s for %(gems)s + tree")
KEY_GEMS = templates("key_gems", "gems: purple, red, white")
KEY_FOUNTAIN = templates("key_fountain", "fountain")
KEY_TREE = templates("key_tree", "tree")
KEY_CONTROLLED = templates("key_controlled", "controlled")
KEY_ASSISTANT = templates("key_assistant", "assistant")
KEY_ICONS = templates("key_icons", "assistant, skill, joker")
