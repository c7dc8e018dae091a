"""Correcting a result that later ones depend on."""
