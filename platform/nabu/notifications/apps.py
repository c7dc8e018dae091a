from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "nabu.notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.notifications import receivers, tasks  # noqa: F401
