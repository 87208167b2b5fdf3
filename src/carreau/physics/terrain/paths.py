"""From the kernels' rows to what a reader uses: contacts, parts of motion, paths."""

import math
from itertools import pairwise
from typing import Any

import numpy as np

from carreau.physics.terrain.columns import Floats, Records
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


def pieces(part: Any) -> int:
    """Into how many straight pieces a part is cut."""
    span = float(part["to_s"] - part["from_s"])
    bend = float(np.linalg.norm(part["acceleration_m_s2"]))
    length = float(np.linalg.norm(part["velocity_m_s"])) * span + 0.5 * bend * span**2
    return max(1, math.ceil(span * math.sqrt(bend / (8.0 * CHORD_M))), math.ceil(length / EVERY_M))


def path_of(parts: Records) -> Records:
    """PATH: a polyline for each body, all in order of time, nowhere more than CHORD_M from the curve."""
    rows: list[tuple[Any, ...]] = []
    ended: dict[int, float] = {}
    for part in parts:
        count, span, body = pieces(part), float(part["to_s"] - part["from_s"]), int(part["body"])
        goes_on = ended.get(body) == part["from_s"]
        for step in range(1 if goes_on else 0, count + 1):
            t = span * step / count
            place = part["place_m"] + t * (part["velocity_m_s"] + 0.5 * part["acceleration_m_s2"] * t)
            rows.append((part["from_s"] + t, body, *place))
        ended[body] = float(part["to_s"])
    path = np.array(rows, dtype=PATH)
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
