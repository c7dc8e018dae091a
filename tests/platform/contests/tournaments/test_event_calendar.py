"""The calendar file, read again by lines as RFC 5545 tells it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.test import override_settings

from nabu.contests.tournaments.exports.event_calendar import calendar_of
from nabu.contests.tournaments.models import Tournament
from tests.cases import each

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
ADDRESS = "https://nabu.example.org/tournaments/7/"


def lines_of(tournament: Tournament, minutes: int = 0) -> tuple[bytes, dict[str, str]]:
    """The bytes, and the content lines by name, unfolded and with their escapes taken back (RFC 5545, 3.1, 3.3.11)."""
    data = calendar_of(tournament, minutes, ADDRESS, "nabu.example.org:8000", NOW)
    unfolded = data.replace(b"\r\n ", b"").decode()
    fields = {}
    for line in unfolded.split("\r\n"):
        name, _colon, value = line.partition(":")
        plain = value.replace("\\\\", "\0").replace("\\n", "\n").replace("\\,", ",").replace("\\;", ";")
        fields[name] = plain.replace("\0", "\\")
    return data, fields


def test_a_date_with_a_time_is_in_utc() -> None:
    event = Tournament(pk=7, name="Ur Open", starts_on=date(2026, 7, 4), starts_at=time(9, 30), place="Ur")
    with override_settings(TIME_ZONE="Europe/Madrid"):
        _data, fields = lines_of(event, minutes=3 * 50)
        _data, unknown = lines_of(event)
    assert fields["DTSTART"] == "20260704T073000Z", "Madrid is two hours ahead in summer"
    assert fields["DTEND"] == "20260704T100000Z", "after three rounds of 50 minutes"
    assert unknown["DTEND"] == "20260704T113000Z", "some hours where nobody said how long"
    assert fields["UID"] == "tournament-7@nabu.example.org"
    assert fields["DTSTAMP"] == "20261121T180000Z"
    assert (fields["SUMMARY"], fields["LOCATION"]) == ("Ur Open", "Ur")
    assert next(value for name, value in fields.items() if name.startswith("URL")) == ADDRESS
    assert (fields["VERSION"], fields["PRODID"]) == ("2.0", "-//Nabu//Tournaments//EN")


def test_a_date_without_a_time_is_the_whole_day() -> None:
    _data, fields = lines_of(Tournament(pk=7, name="Ur Open", starts_on=date(2026, 12, 31)))
    assert fields["DTSTART;VALUE=DATE"] == "20261231"
    assert fields["DTEND;VALUE=DATE"] == "20270101", "the end is the first day that is no longer in it"
    assert not {"LOCATION", "DESCRIPTION"} & set(fields)


@each(
    "text",
    [
        "Ur; the open, with \\ and a\nsecond line",
        "Größe " * 40,
        "𒀭" * 90,
        "END:VEVENT\r\nBEGIN:VALARM".replace("\r", ""),
    ],
)
def test_any_text_comes_back_and_no_line_is_longer_than_75_octets(text: str) -> None:
    data, fields = lines_of(Tournament(pk=7, name="Ur", description=text, starts_on=date(2026, 1, 1)))
    assert fields["DESCRIPTION"] == text
    assert data.endswith(b"END:VEVENT\r\nEND:VCALENDAR\r\n")
    for line in data.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()
        assert b"\n" not in line
