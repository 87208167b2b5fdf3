"""Pétanque: what can happen on a terrain, and what the rules say of it. The files follow the rule text."""
