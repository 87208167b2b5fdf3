"""Balls, cushions and pins on cloth."""
