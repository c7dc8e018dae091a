"""The engine as a browser's page asks it: JSON in, JSON out, in the reader's language. Runs in a worker of the page."""
