"""`python -m nabu.core.environment`: the table of docs/operating.md."""

from nabu.core.environment.docs import markdown

if __name__ == "__main__":
    print(markdown())
