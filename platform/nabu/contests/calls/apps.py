from django.apps import AppConfig


class CallsConfig(AppConfig):
    name = "nabu.contests.calls"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.contests.calls import receivers  # noqa: F401
