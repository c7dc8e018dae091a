from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "nabu.board.records"
