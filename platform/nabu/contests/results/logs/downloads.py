"""Handing out a log as a file."""

from __future__ import annotations

from django.http import HttpResponse

from nabu.contests.matches.models import GameLog
from nabu.contests.matches.served_logs import served_log


def log_download(log: GameLog) -> HttpResponse:
    """The file. Where names are replaced the headers say so, with the digest of what was received and of this file."""
    served = served_log(log)
    response = HttpResponse(served.content, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{log.sha256[:12]}.jsonl"'
    response["X-Content-Type-Options"] = "nosniff"
    if served.names_replaced:
        response["Nabu-Names-Replaced"] = "true"
        response["Nabu-Original-SHA256"] = served.original_sha256
        response["Nabu-Served-SHA256"] = served.sha256
    return response
