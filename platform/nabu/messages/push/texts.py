"""What notifications say, by key."""

from engine.message import Plural

TEXTS: dict[str, str | Plural] = {
    "push.table": "Table %(table)s, round %(round)s",
    "push.table_named": "Table %(table)s: %(name)s",
    "push.bye": "Bye in round %(round)s",
    "push.bye_named": "Bye: %(name)s",
    "push.seat": "Your seat: %(seat)s",
    "push.with_you": "At your table: %(names)s",
    "push.announcement": "Announcement",
    "push.announcement_round": "Announcement: round %(round)s",
    "push.announcement_named": "Announcement: %(name)s",
    "push.announcement_table": "Announcement: table %(table)s",
}
