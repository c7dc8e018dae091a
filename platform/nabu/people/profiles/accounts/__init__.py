"""Signing up and in, passwords, addresses, two-factor authentication: allauth, as this site wants it."""
