"""Running the notebook of docs/data.md as it stands, without Jupyter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[4] / "docs" / "data"


def run_notebook(name: str) -> dict[str, Any]:
    """Run its cells, one after the other. Returns what they have named."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads((DATA / name).read_text())["cells"], start=1):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), names)
    return names
