"""How the tables have changed, one step a file."""
