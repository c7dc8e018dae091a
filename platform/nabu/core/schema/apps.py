from django.apps import AppConfig


class SchemaConfig(AppConfig):
    name = "nabu.core.schema"
