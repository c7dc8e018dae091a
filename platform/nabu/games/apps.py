from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "nabu.games"
    default_auto_field = "django.db.models.BigAutoField"
