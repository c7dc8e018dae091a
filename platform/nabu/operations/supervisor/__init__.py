"""`manage.py up`: runs the web server, the worker, beat and the embedded broker of a site on one machine."""
