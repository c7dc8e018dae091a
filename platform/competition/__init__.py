"""Competition as a library: pairing, brackets, formats, tie-breaks, standings, ratings, prizes, TRF; no Django."""
