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
CONTROLLED_BY = templates("controlled_by", "controlled by %(names)s")
FOUNTAINS = templates("fountains", "Fountains of %(seat)s: %(places)s.")

RESERVED = templates("reserved", "Reserved: %(cards)s")
KEY_FOUNTAIN = templates("key_fountain", "fountain")
KEY_FLOWER = templates("key_flower", "flower")
KEY_TREE = templates("key_tree", "tree")
KEY_FLOWERBED = templates("key_flowerbed", "controlled flowerbed")
KEY_CAN = templates("key_can", "watering can")
KEY_HAND = templates("key_hand", "in hand")
KEY_ASSISTANT = templates("key_assistant", "assistant")
KEY_ON_CARPET = templates("key_on_carpet", "assistant on the carpet")
KEY_TREE_CARD = templates("key_tree_card", "tree card")
KEY_RESERVED = templates("key_reserved", "reserved tree card")
KEY_SKILL = templates("key_skill", "%(skill)s: %(effect)s")
KEY_DECK = templates("key_deck", "cards in the deck")
