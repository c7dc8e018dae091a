"""How the game is played, in six sentences for somebody who never saw it."""

SUMMARY = (
    "Until all have passed, take turns to recruit a craft card or to move the caravan.",
    "A peasant works a field for a resource, a priest enters a temple, an engineer irrigates for two "
    "points, a merchant brings a camel.",
    "The caravan costs camels. Its cities sell court cards and plants for resources, Babylon buys "
    "resources for points.",
    "Plant on an irrigated square: its tile brings points and gifts, and most irrigation around it scores too.",
    "At the end of the round the temples reward those with the most cubes.",
    "The game ends when few garden tiles are left. Tiles in front of you and resources score once more.",
)
