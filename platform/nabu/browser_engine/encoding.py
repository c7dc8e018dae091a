"""Which compression a client is sent."""

from __future__ import annotations

ENCODINGS = ("br", "gzip")


def best_encoding(accepted: str) -> str:
    """What the header Accept-Encoding likes best, of equals the smaller; "" for none. RFC 9110, section 12.5.3."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip()] = _weight(parameter)
    others = weights.get("*", 0.0)
    best = max(ENCODINGS, key=lambda name: weights.get(name, others))
    return best if weights.get(best, others) > 0 else ""


def _weight(parameter: str) -> float:
    """Of `q=0.5`; what cannot be read is not wanted."""
    name, _, value = parameter.partition("=")
    if not name.strip():
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
