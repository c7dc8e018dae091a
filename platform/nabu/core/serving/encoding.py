"""Which compression a client is sent."""

from __future__ import annotations

ENCODINGS = ("br", "gzip")


def best_encoding(accepted: str) -> str:
    """What the header Accept-Encoding likes best, of equals the smaller; "" for none. RFC 9110, section 12.5.3."""
    weights = _weights(accepted)
    best = max(ENCODINGS, key=lambda name: weights[name])
    return best if weights[best] > 0 else ""


def takes_gzip(accepted: str) -> bool:
    """Whether the header Accept-Encoding allows gzip."""
    return _weights(accepted)["gzip"] > 0


def _weights(accepted: str) -> dict[str, float]:
    named: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        named[name.strip()] = _weight(parameter)
    others = named.get("*", 0.0)
    return {name: named.get(name, others) for name in ENCODINGS}


def _weight(parameter: str) -> float:
    """Of `q=0.5`; what cannot be read is not wanted."""
    name, _, value = parameter.partition("=")
    if not name.strip():
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
