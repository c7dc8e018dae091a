"""The English text of every message about webhooks, by key."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "webhooks.failing": "no delivery succeeded for days",
    "webhooks.gone": "the receiver answered that it is gone for good (410)",
}
