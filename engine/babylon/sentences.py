"""What Babylon may have to say beside its refusals: what is due, and what is wrong with a line or a setup."""

from engine.sentence import Templates

templates = Templates("babylon")

TILE_UNCOVERED = templates("tile_uncovered", "a tile is uncovered on stack %(stack)s")
ROUND_TOKEN = templates("round_token", "a round token is turned up")
CLAY_REMOVED = templates("clay_removed", "a clay tile is removed from the quarry")
REMOVES_CLAY = templates("removes_clay", "seat %(seat)s removes a clay tile from the quarry")
DIGS = templates("digs", "seat %(seat)s digs a tile")
BUILDS_OR_FINISHES = templates("builds_or_finishes", "seat %(seat)s builds or finishes")
STORES_OR_DISCARDS = templates("stores_or_discards", "seat %(seat)s stores or discards the tile just dug")

NOT_A_TEXT = templates("not_a_text", "%(key)s of %(word)s is a text")
NOT_WHOLE = templates("not_whole", "%(key)s of %(word)s is a whole number")
NOT_A_LIST = templates("not_a_list", "%(key)s of %(word)s is a list of one or two texts")

SETUP_KEYS = templates("setup_keys", "the setup has exactly the keys quarry and starting")
SETUP_TYPES = templates("setup_types", "the %(key)s of the setup is a list of texts")
SETUP_QUARRY = templates("setup_quarry", "the quarry starts with each of the %(count)s clay tiles once")
SETUP_STARTING = templates("setup_starting", "each seat has a starting tile of its own")
