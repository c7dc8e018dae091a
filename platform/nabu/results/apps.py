from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "nabu.results"
