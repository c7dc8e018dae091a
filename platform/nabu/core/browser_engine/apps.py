from django.apps import AppConfig


class BrowserEngineConfig(AppConfig):
    name = "nabu.core.browser_engine"
