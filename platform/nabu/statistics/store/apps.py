from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig


class StoreConfig(AppConfig):
    name = "nabu.statistics.store"
    label = "statistics_store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        worker_ready.connect(say_if_elsewhere)


def say_if_elsewhere(**_kwargs: Any) -> None:
    """A worker whose machine has not the files of the statistics says so when it starts; it counts none."""
    from nabu.statistics.store import place

    place.say_if_elsewhere()
