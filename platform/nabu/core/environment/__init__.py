"""The settings that whoever runs a site gives it: environment variables, each declared once and checked at the start.

- `kinds`: what a variable can hold;
- `table`: every variable with its kind, its default and its sentence;
- `reading`: all of them at once, or all that is wrong with them.

`python -m nabu.core.environment` prints the table of docs/operating.md. Django is not set up while its settings are
being read, so nothing here needs it.
"""
