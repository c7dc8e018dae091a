"""Webhooks: other programs are told by signed requests what happens in a tournament."""
