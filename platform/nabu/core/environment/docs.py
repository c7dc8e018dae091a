"""The declarations as the table of docs/operating.md."""

from __future__ import annotations

from nabu.core.environment.table import TABLE


def markdown() -> str:
    """The rows and their heading."""
    rows = [(f"`{each.name}`", each.meaning, each.kind.must_be, each.when_unset) for each in TABLE]
    head = [("variable", "meaning", "value", "when it is not set"), ("---", "---", "---", "---")]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (*head, *rows))
