"""Which migrations a database, or a backup, has behind it, and whether this version can go on from there.

The migrations of each app were squashed once: the first file of most apps stands for all that came before it, and names
them as `replaces`. So a site goes on if it has all of them or none. In between there are no files any more that could
take it further, and Django would say so only by an error about its graph.
"""

from __future__ import annotations

from collections.abc import Collection

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Key = tuple[str, str]
"""The app and the name of a migration."""

LAST_WITH_OLD_MIGRATIONS = "Nabu 0.1.0 (commit e25c5f3b)"
"""The version that brings any older site or backup to where this one begins."""

NAMED = 3
"""So many missing migrations are named, as a hint where a database stands."""


class TooOld(Exception):
    """This version cannot go on from there; the text names migrations that are missing."""


def applied_migrations() -> set[Key]:
    """Those of the database, as they are recorded. Writes nothing."""
    return set(MigrationRecorder(connection).applied_migrations())


def with_squashed(applied: Collection[Key]) -> set[Key]:
    """The same history in the names of today, with squashed migrations in place of those that they stand for.

    Raises TooOld if it ends between two of those.
    """
    names, missing = set(applied), list[Key]()
    for squashed, replaced in _squashed().items():
        if names.issuperset(replaced):
            names = names.difference(replaced) | {squashed}
        elif not names.isdisjoint(replaced):
            missing += [key for key in replaced if key not in names]
    if missing:
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise TooOld(", ".join(f"{app}.{name}" for app, name in missing[:NAMED]) + more)
    return names


def _squashed() -> dict[Key, list[Key]]:
    """What each squashed migration of ours stands for."""
    # No database is asked: with one, the loader breaks on the history that we want to explain.
    files = MigrationLoader(None, load=False)
    files.load_disk()
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("nabu.")}
    found = {key: list(migration.replaces) for key, migration in files.disk_migrations.items() if key[0] in ours}
    return {key: replaced for key, replaced in found.items() if replaced}
