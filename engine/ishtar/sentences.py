"""What Ishtar may have to say beside its refusals: what is due, what is wrong with a line or a setup, the names of
choices, what a move does, what points were paid for.
"""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("ishtar")

SHOWS_TILE = templates("shows_tile", "stack %(stack)s shows its next tile")
CARDS_DRAWN = templates("cards_drawn", Plural("%(cards)s tree card drawn", "%(cards)s tree cards drawn", by="cards"))
TREES_PLANTED = templates("trees_planted", Plural("%(count)s tree planted", "%(count)s trees planted"))
GEMS_LEFT = templates("gems_left", Plural("%(count)s gem left", "%(count)s gems left"))
TAKES_TILE = templates("takes_tile", "%(seat)s takes a vegetation tile")
PLACES_TILE = templates("places_tile", "%(seat)s places the tile")
USES_ICON = templates("uses_icon", "%(seat)s uses the icon or declines")
RESERVES_CARD = templates("reserves_card", "%(seat)s reserves a tree card")
PLACES_BLOOM = templates("places_bloom", "%(seat)s places a blooming token")
SETTLES_ASSISTANT = templates("settles_assistant", "%(seat)s settles a freed assistant")
PLANTS_OR_ENDS = templates("plants_or_ends", "%(seat)s plants trees or ends the turn")

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
WHITE_FOUNTAIN = templates("white_fountain", "a white fountain is always in play (house rule “Fountains in play”)")
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

DO = {
    "take": templates("do_take", "Take a tile"),
    "place": templates("do_place", "Place the tile"),
    "discard": templates("do_discard", "Discard the tile"),
    "assistant": templates("do_assistant", "Place an assistant"),
    "skill": templates("do_skill", "Unlock a skill"),
    "decline": templates("do_decline", "Don't use the icon"),
    "reserve": templates("do_reserve", "Reserve a tree card"),
    "bloom": templates("do_bloom", "Place a blooming token"),
    "settle": templates("do_settle", "Settle an assistant"),
    "plant": templates("do_plant", "Plant a tree"),
    "buy": templates("do_buy", "Buy without planting"),
    "end": templates("do_end", "End turn"),
    "tile": templates("do_tile", "Turn up a tile"),
    "trees": templates("do_trees", "Draw tree cards"),
}
STACK = templates("stack", "Stack %(stack)s")
STACK_OF_TILE = templates("stack_of_tile", "Stack %(stack)s: %(tile)s")
TILE = templates("tile", "%(tile)s (%(shape)s, flowers %(flowers)s)")
TILE_WITH_ICON = templates("tile_with_icon", "%(tile)s (%(shape)s, flowers %(flowers)s, %(icon)s)")
SHAPE = {
    "straight": templates("straight", "straight"),
    "bent": templates("bent", "bent"),
    "triangle": templates("triangle", "triangle"),
}
ICON = {
    "assistant": templates("icon_assistant", "assistant icon"),
    "skill": templates("icon_skill", "skill icon"),
    "joker": templates("icon_joker", "joker icon"),
}
NOT_TURNED = templates("not_turned", "Not turned")
TURNED = templates("turned", "Turned %(degrees)s°")
TURNED_OVER = templates("turned_over", "Turn over")
NOT_TURNED_OVER = templates("not_turned_over", "Do not turn over")
TREE = templates(
    "tree",
    points("%(card)s: %(points)s points for %(gems)s"),
)
FREE_TREE = templates("free_tree", points("%(card)s: %(points)s points, free"))
TOP_OF_DECK = templates("top_of_deck", "Top of the deck")
FREE = templates("free", "Free")
PAY = templates("pay", "For %(gems)s")
GEMS = {
    "purple": templates("gems_purple", Plural("%(count)s purple gem", "%(count)s purple gems")),
    "red": templates("gems_red", Plural("%(count)s red gem", "%(count)s red gems")),
    "white": templates("gems_white", Plural("%(count)s white gem", "%(count)s white gems")),
}
SKILL = templates("skill", "Skill %(skill)s: %(effect)s")
LOWER_EFFECT = {
    "reserve": templates("effect_reserve", "reserve a tree card"),
    "single": templates("effect_single", "single blooming token"),
    "double": templates("effect_double", "double blooming token"),
}
ASSISTANTS_FREED = templates("effect_assistant", Plural("%(count)s assistant", "%(count)s assistants"))
UPPER_EFFECT = {
    "tablets": templates("effect_tablets", "tablets"),
    "flat": templates("effect_flat", "points"),
    "trees": templates("effect_trees", "trees in the gardens"),
    "tree_cards": templates("effect_tree_cards", "tree cards"),
    "gems": templates("effect_gems", "gems"),
}

