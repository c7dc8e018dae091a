"""What is due in a position: the phases by number, and what a seat does in each, in a few plain words."""

(
    CRAFTS_DUE, ACTION, FIELD, TEMPLE, IRRIGATE, SALE, SALE_IRRIGATION, BUY, PLANT, CHOOSE, TAKE, TOKEN,
    PROCESSION, REWARD, TAMMOUZ_FIELD, SWAP, KEEP, OVER,
) = range(18)  # fmt: skip

PHASES = (
    "crafts", "action", "field", "temple", "irrigate", "sale", "sale_irrigation", "buy", "plant", "choose", "take",
    "token", "procession", "reward", "tammouz_field", "swap", "keep", "over",
)  # fmt: skip

DUE = {
    ACTION: "recruits, moves the caravan or passes",
    FIELD: "chooses a field row for the peasant",
    TEMPLE: "chooses a temple for the priest",
    IRRIGATE: "chooses a side for the engineer",
    SALE: "sells one or two resources",
    SALE_IRRIGATION: "chooses a side to irrigate after the sale",
    BUY: "buys a court card",
    PLANT: "plants",
    CHOOSE: "chooses a court card from the tile",
    TAKE: "chooses a resource from the tile",
    TOKEN: "chooses the token on the caravaneer",
    PROCESSION: "chooses the temple of the procession",
    REWARD: "chooses the reward of Ishtar",
    TAMMOUZ_FIELD: "chooses a field row for Tammouz",
    SWAP: "may swap a resource for Tammouz",
    KEEP: "chooses the resources to keep",
}
