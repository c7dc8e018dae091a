from django.apps import AppConfig


class ClaimsConfig(AppConfig):
    name = "nabu.people.claims"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.people.claims import tasks  # noqa: F401
