"""Our strokes against the same model in forty digits: the same contacts, and how far the balls end apart.

python -m benchmarks.reference                400 random strokes of three balls
python -m benchmarks.reference --json 100     so many, one object
"""

import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from benchmarks.decimals import DIGITS
from benchmarks.layouts import Layout, random_layouts
from benchmarks.precise_stroke import Moving, PreciseStroke, struck_level
from carreau.physics.table import CONSTANTS, TABLES, Ball, Constants, Cue, Table
from carreau.physics.table.stroke import Stroke, simulate_stroke

STROKES = 400
ASKED_MM = 1e-6
BALL = Ball(0.03075, 0.21)


def numbers_of(table: Table, constants: Constants, ball: Ball) -> dict[str, Decimal]:
    """The constants as the precise stroke names them; every double is taken for the exact number that it is."""
    radius = Decimal(ball.radius_m)
    above = Decimal(table.nose_height_m) - radius
    plain = {
        "radius_m": ball.radius_m,
        "mass_kg": ball.mass_kg,
        "gravity_m_s2": constants.gravity_m_s2,
        "slide_friction": constants.cloth_sliding,
        "roll_friction": constants.cloth_rolling,
        "ball_restitution": constants.ball_restitution,
        "ball_friction_a": constants.ball_friction,
        "ball_friction_b": constants.ball_friction_rise,
        "ball_friction_c": constants.ball_friction_decay_s_m,
        "cushion_restitution": constants.cushion_restitution,
        "cushion_slope_s_m": constants.cushion_restitution_loss_s_m,
        "cushion_friction": constants.cushion_friction,
        "cushion_omega": constants.cushion_omega,
        "cue_mass_kg": constants.cue_mass_kg,
        "cue_end_mass_kg": constants.cue_end_mass_kg,
        "tip_restitution": constants.tip_restitution,
        "length_m": table.length_m,
        "width_m": table.width_m,
        "nose_height_m": table.nose_height_m,
    }
    numbers = {name: Decimal(value) for name, value in plain.items()}
    numbers["spin_friction_m"] = Decimal(constants.cloth_spinning_per_m) * radius * radius
    numbers["nose_gap_m"] = radius if constants.nose_at_radius else (radius * radius - above * above).sqrt()
    return numbers


def precise(layout: Layout, numbers: dict[str, Decimal]) -> PreciseStroke:
    """One layout played in forty digits."""
    stroke = PreciseStroke(numbers, [Moving((Decimal(x), Decimal(y))) for x, y in layout.positions_m])
    stroke.struck(0, *struck_level([Decimal(value) for value in layout.cue], numbers))
    stroke.play()
    return stroke


def ours(layout: Layout, table: Table, constants: Constants, ball: Ball = BALL) -> Stroke:
    """The same layout played by the kernel."""
    balls = [ball] * len(layout.positions_m)
    return simulate_stroke(balls, layout.positions_m, 0, Cue(*layout.cue), table=table, constants=constants)


def listed(contacts: Sequence[Sequence[float]]) -> list[tuple[int, int, int]]:
    """Contacts as (kind, who, whom) in order; of two balls the smaller number first."""
    return [(int(kind), *(sorted((int(a), int(b))) if kind == 0 else (int(a), int(b)))) for kind, a, b in contacts]


def our_list(stroke: Stroke) -> list[tuple[int, int, int]]:
    """The same of a stroke of the kernel: contacts of balls and cushions."""
    met = stroke.contacts
    return listed([row for row in zip(met["kind"], met["first"], met["second"], strict=True) if row[0] < 2])


@dataclass(frozen=True, slots=True)
class Difference:
    """How one stroke differs: is the list of contacts the same, and how far do the balls end apart?"""

    same_contacts: bool
    apart_mm: float
    late_s: float


def difference(layout: Layout, table: Table, constants: Constants, numbers: dict[str, Decimal]) -> Difference:
    """Of one layout."""
    exact, played = precise(layout, numbers), ours(layout, table, constants)
    same = listed([contact[:3] for contact in exact.contacts]) == our_list(played)
    apart = max(
        math.dist(
            (float(Decimal(float(rest[0])) - ball.place[0]), float(Decimal(float(rest[1])) - ball.place[1])), (0, 0)
        )
        for ball, rest in zip(exact.balls, played.rest_m, strict=True)
    )
    times = zip(exact.contacts, played.contacts["time_s"], strict=False)
    late = max((abs(float(contact[3] - Decimal(float(time_s)))) for contact, time_s in times), default=0.0)
    return Difference(same, 1000 * apart, late)


def measured(
    strokes: int = STROKES, table: Table = TABLES["umb"], constants: Constants = CONSTANTS["carom"]
) -> dict[str, float]:
    """All figures."""
    numbers = numbers_of(table, constants, BALL)
    start = time.process_time()
    found = [difference(layout, table, constants, numbers) for layout in random_layouts(7, strokes)]
    apart = sorted(each.apart_mm for each in found)
    return {
        "strokes": strokes,
        "digits": DIGITS,
        "same_contacts": sum(each.same_contacts for each in found),
        "apart_median_mm": apart[strokes // 2],
        "apart_most_mm": apart[-1],
        "late_most_s": max(each.late_s for each in found),
        "took_s": round(time.process_time() - start, 1),
    }


def main(words: list[str]) -> int:
    """Print the figures; 1 if a list of contacts differs or a ball ends more than a nanometre away."""
    counts = [int(word) for word in words if word.isdigit()]
    figures = measured(counts[0] if counts else STROKES)
    if "--json" in words:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(
                f"{name:<18} {value:>12.6g}"
                + (f"   (asked for: at most {ASKED_MM})" if name == "apart_most_mm" else "")
            )
    return int(figures["same_contacts"] < figures["strokes"] or figures["apart_most_mm"] > ASKED_MM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
