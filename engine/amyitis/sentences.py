"""What Amyitis may have to say beside its refusals: what is due, what is wrong with a line, choices, moves, points."""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("amyitis")

CRAFTS_LAID_OUT = templates("crafts_laid_out", "%(groups)s groups of three craft cards are laid out")
TILES_HELD = templates("tiles_held", Plural("%(count)s garden tile", "%(count)s garden tiles"))
RESOURCES_HELD = templates("resources_held", Plural("%(count)s resource left", "%(count)s resources left"))
TAKES_ACTION = templates("takes_action", "%(seat)s recruits, moves the caravan or passes")
CHOOSES_FIELD = templates("chooses_field", "%(seat)s chooses a field row for the peasant")
CHOOSES_TEMPLE = templates("chooses_temple", "%(seat)s chooses a temple for the priest")
CHOOSES_SIDE = templates("chooses_side", "%(seat)s chooses a side for the engineer")
SELLS = templates("sells", "%(seat)s sells one or two resources")
CHOOSES_SIDE_AFTER_SALE = templates("chooses_side_after_sale", "%(seat)s chooses a side to irrigate after the sale")
BUYS_CARD = templates("buys_card", "%(seat)s buys a court card")
PLANTS = templates("plants", "%(seat)s plants")
CHOOSES_CARD = templates("chooses_card", "%(seat)s chooses a court card from the tile")
CHOOSES_RESOURCE = templates("chooses_resource", "%(seat)s chooses a resource from the tile")
CHOOSES_TOKEN = templates("chooses_token", "%(seat)s chooses the token on the caravaneer")
CHOOSES_PROCESSION = templates("chooses_procession", "%(seat)s chooses the temple of the procession")
CHOOSES_REWARD = templates("chooses_reward", "%(seat)s chooses the reward of Ishtar")
CHOOSES_TAMMOUZ_FIELD = templates("chooses_tammouz_field", "%(seat)s chooses a field row for Tammouz")
MAY_SWAP = templates("may_swap", "%(seat)s may swap a resource for Tammouz")
KEEPS = templates("keeps", "%(seat)s chooses the resources to keep")

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

# Choices: what stands on a button.

PASS = templates("do_pass", "Pass")
RECRUIT = templates("do_recruit", "Recruit a craft card")
CARAVAN = templates("do_caravan", "Move the caravan")
FIELD = templates("do_field", "Work on a field row")
TEMPLE = templates("do_temple", "Place a cube in a temple")
IRRIGATE = templates("do_irrigate", "Irrigate a side")
SELL = templates("do_sell", "Sell resources")
BUY = templates("do_buy", "Buy a court card")
PLANT = templates("do_plant", "Plant a square")
CHOOSE = templates("do_choose", "Choose a court card")
TAKE = templates("do_take", "Take a resource")
TOKEN = templates("do_token", "Take a token")
PROCESSION = templates("do_procession", "Join the procession")
REWARD = templates("do_reward", "Take the reward of Ishtar")
SWAP = templates("do_swap", "Swap a resource")
DECLINE = templates("do_decline", "Swap nothing")
KEEP = templates("do_keep", "Keep resources")
LAY_OUT = templates("do_lay_out", "Lay out the craft cards")

GROUP = templates("group", "Group %(number)s")
ROW = templates("row", "Field row %(number)s")
SIDE = templates("side", "Side %(side)s")
SQUARE = templates("square", "Square %(square)s")
CAMELS = templates("camels", Plural("%(count)s camel", "%(count)s camels"))
TALENTS = templates("talents", Plural("%(count)s talent", "%(count)s talents"))
MOVES = templates("moves", Plural("%(count)s square", "%(count)s squares"))
MOVES_TO = templates("moves_to", Plural("%(city)s, %(count)s square", "%(city)s, %(count)s squares"))
GARDENERS = templates("gardeners", Plural("%(count)s gardener", "%(count)s gardeners"))
NO_GARDENER = templates("no_gardener", "No gardener")
NO_RESOURCE = templates("no_resource", "No resource")
CARD_LEVEL = templates("card_level", "%(card)s %(level)s")

PEASANT = templates("peasant", "Peasant")
PRIEST = templates("priest", "Priest")
ENGINEER = templates("engineer", "Engineer")
MERCHANT = templates("merchant", "Merchant")
BARLEY = templates("barley", "Barley")
DATES = templates("dates", "Dates")
SALT = templates("salt", "Salt")
PALM = templates("palm", "Palm")
WINE = templates("wine", "Wine")
BANKER = templates("banker", "Banker")
CARAVANEER = templates("caravaneer", "Caravaneer")
PALACE = templates("palace", "Palace")
GARDENER = templates("gardener", "Gardener")
CAMEL = templates("camel", "Camel")
TALENT = templates("talent", "Talent")
ISHTAR = templates("ishtar", "Ishtar")
MARDUK = templates("marduk", "Marduk")
TAMMOUZ = templates("tammouz", "Tammouz")

# The same inside a sentence.

A_PEASANT = templates("a_peasant", "a peasant")
A_PRIEST = templates("a_priest", "a priest")
AN_ENGINEER = templates("an_engineer", "an engineer")
A_MERCHANT = templates("a_merchant", "a merchant")
SOME_BARLEY = templates("some_barley", "barley")
SOME_DATES = templates("some_dates", "dates")
SOME_SALT = templates("some_salt", "salt")
SOME_PALM = templates("some_palm", "palm")
SOME_WINE = templates("some_wine", "wine")
A_BANKER = templates("a_banker", "a banker")
A_CARAVANEER = templates("a_caravaneer", "a caravaneer")
A_PALACE = templates("a_palace", "a palace")
A_GARDENER = templates("a_gardener", "a gardener")
A_CAMEL = templates("a_camel", "a camel")
A_TALENT = templates("a_talent", "a talent")
SEVERAL = templates("several", "%(count)s %(resource)s")

