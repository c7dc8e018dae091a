"""What Babylon may have to say beside its refusals: what is due, what is wrong with a line, choices, moves, points."""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("babylon")

TILE_UNCOVERED = templates("tile_uncovered", "a tile is uncovered on stack %(stack)s")
ROUND_TOKEN = templates("round_token", "a round token is turned up")
CLAY_REMOVED = templates("clay_removed", "a clay tile is removed from the quarry")
HOLES_SEEN = templates("holes_seen", Plural("%(count)s hole in sight", "%(count)s holes in sight"))
REMOVES_CLAY = templates("removes_clay", "%(seat)s removes a clay tile from the quarry")
DIGS = templates("digs", "%(seat)s digs a tile")
BUILDS_OR_FINISHES = templates("builds_or_finishes", "%(seat)s builds or finishes")
STORES_OR_DISCARDS = templates("stores_or_discards", "%(seat)s stores or discards the tile just dug")

NOT_A_TEXT = templates("not_a_text", "%(key)s of %(word)s is a text")
NOT_WHOLE = templates("not_whole", "%(key)s of %(word)s is a whole number")
NOT_A_LIST = templates("not_a_list", "%(key)s of %(word)s is a list of one or two texts")

SETUP_KEYS = templates("setup_keys", "the setup has exactly the keys quarry and starting")
SETUP_TYPES = templates("setup_types", "the %(key)s of the setup is a list of texts")
SETUP_QUARRY = templates("setup_quarry", "the quarry starts with each of the %(count)s clay tiles once")
SETUP_STARTING = templates("setup_starting", "each seat has a starting tile of its own")

# Choices: what stands on a button.

REMOVE = templates("do_remove", "Remove a clay tile")
DIG = templates("do_dig", "Dig a tile")
EXCHANGE = templates("do_exchange", "Exchange pillars")
PLACE = templates("do_place", "Place a tile")
READ = templates("do_read", "Change an icon")
BUILD = templates("do_build", "Build a decoration")
CLAIM = templates("do_claim", "Take a pillar")
FINISH = templates("do_finish", "End turn")
STORE = templates("do_store", "Store the tile")
DISCARD = templates("do_discard", "Discard the tile")
UNCOVER = templates("do_uncover", "Uncover a tile")
TURN_UP = templates("do_turn_up", "Turn up a round token")

TURN = templates("turn", "Turned %(degrees)s°")
NO_TURN = templates("no_turn", "Not turned")
LEVEL = templates("level", "Level %(level)s")
NORTH_WEST = templates("north_west", "North-west open")
NORTH_EAST = templates("north_east", "North-east open")
SOUTH_EAST = templates("south_east", "South-east open")
SOUTH_WEST = templates("south_west", "South-west open")
NO_CORNER = templates("no_corner", "All supported")
STAIRS = templates("stairs", "Stairs")
FOUNTAIN = templates("fountain", "Fountain")
BRIDGE = templates("bridge", "Bridge")
STATUE = templates("statue", "Statue")
BLANK = templates("blank", "Blank")
TILE = templates("tile", "%(tile)s, %(flower)s: %(icons)s")
TOKEN = templates("token", "%(effect)s (%(token)s)")
NO_EFFECT = templates("no_effect", "No effect")
GAIN_SIMPLE = templates("gain_simple", "A simple pillar for everybody")
GAIN_DOUBLE = templates("gain_double", "A double pillar for everybody")
CHANGE_ICON = templates("change_icon", "Change an icon")
FILL_BLANK = templates("fill_blank", "Fill a blank space")
FLOWER_DOUBLE = templates("flower_double", "A flower pays two pillars")
PILLAR_LESS = templates("pillar_less", "One pillar less for the tile")

# The same inside a sentence.

WHITE = templates("white", "white")
PINK = templates("pink", "pink")
VIOLET = templates("violet", "violet")
YELLOW = templates("yellow", "yellow")
SOME_STAIRS = templates("some_stairs", "stairs")
A_FOUNTAIN = templates("a_fountain", "a fountain")
A_BRIDGE = templates("a_bridge", "a bridge")
A_STATUE = templates("a_statue", "a statue")

# What a seat or a draw did, without saying who.

