"""What there are pictures of. Higher apps add theirs; their `AppConfig.ready` imports the module that does."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nabu.accounts.versions.services import numbers
from nabu.web.shared_pages.code_digest import code_digest

DIGITS = 16


@dataclass(frozen=True)
class PictureKind:
    """One kind of pictures. `subject` is what its things are called in an address: `12`, `12-5`.

    `version` names the state that a visitor may see of a thing now, in few queries; None: nothing. `draw` draws that
    state as SVG in the current language, in a worker; None: there is nothing to draw.
    """

    name: str
    subject: re.Pattern[str]
    version: Callable[[str], str | None]
    draw: Callable[[str], str | None]


KINDS: dict[str, PictureKind] = {}


def register(kind: PictureKind) -> None:
    """There are pictures of this kind."""
    KINDS[kind.name] = kind


def version_of(topics: Sequence[str], *shown: object) -> str:
    """A version made of the numbers of topics (`nabu.accounts.versions`), of what is shown besides, and of the code."""
    made_of = [code_digest(), numbers(topics), [str(each) for each in shown]]
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:DIGITS]
