"""The words of the game by number, in the order in which everything is listed."""

RESOURCES = ("barley", "dates", "salt", "palm", "wine")
KINDS_OF_RESOURCE = len(RESOURCES)
WINE = 4
ANY = 5
"""In a tile's bonus: a resource of the taker's choice."""

CRAFTS = ("peasant", "priest", "engineer", "merchant")
PEASANT, PRIEST, ENGINEER, MERCHANT = range(4)

TEMPLES = ("ishtar", "marduk", "tammouz")
ISHTAR, MARDUK, TAMMOUZ = range(3)

TYPES = ("banker", "caravaneer", "palace", "gardener")
"""The court cards: three types with levels, and the gardener without."""
BANKER, CARAVANEER, PALACE, GARDENER = range(4)
LEVELLED = 3

REWARDS = ("camel", "talent")
CAMEL, TALENT = range(2)

GREY = 4
"""The owner of a neutral cube; players are 0 to 3."""
EMPTY = -1
NO_AREA = -2
