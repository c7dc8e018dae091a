"""What is said about scheduled backups and stored, by key."""

from django.utils.translation import gettext_noop as _

from engine.message import Catalogue

TEXTS: Catalogue = {
    "backup.writing": _("Writing the backup"),
    "backup.reading_back": _("Reading the backup back"),
    "backup.restoring": _("Restoring the backup into a temporary database"),
    "backup.off": _("Scheduled backups are off. Set NABU_BACKUPS to a folder or an s3:// address."),
    "backup.no_room": _(
        "Not enough room in %(place)s: %(free)s MB free, %(needed)s MB needed. Make room or set NABU_BACKUPS to "
        "another place."
    ),
    "backup.no_room_to_restore": _(
        "Not enough room to try a restore in %(place)s: %(free)s MB free, %(needed)s MB needed. Make room or set "
        "TMPDIR to another folder."
    ),
    "backup.not_written": _(
        "The backup could not be written to %(place)s: %(error)s. Check that the place exists, has room, and that the "
        "workers may write there."
    ),
    "backup.damaged": _(
        "The backup in %(place)s could not be read back as it was written, so it was deleted: %(error)s. Check the "
        "disk or the object store."
    ),
    "backup.broke": _("The backup stopped unexpectedly: %(error)s. The log of the workers says more."),
    "backup.restore_broke": _("The test restore stopped unexpectedly: %(error)s. The log of the workers says more."),
    "backup.killed": _("the worker was killed"),
    "backup.unreadable": _("%(place)s cannot be read: %(error)s. Check NABU_BACKUPS and the keys in the environment."),
    "backup.none": _("There is no good scheduled backup in %(place)s."),
    "backup.not_restored": _(
        "%(name)s could not be restored: %(error)s. Run “manage.py backups make”, then “manage.py backups try”."
    ),
}
