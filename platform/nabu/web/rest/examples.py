"""Examples of what the main reads answer, for the schema. `examples.json` has what a site with the demo has answered,
by the names of the operations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


def add_examples(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Schema hook: puts each example at its operation."""
    examples = json.loads(FILE.read_text())
    for methods in result["paths"].values():
        for operation in methods.values():
            if operation["operationId"] in examples:
                content = operation["responses"]["200"]["content"]["application/json"]
                content["examples"] = {"Demo": {"value": examples[operation["operationId"]]}}
    return result
