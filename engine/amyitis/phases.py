"""What can be due in a position, by number."""

(
    CRAFTS_DUE, ACTION, FIELD, TEMPLE, IRRIGATE, SALE, SALE_IRRIGATION, BUY, PLANT, CHOOSE, TAKE, TOKEN,
    PROCESSION, REWARD, TAMMOUZ_FIELD, SWAP, KEEP, OVER,
) = range(18)  # fmt: skip

PHASES = (
    "crafts", "action", "field", "temple", "irrigate", "sale", "sale_irrigation", "buy", "plant", "choose", "take",
    "token", "procession", "reward", "tammouz_field", "swap", "keep", "over",
)  # fmt: skip
