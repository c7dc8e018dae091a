from django.apps import AppConfig


class ReplayConfig(AppConfig):
    name = "nabu.board.replay"

    def ready(self) -> None:
        from nabu.board.replay import link_picture  # noqa: F401
