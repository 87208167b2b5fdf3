"""What the observer says of maps, tables and lists that cannot be."""


class Misplaced(ValueError):
    """A position, line, name or contact that no terrain or table can have; one line names it and says what is possible."""
