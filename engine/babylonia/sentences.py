"""What Babylonia may have to say beside its refusals: what is due, and what is wrong with a line or a setup."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("babylonia")

DRAWS = templates(
    "draws", Plural("seat %(seat)s draws %(tokens)s token", "seat %(seat)s draws %(tokens)s tokens", by="tokens")
)
PLACES_OR_STOPS = templates("places_or_stops", "seat %(seat)s places tokens or stops")
CHOOSES_SITE = templates("chooses_site", "seat %(seat)s chooses the next site to score")
TAKES_CARD = templates("takes_card", "seat %(seat)s takes a ziggurat card")
EXTRA_TURN_OR_NOT = templates("extra_turn_or_not", "seat %(seat)s says whether to use the extra turn")

PLACE_TYPES = templates("place_types", "token and hex of a place are texts")
SCORE_TYPES = templates("score_types", "the hex of a score is a text")
TAKE_TYPES = templates("take_types", "the card of a take is a whole number")
EXTRA_TURN_TYPES = templates("extra_turn_types", "the use of an extra_turn is true or false")
DRAW_SEAT_TYPE = templates("draw_seat_type", "a draw needs a whole number as its seat")
DRAW_TYPES = templates("draw_types", "the tokens of a draw are a list of texts")

SETUP_KEYS = templates("setup_keys", "the setup has exactly the keys tiles and cards")
SETUP_TILES_TYPE = templates("setup_tiles_type", "the tiles of the setup are an object from hex to tile")
SETUP_CARDS_TYPE = templates("setup_cards_type", "the cards of the setup are a list of whole numbers")
SETUP_CARDS = templates(
    "setup_cards", "%(ruleset)s has %(count)s different cards of %(first)s to %(last)s, not %(cards)s"
)
NO_SLOT = templates("no_slot", "not a tile slot in play: %(hexes)s")
SLOT_WITHOUT_TILE = templates("slot_without_tile", "tile slot without a tile: %(hexes)s")
SETUP_TILES = templates("setup_tiles", "the tiles are not the printed ones for %(players)s players")
