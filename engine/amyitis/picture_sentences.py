"""What a picture of Amyitis says beside what every picture says: garden, water, caravan, stock."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("amyitis.picture")

LAYING_OUT = templates("laying_out", "Round %(round)s: the craft cards are laid out")
TURN = templates("turn", "Round %(round)s, turn %(turn)s: %(name)s to move")
PLANTING = templates("planting", "Planting %(square)s: %(due)s")
FIRST_PLAYER = templates("first_player", "First player: %(seat)s, %(name)s")
TILES_LEFT = templates(
    "tiles_left",
    Plural(
        "%(count)s garden tile left, last round at %(least)s or fewer",
        "%(count)s garden tiles left, last round at %(least)s or fewer",
    ),
)
AMYITIS_CARD = templates("amyitis_card", "Prestige of the Amyitis card: %(lines)s")
CARD_LINE = templates(
    "card_line", Plural("%(prestige)s from %(count)s tile", "%(prestige)s from %(count)s tiles")
)  # fmt: skip

POINTS = templates("points", Plural("%(count)s point of prestige", "%(count)s points of prestige"))
NO_RESOURCE = templates("no_resource", "no resource")
NO_CARD = templates("no_card", "no court card")
GARDEN_TILES = templates("garden_tiles", Plural("%(count)s garden tile", "%(count)s garden tiles"))
HAS_PASSED = templates("has_passed", "has passed")

CARAVAN = templates("caravan", "The caravan stands in %(city)s.")
WAY = templates("way", "Its way: %(cities)s.")
CITY_SALE = templates("city_sale", "%(city)s, sale")
CITY_COURT = templates("city_court", "%(city)s, for %(resource)s: %(card)s or %(other)s")
CITY_PLANT = templates("city_plant", "%(city)s, for %(resource)s: plant of quality %(quality)s")
CITY_PLANT_EXTRA = templates(
    "city_plant_extra", "%(city)s, for %(resource)s and %(extra)s: plant of quality %(quality)s"
)

STOCK = templates("stock", "Stock: %(things)s.")
COPIES = templates("copies", "%(count)s × %(card)s")
TOKENS = templates("tokens", "On the level-2 caravaneers in stock: %(tokens)s.")
CRAFTS = templates("crafts", "Crafts: %(groups)s.")
CRAFTS_UP = {
    "peasant": templates("peasants", Plural("%(count)s peasant", "%(count)s peasants")),
    "priest": templates("priests", Plural("%(count)s priest", "%(count)s priests")),
    "engineer": templates("engineers", Plural("%(count)s engineer", "%(count)s engineers")),
    "merchant": templates("merchants", Plural("%(count)s merchant", "%(count)s merchants")),
}
GROUP_UP = templates(
    "group_up",
    Plural(
        "group %(number)s: %(cards)s, costs %(count)s talent, %(count)s turned",
        "group %(number)s: %(cards)s, costs %(count)s talents, %(count)s turned",
    ),
)
GROUP_GONE = templates("group_gone", "group %(number)s: no card, %(count)s turned")

GARDEN = templates("garden", "Garden: %(squares)s.")
SQUARE = templates("square", "%(square)s, floor %(floor)s, quality %(quality)s: %(what)s")
PLANTED_BY = templates("planted_by", "planted by %(name)s")
NO_TILE = templates("no_tile", "no tile in this game")
AREAS = templates("areas", "Irrigation areas by the squares beside them: %(sides)s.")
SIDE_AREAS = templates("side_areas", "%(side)s: %(areas)s")
WITH_WATER = templates("with_water", "empty area with water")
WITHOUT_WATER = templates("without_water", "empty area without water")
GREY_CUBE = templates("grey_cube", "grey cube")
CUBE_OF = templates("cube_of", "cube of %(seat)s")

CUBES = templates("cubes", "Cubes by seat, from the left: %(rows)s.")
FIELD_CUBES = templates("field_cubes", "field row %(number)s (%(resources)s): %(cubes)s")
TEMPLE_CUBES = templates("temple_cubes", "%(temple)s: %(cubes)s")
GREY = templates("grey", "grey")
NO_CUBE = templates("no_cube", "no cube")

RIVER = templates("river", "the river")
SIDE = templates("side", "side %(side)s: %(areas)s")
FIELD = templates("field", "field row %(number)s: %(resource)s")
TEMPLE_PLACE = templates("temple_place", "%(temple)s, square %(number)s")

FIRST_SEAT = templates("first_seat", "first player")
KEY_CARAVAN = templates("key_caravan", "the caravan")
KEY_PLANT = templates("key_plant", "plant, its quality in dots")
KEY_TILE = templates("key_tile", "garden tile")
KEY_LAST_ROUND = templates("key_last_round", "last round at so few tiles")
KEY_CUBE = templates("key_cube", "cube, %(seat)s")
KEY_IRRIGATION = templates("key_irrigation", "irrigate after the sale")
KEY_OPEN = templates("key_open", "open area")
KEY_DRY = templates("key_dry", "no water yet")
