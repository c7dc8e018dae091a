from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nabu.players"
    default_auto_field = "django.db.models.BigAutoField"
