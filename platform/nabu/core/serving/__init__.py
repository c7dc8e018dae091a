"""Serving: what stands between gunicorn and Django, so that a crowd makes the site slower and not broken.

One event loop a process reads requests, keeps streams open and lets people queue. Django runs in a few threads beside
it. docs/performance.md says why, with figures.
"""
