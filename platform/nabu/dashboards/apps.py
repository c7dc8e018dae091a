from django.apps import AppConfig


class DashboardsConfig(AppConfig):
    name = "nabu.dashboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.dashboards import receivers, tasks  # noqa: F401
