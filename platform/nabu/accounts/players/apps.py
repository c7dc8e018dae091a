from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nabu.accounts.players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.accounts.players import attempts, passwords  # noqa: F401
