"""Strokes and throws that happen, the facts they give, and whole games of them, judged to the last point."""
