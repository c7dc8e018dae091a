from django.apps import AppConfig


class WatchConfig(AppConfig):
    name = "nabu.board.watch"

    def ready(self) -> None:
        from nabu.board.watch import link_picture  # noqa: F401
