"""How the game is played, in six sentences for somebody who never saw it."""

SUMMARY = (
    "Dig: take a tile from the quarry. Walls, floor and stacks that are not higher around it bring a pillar each.",
    "Build: set tiles on three or four pillars. The next level opens when a tile lies on the level below.",
    "An unsupported corner becomes a belvedere.",
    "Symbols of a new tile may become stairs, fountains, bridges and statues; the higher they stand, the "
    "more they score.",
    "Store what is left: six pillars and one tile.",
    "After the last round whatever is seen from above scores: decorations, sets of decorations and "
    "flowers, belvederes, the highest level.",
)
