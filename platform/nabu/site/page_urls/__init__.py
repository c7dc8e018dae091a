"""Addresses of pages, one file for each beginning of an address. Those of the API are in `nabu.site.api_urls`."""
