"""Carreau, a referee you can run: facts in, rulings with their articles out."""

__version__ = "0.1.0"
