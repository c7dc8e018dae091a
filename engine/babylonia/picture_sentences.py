"""What a picture of Babylonia says beside what every picture says: tiles, tokens, what is left, what shapes mean."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("babylonia.picture")

DRAWS = templates("draws", "Turn %(turn)s: %(name)s draws")
RACKS_ARE_FILLED = templates("racks_are_filled", "The racks are being filled")
CITIES = templates("cities", Plural("%(count)s city", "%(count)s cities"))
FARMS = templates("farms", Plural("%(count)s farm", "%(count)s farms"))
ON_THE_BOARD = templates("on_the_board", "On the board: %(cities)s, %(farms)s")
ENDED_BY = {
    "cities": templates("ended_by_cities", "The game was ended by at most one city left"),
    "rack_empty": templates("ended_by_rack", "The game was ended by an empty rack"),
    "cities+rack_empty": templates(
        "ended_by_both", "The game was ended by at most one city left and an empty rack"
    ),
}  # fmt: skip
PLACED_THIS_TURN = templates("placed_this_turn", "%(due)s, %(count)s placed this turn")

CITY_OF = templates("city_of", "city of %(symbols)s")
FARM_WORTH = templates("farm_worth", "farm worth %(points)s")
FARM_OF_CITIES = templates("farm_of_cities", "farm worth 1 for each city tile won, %(points)s now")
ZIGGURAT = templates("ziggurat", "ziggurat")
ZIGGURAT_SCORED = templates("ziggurat_scored", "ziggurat, scored")
FREE = templates("free", "free")
TOKEN = {
    "farmer": templates("farmer", "farmer"),
    "merchant": templates("merchant", "merchant"),
    "official": templates("official", "official"),
    "priest": templates("priest", "priest"),
    "unknown": templates("unknown", "token"),
}
FACE_DOWN = templates("face_down", "%(token)s face down")
TOKEN_UP = templates("token_up", "%(token)s of %(seat)s, %(name)s, face up")
TOKEN_DOWN = templates("token_down", "%(token)s of %(seat)s, %(name)s, face down")
HEX = templates("hex", "%(hex)s, %(where)s: %(what)s")
AREA = {
    "north": templates("north", "north region"),
    "centre": templates("centre", "centre region"),
    "south": templates("south", "south region"),
    "tigris": templates("tigris", "river Tigris"),
    "euphrates": templates("euphrates", "river Euphrates"),
}

SURROUNDED = templates("surrounded", "Surrounded: %(places)s.")
PLACED = templates("placed", "Placed this turn: %(places)s.")
CITY_TILES = templates("city_tiles", Plural("%(count)s city tile", "%(count)s city tiles"))
CARDS = templates("cards", "cards %(cards)s")
CARD = templates("card", "card %(card)s")
CARD_USED = templates("card_used", "%(card)s (used)")
NO_CARD = templates("no_card", "no card")
IN_THE_RACK = templates(
    "in_the_rack", Plural("%(count)s token in the rack", "%(count)s tokens in the rack")
)  # fmt: skip
IN_THE_POOL = templates("in_the_pool", "%(count)s in the pool")
OFFER = templates("offer", "Cards on offer: %(cards)s")
ZIGGURATS_SCORED = templates(
    "ziggurats_scored", Plural("%(scored)s of %(count)s ziggurat scored.", "%(scored)s of %(count)s ziggurats scored.")
)
BOARD = templates("board", "Board, by column and row: %(sites)s.")
TOKENS_OF = templates("tokens_of", "Tokens of %(seat)s: %(places)s.")
NO_TOKENS_OF = templates("no_tokens_of", "Tokens of %(seat)s: none.")

KEY_WON = templates("key_won", "city tiles won")
HEAD_RACK = templates("head_rack", "Rack")
HEAD_POOL = templates("head_pool", "Pool")
OFFER_LABEL = templates("offer_label", "Cards on offer:")
NO_OFFER = templates("no_offer", "Cards on offer: none")
KEY_FACE_DOWN = templates("key_face_down", "face down")
KEY_CITY = templates("key_city", "city tile")
KEY_FARM = templates("key_farm", "farm")
KEY_FARM_OF_CITIES = templates("key_farm_of_cities", "farm: 1 for each city won")
