"""`python -m nabu.environment`: the table of docs/operating.md."""

from nabu.environment.docs import markdown

if __name__ == "__main__":
    print(markdown())
