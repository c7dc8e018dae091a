"""Bots that look ahead: a game's own bot, improved by playing its candidates on in sampled worlds."""
