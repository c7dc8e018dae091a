from django.apps import AppConfig


class FirstStartConfig(AppConfig):
    name = "nabu.first_start"
