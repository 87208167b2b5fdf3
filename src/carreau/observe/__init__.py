"""Positions and contacts, as plain arrays, turned into the facts that an umpire could say."""
