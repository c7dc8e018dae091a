"""What a cell of the boards holds, as one small number, and the colours of gems and fountains."""

FREE, FOUNTAIN, TABLET, GRASS, TREE, FLOWER = range(6)
"""FREE is sand or rock without a tile. GRASS, TREE (grass with a tree token) and FLOWER are covered by a tile."""

CELL_WORDS = ("free", "fountain", "tablet", "grass", "tree", "flower")

COLOURS = ("purple", "red", "white")
NO_GEM = -1

TERRAIN = {"F": FOUNTAIN, "T": TABLET, "S": FREE, "P": FREE, "R": FREE, "W": FREE}
GEM = {"P": 0, "R": 1, "W": 2}
