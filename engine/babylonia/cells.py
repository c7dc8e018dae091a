"""What a cell of the board holds, as one small number.

FREE, CITY, FARM, ZIGGURAT, OUT of play, or a token: 8 * (seat + 1) + kind. So `cell >> 3` is one more than the seat
whose token it is, and 0 for everything else.
"""

FREE, CITY, FARM, ZIGGURAT, OUT = range(5)
KINDS = 5

OWNER = tuple((cell >> 3) - 1 for cell in range(40))
"""The seat whose token is in the cell, or -1."""

KIND = tuple(cell & 7 if cell >> 3 else -1 for cell in range(40))
"""The kind of the token in the cell, or -1."""
