from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "nabu.contests.ratings"
    default_auto_field = "django.db.models.BigAutoField"
