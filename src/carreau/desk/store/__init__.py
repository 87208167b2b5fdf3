"""Where the desk keeps its games: an append-only table of what was entered, in SQLite or PostgreSQL."""

from carreau.desk.store.access import EVERY_GAME, Access, Act, Grant, Invitation
from carreau.desk.store.store import Lost, Store
from carreau.desk.store.tables import Confirmed, Event, GameRow, unaltered

__all__ = (
    "EVERY_GAME",
    "Access",
    "Act",
    "Confirmed",
    "Event",
    "GameRow",
    "Grant",
    "Invitation",
    "Lost",
    "Store",
    "unaltered",
)
