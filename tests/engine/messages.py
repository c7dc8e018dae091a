"""What must hold for the message of every report."""

from __future__ import annotations

import json

from engine.catalogue import CATALOGUE, english
from engine.log.report import Report
from engine.message import Message


def says_what_it_means(report: Report) -> Report:
    """The same report: its message has a key of the catalogue, says the reason in English, and survives as JSON."""
    assert (report.message is None) == (report.reason is None) == (report.verdict == "verified")
    if report.message is not None:
        assert report.message.key in CATALOGUE
        assert english(report.message) == report.reason
        stored = json.loads(json.dumps(report.to_json()))["message"]
        assert stored == report.message.to_json()
        assert Message.from_json(stored) == report.message
    return report
