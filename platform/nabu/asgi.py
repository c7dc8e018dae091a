"""The ASGI application that gunicorn serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nabu.settings")
django_application = get_asgi_application()

from django.conf import settings  # noqa: E402

from nabu.uploads import DropLargeBodies  # noqa: E402

application = DropLargeBodies(django_application, settings.MAX_REQUEST_BYTES)
