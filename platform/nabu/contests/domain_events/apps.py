from django.apps import AppConfig


class DomainEventsConfig(AppConfig):
    name = "nabu.contests.domain_events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.contests.domain_events import receivers, tasks  # noqa: F401
