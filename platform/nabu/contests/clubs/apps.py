from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "nabu.contests.clubs"
    default_auto_field = "django.db.models.BigAutoField"
