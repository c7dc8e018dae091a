"""What Ishtar may have to say beside its refusals: what is due, and what is wrong with a line or a setup."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("ishtar")

SHOWS_TILE = templates("shows_tile", "stack %(stack)s shows its next tile")
CARDS_DRAWN = templates("cards_drawn", Plural("%(cards)s tree card drawn", "%(cards)s tree cards drawn", by="cards"))
TAKES_TILE = templates("takes_tile", "seat %(seat)s takes a vegetation tile")
PLACES_TILE = templates("places_tile", "seat %(seat)s places the tile")
USES_ICON = templates("uses_icon", "seat %(seat)s uses the icon or declines")
RESERVES_CARD = templates("reserves_card", "seat %(seat)s reserves a tree card")
PLACES_BLOOM = templates("places_bloom", "seat %(seat)s places a blooming token")
SETTLES_ASSISTANT = templates("settles_assistant", "seat %(seat)s settles a freed assistant")
PLANTS_OR_ENDS = templates("plants_or_ends", "seat %(seat)s plants trees or ends the turn")

NOT_WHOLE = templates("not_whole", "the %(key)s of a %(word)s is a whole number")
NOT_A_TEXT = templates("not_a_text", "the %(key)s is a text")
MIRRORED_TYPE = templates("mirrored_type", "mirrored is true or false")
CELL_TYPE = templates("cell_type", "a cell is a list of two whole numbers")
BLOOM_TYPES = templates("bloom_types", "the cells of a bloom are a list of one or two cells")
TREES_TYPES = templates("trees_types", "the cards of trees are a list of texts")
GEMS_TYPE = templates("gems_type", "gems are an object from colour to number")
GEMS_NUMBERS = templates("gems_numbers", "gems are named with whole numbers from 1")

SETUP_KEYS = templates("setup_keys", "the setup has exactly the keys %(keys)s")
BOARDS_TYPE = templates("boards_type", "the boards of the setup are a list")
BOARD_KEYS = templates("board_keys", "a board of the setup has exactly the keys face and rotation")
BOARD_TYPES = templates("board_types", "the face of a board is a text, its rotation a whole number")
SETUP_NAMES_TYPE = templates("setup_names_type", "the %(key)s of the setup are a list of texts")
WHITE_FOUNTAIN = templates("white_fountain", "a white fountain is always in play (fountain_draw)")
TWO_CUPS = templates("two_cups", "there are two cups of each shape")
NO_STARTING_TILE = templates("no_starting_tile", "%(tile)s is no starting tile of the shape of stack %(stack)s")
BOARD_COUNT = templates("board_count", "%(count)s boards are in play, not %(found)s")
UNKNOWN_FACE = templates("unknown_face", "there is no board face %(face)s")
BOARD_ROTATION = templates("board_rotation", "a board is turned 0 to %(most)s times, not %(rotation)s")
BOARD_TWICE = templates("board_twice", "a board lies there twice")

WRONG_FOUNTAINS = templates(
    "wrong_fountains", "the setup names %(count)s different fountains, not %(found)s of which %(different)s differ"
)
WRONG_TILES = templates(
    "wrong_tiles", "the setup names %(count)s different tiles, not %(found)s of which %(different)s differ"
)
WRONG_TREE_CARDS = templates(
    "wrong_tree_cards", "the setup names %(count)s different tree cards, not %(found)s of which %(different)s differ"
)
NO_SUCH_FOUNTAIN = templates("no_such_fountain", "there is no fountain %(name)s")
NO_SUCH_TILE = templates("no_such_tile", "there is no tile %(name)s")
NO_SUCH_TREE_CARD = templates("no_such_tree_card", "there is no tree card %(name)s")
