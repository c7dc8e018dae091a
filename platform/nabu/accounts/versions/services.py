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


def ratings_topic(game: str) -> str:
    """The ratings of all players in this game, and whether they are shown to predict."""
    return f"ratings-{game}"


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

    Every page depends on `PEOPLE`, which becomes greater than it can ever have been.
    """
    number = int(time.time() * 1000)
    Version.objects.update_or_create(topic=PEOPLE, defaults={"number": number})
