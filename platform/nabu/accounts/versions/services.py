"""Versions: who changes something touches its topics, who shows something reads their numbers first.

The numbers stand in the database, not in a cache: they change in the transaction of the change itself. What was made
from the database after its numbers were read is never older than they are, whatever happens to a cache meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from django.db import connection, transaction
from django.db.models import Sum

from nabu.accounts.versions.models import Version
from nabu.accounts.versions.signals import committed, touched

PEOPLE = "people"
"""Names of people, and what else is shown everywhere and seldom changes: clubs, variants, component sets."""

FEED = "feed"
"""The feed of public events: its number is that of the last event (`count_up`)."""

FORGOTTEN = "feed-forgotten"
"""Its number is that of the last public event that became too old to be kept (`raise_to`)."""

TOURNAMENTS = "tournaments"
"""Anything in any tournament. Nobody touches it, which would make all of them wait for each other: it is the sum."""


def tournament_topic(pk: int) -> str:
    """Anything in this tournament."""
    return f"tournament-{pk}"


def results_topic(pk: int) -> str:
    """What the standings, brackets and cross tables of this tournament show."""
    return f"results-{pk}"


def table_topic(pk: int) -> str:
    """This table: seats, result, reports, logs, photos."""
    return f"table-{pk}"


def moves_topic(pk: int) -> str:
    """The moves of the game that is being recorded at this table, where spectators see them at once."""
    return f"moves-{pk}"


def round_topic(pk: int) -> str:
    """The tables of this round and their results."""
    return f"round-{pk}"


def entries_topic(pk: int) -> str:
    """Who is entered in this tournament, and in what state."""
    return f"entries-{pk}"


def own_players_topic(account: int) -> str:
    """The players whom this account has made without entering them anywhere: nobody else sees them."""
    return f"own-players-{account}"


def announcements_topic(pk: int) -> str:
    """What the organisers of this tournament announce."""
    return f"announcements-{pk}"


def ratings_topic(game: str) -> str:
    """The ratings of all players in this game, and whether they are shown to predict."""
    return f"ratings-{game}"


def club_topic(pk: int) -> str:
    """The seasons of this club and their rules."""
    return f"club-{pk}"


def touch(*topics: str) -> None:
    """Say that these change in the running transaction.

    Others who touch the same topic wait for its end: touch what you hold a lock on, or touch last.
    Returns at once when no topic is given.
    """
    wanted = sorted(set(topics))
    if not wanted:
        return
    table = connection.ops.quote_name(Version._meta.db_table)
    rows = ", ".join(["(%s, 1)"] * len(wanted))
    # One statement that inserts or counts up: two who touch a new topic at the same time both count.
    sql = f"INSERT INTO {table} AS known (topic, number) VALUES {rows} "
    sql += "ON CONFLICT (topic) DO UPDATE SET number = known.number + 1 RETURNING topic, number"
    with connection.cursor() as cursor:
        cursor.execute(sql, wanted)
        versions = dict(cursor.fetchall())
    touched.send(sender=Version, topics=wanted)
    transaction.on_commit(partial(committed.send, sender=Version, versions=versions))


def count_up(topic: str, by: int) -> int:
    """Let the number of a topic grow by so much, and return what it was.

    Whoever else counts this topic up waits for the end of the running transaction. So what is numbered like this gets
    its numbers in the order of the commits, and whoever sees one sees all before it.
    """
    Version.objects.get_or_create(topic=topic)
    version = Version.objects.select_for_update().get(topic=topic)
    before = version.number
    version.number = before + by
    version.save(update_fields=["number"])
    return before


def raise_to(topic: str, number: int) -> None:
    """Let the number of a topic be this one, unless it is greater already."""
    Version.objects.get_or_create(topic=topic)
    Version.objects.filter(topic=topic, number__lt=number).update(number=number)


def numbers(topics: Sequence[str]) -> tuple[int, ...]:
    """The number of each topic, in one query (two for `TOURNAMENTS`); 0 for one that never changed."""
    known = dict(Version.objects.filter(topic__in=topics).values_list("topic", "number"))
    if TOURNAMENTS in topics:
        # By the order of the letters: "." comes after "-".
        each = Version.objects.filter(topic__gt="tournament-", topic__lt="tournament.").order_by()
        known[TOURNAMENTS] = each.aggregate(total=Sum("number"))["total"] or 0
    return tuple(known.get(topic, 0) for topic in topics)


def begin_anew() -> None:
    """After a restore the numbers are those of then: no page that was kept since may be taken for one of now.

    Every page depends on `PEOPLE`, which becomes greater than it can ever have been. So does the number of the feed:
    whoever has read on since finds what comes next.
    """
    number = int(time.time() * 1000)
    for topic in (PEOPLE, FEED):
        Version.objects.update_or_create(topic=topic, defaults={"number": number})
