"""The addresses of pictures of links."""

from django.conf import settings
from django.urls import re_path

from nabu.web.link_pictures import views

LANGUAGES = "|".join(code for code, _name in settings.LANGUAGES)

urlpatterns = [
    re_path(
        rf"^pictures/(?P<kind>[a-z]+)/(?P<subject>[0-9a-f-]{{1,90}})/(?P<language>{LANGUAGES})/(?P<version>[0-9a-f]{{16}})\.png$",
        views.link_picture,
        name="link_picture",
    )
]
