"""Every message of the engine with its English: what a platform translates, and the sentence of a stored message."""

from __future__ import annotations

from engine import picture_sentences, sentences
from engine.log import sentences as log_sentences
from engine.log import verdict_words
from engine.log.report import one_line
from engine.luck import sentences as luck_sentences
from engine.message import Catalogue, Language, Message
from engine.registry import GAMES
from engine.review import sentences as review_sentences
from engine.sentence import joined
from engine.table import sentences as table_sentences

CATALOGUE: Catalogue = joined(
    sentences.templates.catalogue,
    picture_sentences.templates.catalogue,
    log_sentences.templates.catalogue,
    verdict_words.templates.catalogue,
    table_sentences.templates.catalogue,
    review_sentences.templates.catalogue,
    luck_sentences.templates.catalogue,
    *(game.messages for game in GAMES.values()),
)
"""The English texts by key: `game`, `picture`, `log`, `verdict`, `table` (a game in progress), `review`, `luck`, and
each game under its own key.
"""

_ENGLISH = Language(CATALOGUE)


def english(message: Message) -> str:
    """The sentence of a message, as `Report.reason` has it."""
    return one_line(_ENGLISH.render(message))
