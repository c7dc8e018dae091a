"""What is due next in a game."""

TAKE, TILE, PLACE, SPECIAL, RESERVE, BLOOM, SETTLE, PLANT, TREES, OVER = range(10)
PHASES = ("take", "tile", "place", "special", "reserve", "bloom", "settle", "plant", "trees", "over")
