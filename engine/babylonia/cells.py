"""What a cell of the board holds, as one small number.

FREE, a token (1 + 5 * seat + kind), CITY, FARM, ZIGGURAT, or OUT of play.
"""

FREE = 0
KINDS_PER_SEAT = 5
CITY, FARM, ZIGGURAT, OUT = 30, 31, 32, 33

OWNER = tuple((cell - 1) // KINDS_PER_SEAT if 1 <= cell <= 20 else -1 for cell in range(34))
"""The seat whose token is in the cell, or -1."""

KIND = tuple((cell - 1) % KINDS_PER_SEAT if 1 <= cell <= 20 else -1 for cell in range(34))
"""The kind of the token in the cell, or -1."""