TAKES = templates("takes", "takes the tile of stack %(stack)s")
TAKES_FOR_GEMS = templates("takes_for_gems", "takes the tile of stack %(stack)s for %(gems)s")
PLACES = templates("places", "places the tile on %(cell)s")
PLACES_TURNED = templates("places_turned", "places the tile on %(cell)s, turned %(degrees)s°")
PLACES_TURNED_OVER = templates(
    "places_turned_over", "places the tile on %(cell)s, turned over and then by %(degrees)s°"
)
DISCARDS = templates("discards", "discards the tile")
PLACES_ASSISTANT = templates("places_assistant", "places an assistant")
UNLOCKS = templates("unlocks", "unlocks skill %(skill)s")
UNLOCKS_FOR_GEMS = templates("unlocks_for_gems", "unlocks skill %(skill)s for %(gems)s")
DECLINES = templates("declines", "does not use the icon")
RESERVES = templates("reserves", "reserves the tree card %(card)s")
RESERVES_TOP = templates("reserves_top", "reserves the top card of the deck")
BLOOMS = templates("blooms", "places a blooming token on %(cells)s")
SETTLES = templates("settles", "settles an assistant on %(cell)s")
PLANTS = templates("plants", "plants %(card)s on %(cell)s")
BUYS = templates("buys", "buys the tree card %(card)s without planting")
ENDS = templates("ends", "ends the turn")
TURNS_UP = templates("turns_up", "turns up %(tile)s on stack %(stack)s")
DRAWS_TREES = templates("draws_trees", Plural("draws the tree card %(cards)s", "draws the tree cards %(cards)s"))

PAID_TREE = templates(
    "paid_tree",
    points("%(points)s points for the tree card %(card)s"),
)
PAID_FLOWERS = templates(
    "paid_flowers",
    points("%(points)s points for the flowers around the assistant on %(cell)s"),
)
PAID_FOUNTAIN = {
    "purple": templates(
        "paid_fountain_purple",
        points("%(points)s points for the purple fountain on board %(board)s"),
    ),
    "red": templates(
        "paid_fountain_red",
        points("%(points)s points for the red fountain on board %(board)s"),
    ),
    "white": templates(
        "paid_fountain_white",
        points("%(points)s points for the white fountain on board %(board)s"),
    ),
}
PAID_SKILL = templates(
    "paid_skill",
    points("%(points)s points for skill %(skill)s (%(effect)s)"),
)
TREE_TAKEN = templates("tree_taken", "takes the tree card %(card)s")
SKILL_TAKEN = templates("skill_taken", "unlocks skill %(skill)s (%(effect)s)")

CUP = {
    "straight": templates("cup_straight", "Straight tiles"),
    "bent": templates("cup_bent", "Bent tiles"),
    "triangle": templates("cup_triangle", "Triangle tiles"),
}
BOARDS = templates("boards", "Boards")
BOARD_ROTATIONS = templates("board_rotations", "How the boards are turned")
FOUNTAINS = templates("fountains", "Fountains")
CUPS = templates("cups", "Shapes of the stacks")
STARTING_TILES = templates("starting_tiles", "Starting tiles")
TREE_CARDS = templates("tree_cards", "Tree cards on offer")
WHICH_BOARD = templates("which_board", "Which board lies here?")
WHICH_ROTATION = templates("which_rotation", "How is this board turned?")
WHICH_FOUNTAIN = templates("which_fountain", "Which fountain is here?")
WHICH_STARTING_TILE = templates("which_starting_tile", "Which starting tile lies here?")
WHICH_SHAPE = templates("which_shape", "Which shape has this stack?")
WHICH_TREE_CARD = templates("which_tree_card", "Which tree card is on offer?")
BOARD = templates("board", "Board %(number)s")
FOUNTAIN_OF_BOARD = templates("fountain_of_board", "Fountain of board %(number)s")
TREE_CARD = templates("tree_card", "Tree card no. %(number)s")
FOUNTAIN = {
    "purple": templates(
        "fountain_purple",
        points("Purple fountain %(name)s: %(points)s points"),
    ),
    "red": templates(
        "fountain_red",
        points("Red fountain %(name)s: %(points)s points"),
    ),
    "white": templates(
        "fountain_white",
        points("White fountain %(name)s: %(points)s points"),
    ),
}

# Why the greedy bot prefers an action.

COLLECTS_GEMS = templates("collects_gems", "collects %(gems)s")
BRINGS_FLOWERS = templates(
    "brings_flowers",
    Plural("adds %(count)s flower to own flowerbeds", "adds %(count)s flowers to own flowerbeds"),
)
BRINGS_SKILL_ICON = templates("brings_skill_icon", "brings an icon that can unlock a skill")
OPENS_FLOWERBED = templates("opens_flowerbed", "starts a flowerbed for an assistant")
NO_BETTER_PLACE = templates("no_better_place", "no other place is worth more")
HAS_NO_PLACE = templates("has_no_place", "no tile in reach has a place")
CONTROLS = templates("controls", Plural("gains control of %(count)s flower", "gains control of %(count)s flowers"))
RESERVES_FOR_LATER = templates("reserves_for_later", "keeps a tree from the opponents")
FREES_ASSISTANTS = templates("frees_assistants", Plural("frees %(count)s assistant", "frees %(count)s assistants"))
LOSES_TOKEN = templates("loses_token", "opens the way to the skill above")
SCORES_AT_END = templates(
    "scores_at_end",
    points("scores %(points)s points at the end as things stand"),
)
MAY_SCORE_AT_END = templates("may_score_at_end", "may still score at the end")
TREE_IS_WORTH = templates(
    "tree_is_worth",
    points("the tree is worth %(points)s points"),
)
NOT_WORTH_ITS_PRICE = templates("not_worth_its_price", "nothing here is worth its price")
NO_TREE_TO_BUY = templates("no_tree_to_buy", "there is no tree to buy")
