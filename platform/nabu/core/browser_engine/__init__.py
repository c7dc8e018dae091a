"""The engine in the browser: what of it is sent to pages, and what they must know to use it. docs/browser-engine.md."""
