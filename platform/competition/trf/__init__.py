"""FIDE's Tournament Report File (TRF16, TRF26 and the JaVaFo extensions) for Swiss tournaments of two-player games.

Written after FIDE's public documents "Tournament Report File Format" of 2016 (C.04 Annex 2) and 2026, and after the
JaVaFo Advanced User Manual for the lines that begin with XX.
"""
