"""What is written down while a throw is played: parts of motion and contacts."""

from carreau.physics.compiled import inner
from carreau.physics.terrain.columns import AX, CONTACTS, MODE, PARTS, REST, START, VX, Floats, Ints, X
from carreau.physics.terrain.ground import advance


@inner
def note_part(motion: Floats, i: int, t: float, parts: Floats, counts: Ints) -> None:
    """Write down the part of body i that ends at t, if parts are asked for."""
    row = counts[PARTS]
    counts[PARTS] = row + 1
    if row < parts.shape[0]:
        parts[row, 0], parts[row, 1], parts[row, 2] = i, motion[i, START], t
        for c in range(3):
            parts[row, 3 + c] = motion[i, X + c]
            parts[row, 6 + c] = motion[i, VX + c]
            parts[row, 9 + c] = motion[i, AX + c]


@inner
def note_contact(
    contacts: Floats, counts: Ints, t: float, kind: float, i: int, j: float, x: float, y: float, z: float, speed: float
) -> None:
    """Write down a contact, if there is room. (Whole constants would be types of their own to the compiler.)"""
    row = counts[CONTACTS]
    counts[CONTACTS] = row + 1
    if row < contacts.shape[0]:
        contacts[row, 0], contacts[row, 1], contacts[row, 2], contacts[row, 3] = t, kind, i, j
        contacts[row, 4], contacts[row, 5], contacts[row, 6], contacts[row, 7] = x, y, z, speed


@inner
def bring(motion: Floats, doing: Ints, i: int, t: float, parts: Floats, counts: Ints) -> None:
    """Move body i to time t."""
    if doing[i, MODE] != REST and t > motion[i, START]:
        note_part(motion, i, t, parts, counts)
        advance(motion, i, t)
    motion[i, START] = t
