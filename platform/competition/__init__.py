"""Competition as a library: pairing, brackets, formats, tie-breaks, standings, prizes, TRF. It knows no Django."""
