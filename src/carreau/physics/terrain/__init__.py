"""Boules and a jack on ground."""
