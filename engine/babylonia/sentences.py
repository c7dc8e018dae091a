"""What Babylonia may have to say beside its refusals: what is due, what is wrong with a line or a setup, the names of
choices, what a move does, what points were paid for.
"""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("babylonia")

DRAWS = templates("draws", Plural("%(seat)s draws %(tokens)s token", "%(seat)s draws %(tokens)s tokens", by="tokens"))
PLACES = templates("places", "%(seat)s places a token")
PLACES_OR_STOPS = templates("places_or_stops", "%(seat)s places tokens or stops")
CHOOSES_SITE = templates("chooses_site", "%(seat)s chooses the next site to score")
TAKES_CARD = templates("takes_card", "%(seat)s takes a ziggurat card")
EXTRA_TURN_OR_NOT = templates("extra_turn_or_not", "%(seat)s says whether to use the extra turn")

TILES_WON = templates("tiles_won", Plural("%(count)s city tile", "%(count)s city tiles"))

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

DO = {
    "place": templates("do_place", "Place a token"),
    "stop": templates("do_stop", "Stop placing"),
    "score": templates("do_score", "Score a site"),
    "take": templates("do_take", "Take a ziggurat card"),
    "extra_turn": templates("do_extra_turn", "Extra turn"),
    "draw": templates("do_draw", "Draw tokens"),
}
TOKEN = {
    "farmer": templates("farmer", "Farmer"),
    "merchant": templates("merchant", "Merchant"),
    "official": templates("official", "Official"),
    "priest": templates("priest", "Priest"),
    "unknown": templates("unknown", "Face-down token"),
}
CITY = templates("city", "City %(hex)s")
ZIGGURAT = templates("ziggurat", "Ziggurat %(hex)s")
CARD = templates("card", "Card %(card)s: %(title)s")
TITLES = (
    templates("title_1", "Ten points"),
    templates("title_2", "Extra turn"),
    templates("title_3", "Rack of seven"),
    templates("title_4", "Three nobles"),
    templates("title_5", "Noble with farmers"),
    templates("title_6", "Nobles on farms"),
    templates("title_7", "City bonus"),
    templates("title_8", "Centre land links"),
    templates("title_9", "Rivers link"),
)
USE_CARD_2 = templates("use_card_2", "Take the extra turn")
KEEP_CARD_2 = templates("keep_card_2", "Save it for later")

PLACES_TOKEN = {
    "farmer": templates("places_farmer", "places a farmer on %(hex)s"),
    "merchant": templates("places_merchant", "places a merchant on %(hex)s"),
    "official": templates("places_official", "places an official on %(hex)s"),
    "priest": templates("places_priest", "places a priest on %(hex)s"),
    "unknown": templates("places_unknown", "places a face-down token on %(hex)s"),
}
STOPS = templates("stops", "stops placing")
SCORES_CITY = templates("scores_city", "scores the city %(hex)s")
SCORES_ZIGGURAT = templates("scores_ziggurat", "scores the ziggurat %(hex)s")
TAKES = templates("takes", "takes card %(card)s (%(title)s)")
USES_CARD_2 = templates("uses_card_2", "takes the extra turn of card 2")
KEEPS_CARD_2 = templates("keeps_card_2", "saves card 2 for later")
DRAWS_TOKENS = templates("draws_tokens", "draws %(tokens)s")
DRAWS_NOTHING = templates("draws_nothing", "draws nothing")
COUNTED = {
    "farmer": templates("farmers", Plural("%(count)s farmer", "%(count)s farmers")),
    "merchant": templates("merchants", Plural("%(count)s merchant", "%(count)s merchants")),
    "official": templates("officials", Plural("%(count)s official", "%(count)s officials")),
    "priest": templates("priests", Plural("%(count)s priest", "%(count)s priests")),
}

PAID = {
    "farm_value": templates("paid_farm", points("%(points)s points for the farm %(hex)s")),
    "farm_cities": templates(
        "paid_farm_cities",
        points("%(points)s points for the farm %(hex)s, 1 for each city tile won so far"),
    ),
    "ziggurat": templates(
        "paid_ziggurat",
        points("%(points)s points for a token next to the ziggurat %(hex)s"),
    ),
    "city_nobles": templates(
        "paid_nobles",
        points("%(points)s points for nobles at the city %(hex)s"),
    ),
    "city_nobles_card8": templates(
        "paid_nobles_card8",
        points("%(points)s points for nobles that card 8 links to the city %(hex)s"),
    ),
    "city_nobles_card9": templates(
        "paid_nobles_card9",
        points("%(points)s points for nobles that card 9 links to the city %(hex)s"),
    ),
    "city_nobles_cards8_9": templates(
        "paid_nobles_cards8_9",
        points("%(points)s points for nobles that cards 8 and 9 link to the city %(hex)s"),
    ),
    "city_tiles": templates(
        "paid_city_tiles",
        points("%(points)s points for city tiles when the city %(hex)s is won"),
    ),
    "card7": templates(
        "paid_card7",
        points("%(points)s points for the bonus of card 7 at the city %(hex)s"),
    ),
}
PAID_CARD1 = templates("paid_card1", points("%(points)s points for ziggurat card 1"))
CARD_EVENT = {
    "taken": templates("card_taken", "takes ziggurat card %(card)s"),
    "used": templates("card_used", "uses ziggurat card %(card)s"),
    "declined": templates("card_declined", "saves ziggurat card %(card)s for later"),
}

TILES = templates("tiles", "City and farm tiles")
WHICH_TILE = templates("which_tile", "Which tile lies here?")
WHICH_CARD = templates("which_card", "Which card is on offer?")
CARDS = templates("cards", "Ziggurat cards")
CARD_SLOT = templates("card_slot", "Ziggurat card no. %(number)s")
CITY_TILE = templates("city_tile", "City: %(symbols)s")
FARM_TILE = templates("farm_tile", points("Farm: %(points)s points"))
FARM_OF_CITIES = templates("farm_of_cities", "Farm: 1 point for each city won")
SYMBOL = {
    "merchant": templates("symbol_merchant", "merchant"),
    "official": templates("symbol_official", "official"),
    "priest": templates("symbol_priest", "priest"),
}

# Why the greedy bot prefers an action.

SURROUNDS_ZIGGURAT = templates("surrounds_ziggurat", "surrounds the ziggurat %(hex)s and wins a card")
SURROUNDS_CITY = templates(
    "surrounds_city",
    points("surrounds the city %(hex)s and gains %(points)s points on the best opponent"),
)
NEARS_CITY = templates("nears_city", "brings the city %(hex)s closer to scoring")
NO_BETTER_PLACE = templates("no_better_place", "no other place is worth more")
NOTHING_WORTH_A_TOKEN = templates("nothing_worth_a_token", "saves tokens: no place left is worth another one")
WINS_CARD = templates("wins_card", "wins a ziggurat card")
HELPS_OTHERS_LEAST = templates("helps_others_least", "helps the opponents least")
BEST_CARD = templates("best_card", "the most useful card on offer")
EXTRA_TURN_NOW = templates("extra_turn_now", "an extra turn pays off at once")
