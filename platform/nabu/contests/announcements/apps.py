"""What an organiser says to an event, a round or a table."""

from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "nabu.contests.announcements"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.contests.announcements import receivers  # noqa: F401
