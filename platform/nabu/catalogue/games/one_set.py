"""The one component set that a log names, for whoever replays it where there is no database."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import BadComponents, ComponentSet


@dataclass(frozen=True, slots=True)
class OneSet:
    """An `engine.components.Library` of one set, of none, or of one that the engine of today does not read."""

    components: ComponentSet | None = None
    problems: tuple[str, ...] = ()

    def __call__(self, game: str, sha256: str) -> ComponentSet | None:
        """The set, whatever is asked: only the log asks. Raises BadComponents."""
        if self.problems:
            raise BadComponents(self.problems)
        return self.components
