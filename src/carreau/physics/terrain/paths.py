"""From the kernels' rows to what a reader uses: contacts, parts of motion, paths."""

from itertools import pairwise

import numpy as np

from carreau.physics.terrain.columns import Floats, Ints, Records
from carreau.physics.terrain.contacts import CONTACT, PART, PATH

CHORD_M = 0.002  # the straight pieces of a path are nowhere further than this from the curve
EVERY_M = 0.25


def contacts_of(rows: Floats) -> Records:
    """Rows [C, 8] as CONTACT."""
    found = np.zeros(len(rows), dtype=CONTACT)
    for column, name in enumerate(CONTACT.names or ()):
        found[name] = rows[:, column]
    return found


def parts_of(rows: Floats) -> Records:
    """Rows [K, 12] as PART, in order of time."""
    found = np.zeros(len(rows), dtype=PART)
    found["body"], found["from_s"], found["to_s"] = rows[:, 0], rows[:, 1], rows[:, 2]
    found["place_m"], found["velocity_m_s"], found["acceleration_m_s2"] = rows[:, 3:6], rows[:, 6:9], rows[:, 9:12]
    return found[np.argsort(found["from_s"], kind="stable")]


def pieces(parts: Records) -> Ints:
    """[K] into how many straight pieces each part is cut."""
    span = parts["to_s"] - parts["from_s"]
    bend = np.linalg.norm(parts["acceleration_m_s2"], axis=1)
    length = np.linalg.norm(parts["velocity_m_s"], axis=1) * span + 0.5 * bend * span**2
    needed = np.maximum(span * np.sqrt(bend / (8.0 * CHORD_M)), length / EVERY_M)
    found: Ints = np.maximum(np.ceil(needed), 1.0).astype(np.int64)
    return found


def path_of(parts: Records) -> Records:
    """PATH: a polyline for each body, all in order of time, nowhere more than CHORD_M from the curve."""
    parts = parts[np.argsort(parts["body"], kind="stable")]
    count = pieces(parts)
    goes_on = np.zeros(len(parts), dtype=np.bool_)
    goes_on[1:] = (parts["body"][1:] == parts["body"][:-1]) & (parts["from_s"][1:] == parts["to_s"][:-1])
    first = np.where(goes_on, 1, 0)
    rows = count + 1 - first
    each = np.repeat(np.arange(len(parts)), rows)
    step = np.arange(len(each)) - np.repeat(np.cumsum(rows) - rows, rows) + first[each]
    t = (parts["to_s"] - parts["from_s"])[each] * step / count[each]
    bent = parts["velocity_m_s"][each] + 0.5 * parts["acceleration_m_s2"][each] * t[:, None]
    path = np.zeros(len(each), dtype=PATH)
    path["time_s"], path["body"] = parts["from_s"][each] + t, parts["body"][each]
    path["x_m"], path["y_m"], path["z_m"] = (parts["place_m"][each] + t[:, None] * bent).T
    return path[np.argsort(path["time_s"], kind="stable")]


def places_at(parts: Records, rest_m: Floats, times_s: Floats) -> Floats:
    """[T, N, 3] where every body is at the times (s); a body that has not yet moved lies where its first part begins."""
    places = np.repeat(rest_m[None], len(times_s), axis=0)
    for body in np.unique(parts["body"]):
        own = parts[parts["body"] == body]
        places[times_s < own["from_s"][0], body] = own["place_m"][0]
        for part in own:
            now = (times_s >= part["from_s"]) & (times_s <= part["to_s"])
            t = (times_s[now] - part["from_s"])[:, None]
            places[now, body] = part["place_m"] + t * (part["velocity_m_s"] + 0.5 * part["acceleration_m_s2"] * t)
        for before, after in pairwise(own):
            still = (times_s > before["to_s"]) & (times_s < after["from_s"])
            places[still, body] = after["place_m"]
    return places