# What a seat or a draw did, without saying who.

PASSES = templates("told_pass", "passes")
RECRUITS = templates("told_recruit", "recruits %(craft)s from group %(group)s")
PAYS_AND_MOVES = templates("told_caravan", "pays %(camels)s and moves the caravan %(squares)s")
WORKS = templates("told_field", "places a cube on field row %(row)s")
PRAYS = templates("told_temple", "places a cube in the temple of %(temple)s")
IRRIGATES = templates("told_irrigate", "irrigates the side %(side)s")
SELLS_THESE = templates("told_sell", "sells %(resources)s")
BUYS = templates("told_buy", "buys %(card)s for %(resource)s")
PLANTS_FOR = templates("told_plant", "plants on %(square)s for %(resources)s")
PLANTS_WITH = templates("told_plant_with", "plants on %(square)s for %(resources)s with %(gardeners)s")
CHOOSES = templates("told_choose", "chooses %(card)s")
TAKES = templates("told_take", "takes %(thing)s")
TAKES_TOKEN = templates("told_token", "takes the token with %(resource)s")
JOINS = templates("told_procession", "joins the procession to the temple of %(temple)s")
SWAPS = templates("told_swap", "swaps %(given)s for %(taken)s")
SWAPS_NOTHING = templates("told_decline", "swaps nothing")
KEEPS_THESE = templates("told_keep", "keeps %(resources)s")
KEEPS_NOTHING = templates("told_keep_nothing", "keeps no resource")
LAID_OUT = templates("told_lay_out", "the craft cards are laid out: %(groups)s")
GROUP_OF = templates("group_of", "group %(number)s: %(cards)s")

# Why points were paid, and what happened to a card.

FOR_SIDE = templates(
    "for_side",
    points("%(points)s points for the side %(side)s"),
)
FOR_SALE = templates("for_sale", points("%(points)s points for a sale in Babylon"))
FOR_PALACE = templates(
    "for_palace",
    points("%(points)s points for palace %(level)s"),
)
FOR_TILE = templates(
    "for_tile",
    points("%(points)s points for the garden tile on %(square)s"),
)
FOR_CUBES = templates(
    "for_cubes",
    points("%(points)s points for the most cubes around %(square)s"),
)
FROM_BANKER = templates(
    "from_banker",
    points("%(points)s points from banker %(level)s"),
)
FOR_MARDUK = templates(
    "for_marduk",
    points("%(points)s points for the temple of Marduk"),
)
FROM_AMYITIS_CARD = templates(
    "from_amyitis_card",
    points("%(points)s points from the Amyitis card"),
)
FOR_STOCK = templates("for_stock", points("%(points)s points for resources left"))
TAKES_CARD = templates("takes_card", "takes the card %(card)s")
USES_CARD = templates("uses_card", "uses the card %(card)s")

# Laying out the table.

TILES_OF_QUALITY = templates("tiles_of_quality", "Garden tiles of quality %(quality)s")
SUMMIT = templates("summit", "Garden tile on the top square")
PLANT_CARDS = templates("plant_cards", "Plant cards")
KHORSABAD_PLANT = templates("khorsabad_plant", "Plant card of Khorsabad")
KHORSABAD_UP = templates("khorsabad_up", "Side of Khorsabad that lies up")
TOKENS = templates("tokens", "Tokens on the caravaneers of level 2")
WHICH_TILE = templates("which_tile", "Which tile lies here?")
WHICH_PLANT = templates("which_plant", "Which plant card lies here?")
WHICH_SIDE = templates("which_side", "Which side lies up?")
WHICH_TOKEN = templates("which_token", "Which token lies here?")
TOKEN_NUMBER = templates("token_number", "Token %(number)s")
TILE_GIVES = templates("tile_gives", "%(tile)s: %(gives)s")
PRESTIGE = templates("prestige", "%(count)s prestige")
ANY_CARD = templates("any_card", "a court card of choice")
ANY_RESOURCE = templates("any_resource", "a resource of choice")
PLANT_CARD = templates("plant_card", "%(card)s: %(front)s, on the back %(back)s")
PLANT_QUALITY = templates("plant_quality", "quality %(quality)s")
PLANT_EXTRA = templates("plant_extra", "quality %(quality)s with %(resource)s")
SIDE_UP = templates("side_up", "Side %(number)s: %(side)s")

# Why the greedy bot prefers an action.

NOTHING_BEATS_PASSING = templates("nothing_beats_passing", "nothing is worth more than the talent for passing")
BRINGS = templates("brings", "brings %(thing)s")
STRENGTHENS = templates("strengthens", "strengthens the position in the temple of %(temple)s")
SCORES_BY_IRRIGATION = templates(
    "scores_by_irrigation",
    points("scores %(points)s points for irrigation"),
)
SCORES_BY_SALE = templates("scores_by_sale", points("scores %(points)s points for a sale"))
WATERS_OPEN_SQUARES = templates("waters_open_squares", "helps to have the most cubes around open squares")
LETS_PLANT = templates("lets_plant", "reaches a city where %(square)s can be planted")
LETS_BUY = templates("lets_buy", "reaches a city that sells %(card)s")
WORTH_MORE = templates("worth_more", "%(taken)s is worth more than %(given)s now")
CAMEL_BEATS_TALENT = templates("camel_beats_talent", "a camel is worth more than a talent")
NO_SWAP_PAYS = templates("no_swap_pays", "no swap is worth it")
KEEPS_THE_BEST = templates("keeps_the_best", "keeps the most useful resources")
BREAKS_DEADLOCK = templates("breaks_deadlock", "keeps a long game moving")
