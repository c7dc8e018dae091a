"""What Amyitis may have to say beside its refusals: what is due, and what is wrong with a line or a setup."""

from engine.sentence import Templates

templates = Templates("amyitis")

CRAFTS_LAID_OUT = templates("crafts_laid_out", "%(groups)s groups of three craft cards are laid out")
TAKES_ACTION = templates("takes_action", "seat %(seat)s recruits, moves the caravan or passes")
CHOOSES_FIELD = templates("chooses_field", "seat %(seat)s chooses a field row for the peasant")
CHOOSES_TEMPLE = templates("chooses_temple", "seat %(seat)s chooses a temple for the priest")
CHOOSES_SIDE = templates("chooses_side", "seat %(seat)s chooses a side for the engineer")
SELLS = templates("sells", "seat %(seat)s sells one or two resources")
CHOOSES_SIDE_AFTER_SALE = templates(
    "chooses_side_after_sale", "seat %(seat)s chooses a side to irrigate after the sale"
)
BUYS_CARD = templates("buys_card", "seat %(seat)s buys a court card")
PLANTS = templates("plants", "seat %(seat)s plants")
CHOOSES_CARD = templates("chooses_card", "seat %(seat)s chooses a court card from the tile")
CHOOSES_RESOURCE = templates("chooses_resource", "seat %(seat)s chooses a resource from the tile")
CHOOSES_TOKEN = templates("chooses_token", "seat %(seat)s chooses the token on the caravaneer")
CHOOSES_PROCESSION = templates("chooses_procession", "seat %(seat)s chooses the temple of the procession")
CHOOSES_REWARD = templates("chooses_reward", "seat %(seat)s chooses the reward of Ishtar")
CHOOSES_TAMMOUZ_FIELD = templates("chooses_tammouz_field", "seat %(seat)s chooses a field row for Tammouz")
MAY_SWAP = templates("may_swap", "seat %(seat)s may swap a resource for Tammouz")
KEEPS = templates("keeps", "seat %(seat)s chooses the resources to keep")

NOT_WHOLE = templates("not_whole", "%(key)s of a %(word)s is a whole number")
NOT_A_TEXT = templates("not_a_text", "%(key)s of a %(word)s is a text")
NOT_A_LIST = templates("not_a_list", "%(key)s is a list of texts")
GROUP_TYPE = templates("group_type", "a group is a list of texts")
GROUPS_TYPE = templates("groups_type", "the groups of a craft draw are a list of lists of texts")

SETUP_KEYS = templates("setup_keys", "the setup has exactly the keys %(keys)s")
SETUP_PLACES_TYPE = templates("setup_places_type", "%(key)s of the setup is an object from place to card or tile")
KHORSABAD_TYPE = templates("khorsabad_type", "khorsabad_side of the setup is a whole number")
TOKENS_TYPE = templates("tokens_type", "caravaneer_tokens of the setup is a list of resources")
KHORSABAD_SIDE = templates("khorsabad_side", "khorsabad_side is 0 or 1")
SETUP_TOKENS = templates("setup_tokens", "caravaneer_tokens are %(count)s different resources, none of them wine")
NO_SQUARE = templates("no_square", "no square for a tile: %(squares)s")
SQUARE_WITHOUT_TILE = templates("square_without_tile", "square without a tile: %(squares)s")
TILE_TWICE = templates("tile_twice", "a garden tile lies on two squares")
NO_GARDEN_TILE = templates("no_garden_tile", "there is no garden tile %(tile)s")
TILE_QUALITY = templates("tile_quality", "the tile %(tile)s has not the quality of %(square)s")
SUMMIT_TILE = templates("summit_tile", "%(tile)s lies on the top square, and only there")
PLANT_CITIES = templates("plant_cities", "each plant card lies on one of %(cities)s")
KHORSABAD_CARD = templates("khorsabad_card", "the plant card with quality 2 on both sides lies on Khorsabad")
