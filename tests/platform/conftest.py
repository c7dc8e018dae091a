"""These tests need the site."""

from tests.with_site import clean_site, site_of_the_tests

__all__ = ["clean_site", "site_of_the_tests"]
