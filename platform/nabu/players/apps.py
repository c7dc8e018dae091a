from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nabu.players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.players import attempts, passwords  # noqa: F401
