from django.apps import AppConfig


class SeriesConfig(AppConfig):
    name = "nabu.contests.series"
    default_auto_field = "django.db.models.BigAutoField"
