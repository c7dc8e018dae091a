from django.apps import AppConfig


class BrowserEngineConfig(AppConfig):
    name = "nabu.browser_engine"
