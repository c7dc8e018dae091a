from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE
from nabu.statistics.dashboards.texts import TEXTS


class DashboardsConfig(AppConfig):
    name = "nabu.statistics.dashboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.statistics.dashboards import metrics, receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
