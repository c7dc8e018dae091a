from django.apps import AppConfig


class StoreConfig(AppConfig):
    name = "nabu.statistics.store"
    label = "statistics_store"
    default_auto_field = "django.db.models.BigAutoField"
