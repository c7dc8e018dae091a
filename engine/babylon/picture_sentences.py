"""What a picture of Babylon says beside what every picture says: gardens, quarry, box, the meaning of shapes."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("babylon.picture")

ROUND = templates("round", "Round %(round)s of %(rounds)s: %(name)s to move")
ROUND_DRAW = templates("round_draw", "Round %(round)s of %(rounds)s")
REMOVALS_LEFT = templates("removals_left", Plural("%(due)s, %(count)s tile to go", "%(due)s, %(count)s tiles to go"))
CLAIMED = {
    True: templates("pillar_taken", "%(due)s; pillar of the round token taken"),
    False: templates("pillar_not_taken", "%(due)s; pillar of the round token not taken"),
}

IN_HAND = templates("in_hand", "In hand: %(tile)s")
TILE = templates("tile", "%(tile)s (%(material)s, %(flower)s flower: %(icons)s)")
STARTING_TILE = templates("starting_tile", "%(tile)s (%(flower)s flower: %(icons)s)")
MATERIAL = {
    "basalt": templates("basalt", "basalt"),
    "granite": templates("granite", "granite"),
    "clay": templates("clay", "clay"),
}
PIECE = {
    "stairs": templates("stairs", "staircase"),
    "fountain": templates("fountain", "fountain"),
    "bridge": templates("bridge", "bridge"),
    "statue": templates("statue", "statue"),
}
BLANK = templates("blank", "blank")

COUNTED = {
    "simple_pillar": templates("simple_pillars", Plural("%(count)s simple pillar", "%(count)s simple pillars")),
    "double_pillar": templates("double_pillars", Plural("%(count)s double pillar", "%(count)s double pillars")),
    "belvedere": templates("belvederes", Plural("%(count)s belvedere", "%(count)s belvederes")),
    "stairs": templates("staircases", Plural("%(count)s staircase", "%(count)s staircases")),
    "fountain": templates("fountains", Plural("%(count)s fountain", "%(count)s fountains")),
    "bridge": templates("bridges", Plural("%(count)s bridge", "%(count)s bridges")),
    "statue": templates("statues", Plural("%(count)s statue", "%(count)s statues")),
}
BOARD_FLOWER = templates("board_flower", "%(flower)s board flower")
STORED = templates("stored", "%(tile)s in the storage")
NOTHING_STORED = templates("nothing_stored", "no tile in the storage")

GARDEN = templates("garden", "Garden of %(seat)s: %(facts)s.")
TILES_PLACED = templates("tiles_placed", Plural("%(count)s tile placed", "%(count)s tiles placed"))
IN_SIGHT = templates("in_sight", "spaces in sight: %(spaces)s")
NOTHING_IN_SIGHT = templates("nothing_in_sight", "no space in sight")
SPACES_OF_LEVEL = templates("spaces_of_level", "%(count)s of level %(level)s")
FREE_HOLES = templates("free_holes", Plural("%(count)s free hole", "%(count)s free holes"))
BUILT = templates("built", "built: %(pieces)s")
NOTHING_BUILT = templates("nothing_built", "nothing built")
BELVEDERES_IN_SIGHT = templates(
    "belvederes_in_sight", Plural("%(count)s belvedere in sight", "%(count)s belvederes in sight")
)
TILES_BY_FLOWER = templates("tiles_by_flower", "Tiles by flower: %(tiles)s.")
FLOWER_ON_LEVEL = templates("flower_on_level", "%(flower)s on level %(level)s: %(spaces)s")
SPACE = templates("space", "%(space)s (%(what)s)")
ICON = {
    "stairs": templates("stairs_icon", "staircase icon"),
    "fountain": templates("fountain_icon", "fountain icon"),
    "bridge": templates("bridge_icon", "bridge icon"),
    "statue": templates("statue_icon", "statue icon"),
}
STANDING = {
    "stairs_low": templates("stairs_low", "lower end of a staircase"),
    "stairs_high": templates("stairs_high", "upper end of a staircase"),
    "fountain": templates("half_of_fountain", "half of a fountain"),
    "bridge": templates("end_of_bridge", "end of a bridge"),
    "statue": templates("standing_statue", "statue"),
    "belvedere": templates("belvedere", "belvedere"),
    "belvedere_missing": templates("belvedere_missing", "corner without a belvedere"),
}
JOINED = templates("joined", "Joined: %(pieces)s.")
JOINS = templates("joins", "%(piece)s from %(at)s to %(other)s")
HOLE = templates("hole", "hole")
BELOW_BRIDGE = templates("below_bridge", "below a bridge of level %(level)s")

ROUND_TOKEN = templates("round_token", "Round token: %(effect)s")
MORE_TOKENS = templates(
    "more_tokens", Plural("%(count)s more round token to come", "%(count)s more round tokens to come")
)
QUARRY = templates("quarry", "Quarry: %(stacks)s.")
QUARRY_EMPTY = templates("quarry_empty", "The quarry is empty.")
STACK = templates("stack", "%(stack)s, %(height)s high: %(tile)s")
STACK_EMPTY = templates("stack_empty", "%(stack)s: empty")
IN_THE_BOX = templates("in_the_box", "In the box: %(things)s.")

# Beside the gardens, and what symbols mean.

GARDEN_OF = templates("garden_of", "Garden of %(name)s")
PAYS = templates("pays", "%(stack)s; pays %(pillars)s")
HIGHEST_LEVEL = templates("highest_level", "highest level: %(level)s")
HAND_LABEL = templates("hand_label", "In hand")
HEAD_STORED = templates("head_stored", "Stored")
ROUND_TOKEN_LABEL = templates("round_token_label", "Round token:")
KEY_PIECE = templates("key_piece", "built")
KEY_FLOWER = templates("key_flower", "flower")
KEY_SIMPLE = templates("key_simple", "simple pillar")
KEY_DOUBLE = templates("key_double", "double pillar")
KEY_LEVEL = templates("key_level", "highest level")
KEY_STORED = templates("key_stored", "stored tile")
KEY_PAYS = templates("key_pays", "pillars for the tile")
KEY_BOX = templates("key_box", "left in the box")