REMOVES = templates("told_remove", "removes the clay tile on %(stack)s")
DIGS_AT = templates("told_dig", "digs the top tile of %(stack)s")
EXCHANGES = templates("told_exchange", "exchanges two simple pillars for a double one")
PLACES = templates("told_place", "places %(tile)s on %(at)s: %(level)s, %(rotation)s, %(corner)s")
ON_LEVEL = templates("on_level", "level %(level)s")
TURNED = templates("turned", "turned %(degrees)s°")
NOT_TURNED = templates("not_turned", "not turned")
OPEN_NORTH_WEST = templates("open_north_west", "north-west corner open")
OPEN_NORTH_EAST = templates("open_north_east", "north-east corner open")
OPEN_SOUTH_EAST = templates("open_south_east", "south-east corner open")
OPEN_SOUTH_WEST = templates("open_south_west", "south-west corner open")
NOTHING_OPEN = templates("nothing_open", "all corners supported")
READS = templates("told_read", "reads the space on %(at)s as %(icon)s")
BUILDS_ON = templates("told_build", "builds %(piece)s on %(at)s")
BUILDS_FROM = templates("told_build_from", "builds %(piece)s from %(at)s to %(other)s")
CLAIMS = templates("told_claim", "takes the pillar of the round token")
FINISHES = templates("told_finish", "ends the turn")
STORES = templates("told_store", "stores %(tile)s")
DISCARDS = templates("told_discard", "discards %(tile)s")
IS_REMOVED = templates("told_chance_remove", "the clay tile on %(stack)s is removed")
IS_UNCOVERED = templates("told_uncover", "%(tile)s is uncovered on %(stack)s")
IS_TURNED_UP = templates("told_round", "a round token is turned up: %(token)s")

# Why points were paid.

FOR_STATUE = templates(
    "for_statue",
    points("%(points)s points for a statue on %(at)s"),
)
FOR_PIECE = templates(
    "for_piece",
    points("%(points)s points for %(piece)s from %(at)s to %(other)s"),
)
FOR_DECORATION_SETS = templates(
    "for_decoration_sets",
    Plural(
        "%(points)s points for %(count)s set of four decorations",
        "%(points)s points for %(count)s sets of four decorations",
    ),
)
FOR_FLOWER_SETS = templates(
    "for_flower_sets",
    Plural(
        "%(points)s points for %(count)s set of four flowers", "%(points)s points for %(count)s sets of four flowers"
    ),
)
FOR_BELVEDERE = templates(
    "for_belvedere",
    points("%(points)s points for a belvedere on %(at)s"),
)
FOR_LEVEL = templates(
    "for_level",
    points("%(points)s points for the highest level, %(level)s"),
)

# Laying out the table.

QUARRY = templates("quarry", "Clay tiles on the quarry")
STARTING = templates("starting", "Starting tiles")
WHICH_TILE = templates("which_tile", "Which tile lies here?")
WHICH_STARTING = templates("which_starting", "Which tile has this seat?")
SEAT = templates("seat", "Seat %(number)s")

# Why the greedy bot prefers an action.

PAYS_PILLARS = templates("pays_pillars", Plural("pays %(count)s pillar", "pays %(count)s pillars"))
HAS_ICONS = templates("has_icons", Plural("has %(count)s icon for decorations", "has %(count)s icons for decorations"))
HAS_SCARCE_FLOWER = templates("has_scarce_flower", "has a flower that is scarce in the garden")
MAKES_DECORATIONS_POSSIBLE = templates(
    "makes_decorations_possible",
    Plural("makes %(count)s decoration possible", "makes %(count)s decorations possible"),
)
MAKES_POSSIBLE = templates("makes_possible", "makes %(piece)s possible")
REACHES_LEVEL = templates("reaches_level", "reaches level %(level)s")
GETS_BELVEDERE = templates("gets_belvedere", "earns a belvedere")
WORTH_ITS_PILLARS = templates("worth_its_pillars", "is worth its pillars")
NOT_WORTH_ITS_PILLARS = templates("not_worth_its_pillars", "no placement is worth its pillars")
TOO_FEW_PILLARS = templates("too_few_to_place", "no tile can be placed with the pillars left")
NO_TILE_LEFT = templates("no_tile_left", "no tile is left to place")
BETTER_PLACE_WITH_DOUBLE = templates("better_place_with_double", "a double pillar opens a better place")
COSTS_NOTHING = templates("costs_nothing", "costs nothing")
SCORES_AT_END = templates(
    "scores_at_end",
    points("is worth %(points)s points at the end"),
)
NOT_THE_OWN_FLOWER = templates("not_the_own_flower", "leaves tiles with the own flower in the quarry")
STORAGE_IS_EMPTY = templates("storage_is_empty", "the storage is empty")
BETTER_THAN_STORED = templates("better_than_stored", "is worth more than the stored tile")
STORED_IS_AS_GOOD = templates("stored_is_as_good", "the stored tile is worth as much")
