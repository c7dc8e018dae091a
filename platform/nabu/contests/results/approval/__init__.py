"""Approving a finished tournament, so that its ratings count."""
