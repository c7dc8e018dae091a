"""What there are pictures of. Higher apps add theirs; their `AppConfig.ready` imports the module that does."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import override

from nabu.accounts.versions.services import numbers
from nabu.web.shared_pages.code_digest import sources_digest
from nabu.web.shared_pages.making import notes

DIGITS = 16


@dataclass(frozen=True)
class PictureKind:
    """One kind of pictures. `subject` is what its things are called in an address: `12`, `12-5`.

    `is_public`: a visitor may see the thing now. `version` names the state of it that visitors see, in few queries;
    None: there is nothing to see. `draw` draws that state as SVG, in a worker; None: there is nothing to draw. The last
    two speak the active language.
    """

    name: str
    subject: re.Pattern[str]
    is_public: Callable[[str], bool]
    version: Callable[[str], str | None]
    draw: Callable[[str], str | None]

    def current(self, subject: str, language: str) -> str | None:
        """The version that everybody may have now; None: there is nothing for a visitor."""
        with override(language):
            return self.version(subject) if self.is_public(subject) else None


KINDS: dict[str, PictureKind] = {}


def register(kind: PictureKind) -> None:
    """There are pictures of this kind."""
    KINDS[kind.name] = kind


def version_of(topics: Sequence[str], *shown: object) -> str:
    """A version made of the numbers of topics (`nabu.accounts.versions`), of what is shown besides, and of the code.

    While a page is made, the numbers are those under which it is made, as far as it has them.
    """
    making = notes.get()
    known = making.before.versions if making is not None else {}
    found = [known[each] for each in topics] if known.keys() >= set(topics) else list(numbers(topics))
    made_of = [sources_digest(), found, [str(each) for each in shown]]
    return hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:DIGITS]
