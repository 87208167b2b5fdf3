"""The judge without a sport: rulebooks, games, records and the order of nearness."""
