"""The English text of everything that this package says, by key.

A key may stand in a database: it keeps its meaning and its placeholders. What is to be said differently gets a new key.
"""

from __future__ import annotations

from competition.texts.formats import FORMATS
from competition.texts.input import INPUT
from competition.texts.pairing import PAIRING
from competition.texts.season import SEASON
from competition.texts.standings import STANDINGS
from competition.texts.trf import TRF
from engine.message import Language, Plural

TEXTS: dict[str, str | Plural] = {**FORMATS, **INPUT, **PAIRING, **SEASON, **STANDINGS, **TRF}

ENGLISH = Language(TEXTS)
"""Says everything in English."""
