from django.apps import AppConfig


class SharedPagesConfig(AppConfig):
    name = "nabu.shared_pages"
