"""The numbers of a table, its cloth, its balls and its cue, each with its likely error and where it comes from.

Grades of evidence: A measured many times, B fitted to recorded strokes or measured once, C published without its data,
D derived or chosen. `carom` is fitted to 182 recorded three-cushion strokes on a heated table (own fit, seven numbers);
`pooltool` repeats the defaults of pooltool 0.6.0, to compare with it.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from carreau.physics.table import columns
from carreau.physics.wrong import Unphysical

CushionModel = Literal["stronge", "impulse", "mirror"]
MODELS: tuple[CushionModel, ...] = ("stronge", "impulse", "mirror")


def number(value: float, least: float, most: float, unit: str, error: str, grade: str, source: str) -> Any:
    """A field with its range, unit, likely error, grade of evidence and source."""
    about = {"least": least, "most": most, "unit": unit, "error": error, "grade": grade, "source": source}
    return field(default=value, metadata=about)


ALCIATORE = "Alciatore, billiards.colostate.edu, physical properties"
FIT = "own fit to 182 recorded carom strokes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Constants:
    """All numbers that are not the size of something; SI units, coefficients without unit.

    Raises Unphysical for a number that is no number or out of its range.
    """

    gravity_m_s2: float = number(
        9.81, 0.1, 100.0, "m/s2", "0.03", "A", "standard gravity varies by 0.03 over the earth"
    )
    cloth_sliding: float = number(0.219, 0.0, 2.0, "", "0.10", "B", FIT + "; weakly determined; 0.15-0.4 " + ALCIATORE)
    cloth_rolling: float = number(0.0036, 0.0, 1.0, "", "0.0003", "B", FIT + "; 0.005-0.015 on pool cloth, Alciatore")
    cloth_spinning_per_m: float = number(0.117, 0.0, 100.0, "1/m", "0.05", "B", FIT + "; mu_sp = this * R")
    ball_restitution: float = number(0.989, 0.0, 1.0, "", "0.02", "B", FIT + "; 0.92-0.98 " + ALCIATORE)
    ball_friction: float = number(
        0.00995, 0.0, 2.0, "", "0.005", "C", "Alciatore TP A-14, the part that stays at high slip"
    )
    ball_friction_rise: float = number(
        0.108, 0.0, 2.0, "", "0.02", "C", "Alciatore TP A-14, added at no slip; 0: constant"
    )
    ball_friction_decay_s_m: float = number(1.088, 0.0, 100.0, "s/m", "0.2", "C", "Alciatore TP A-14")
    cushion_restitution: float = number(0.756, 0.05, 1.0, "", "0.02", "B", FIT + "; 0.6-0.9 " + ALCIATORE)
    cushion_restitution_loss_s_m: float = number(
        0.0, 0.0, 1.0, "s/m", "0.04", "D", "real cushions lose some; 0 in the fit"
    )
    cushion_friction: float = number(0.254, 0.0, 2.0, "", "0.03", "B", FIT)
    cushion_omega: float = number(1.56, 1.0, 2.0, "", "0.1", "B", FIT + "; ratio of frequencies, Stronge 2000")
    slate_restitution: float = number(0.5, 0.0, 1.0, "", "0.1", "C", ALCIATORE)
    slate_friction: float = number(0.219, 0.0, 2.0, "", "0.10", "D", "that of sliding on the cloth")
    low_hop: float = number(0.01, 1e-6, 1.0, "radii", "-", "D", "hops lower than this are none")
    cue_mass_kg: float = number(0.52, 0.05, 5.0, "kg", "0.03", "C", "carom cues weigh 480-540 g")
    cue_end_mass_kg: float = number(
        0.007, 1e-5, 1.0, "kg", "0.002", "C", "about a thirtieth of the ball, Alciatore TP A-31"
    )
    tip_restitution: float = number(0.73, 0.0, 1.0, "", "0.02", "C", "leather 0.71-0.75, " + ALCIATORE)
    tip_friction: float = number(0.6, 0.0, 5.0, "", "0.1", "C", "chalked leather, " + ALCIATORE)
    squirt: float = number(1.0, 0.0, 10.0, "", "0.3", "D", "factor on Alciatore TP A-31; 0: none")
    pin_restitution: float = number(0.8, 0.0, 1.0, "", "0.2", "D", "hard plastic on hard plastic, not measured")
    pin_sliding: float = number(
        0.25, 0.0, 2.0, "", "0.1", "D", "plastic on cloth; below 0.15 slow pushes drag pins along"
    )
    pin_knock_chance: float = number(
        0.5, 0.0, 1.0, "", "0.3", "D", "a thrown pin fells the one in its way; never measured"
    )
    cushion_model: CushionModel = "stronge"
    lifts: bool = False
    """Do cushions and balls lift balls off the cloth? Left out of the fits, where the slate takes up all vertical speed."""
    nose_at_radius: bool = False
    """A ball touches the cushion at its radius whatever the height of the nose: pooltool's geometry."""
    friction_of_rebound: bool = False
    """Friction between balls follows the impulse of restitution alone, 2e/(1+e) of Coulomb's: pooltool's formula."""
    packed: NDArray[np.float64] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.metadata:
                check(each.name, getattr(self, each.name), each.metadata["least"], each.metadata["most"])
        if self.cushion_model not in MODELS:
            raise Unphysical(f"cushion_model {self.cushion_model!r}: one of {', '.join(MODELS)}")
        object.__setattr__(self, "packed", self.parameters())

    @property
    def miscue_offset(self) -> float:
        """Offset in radii beyond which the tip slips off the ball: sin(atan(mu))."""
        return float(self.tip_friction / np.hypot(1.0, self.tip_friction))

    def parameters(self) -> NDArray[np.float64]:
        """The numbers in the order of the kernel; the sizes of table and pins are still missing."""
        p = np.zeros(columns.PARAMETER_COLUMNS)
        p[columns.GRAVITY : columns.SPIN_LOSS + 1] = (
            self.gravity_m_s2,
            self.cloth_sliding,
            self.cloth_rolling,
            self.cloth_spinning_per_m,
        )
        p[columns.E_BALL : columns.PULLED + 1] = (
            self.ball_restitution,
            self.ball_friction,
            self.ball_friction_rise,
            self.ball_friction_decay_s_m,
            self.friction_of_rebound,
        )
        p[columns.MODEL : columns.AT_RADIUS + 1] = (
            MODELS.index(self.cushion_model),
            self.cushion_restitution,
            self.cushion_restitution_loss_s_m,
            self.cushion_friction,
            self.cushion_omega,
            self.nose_at_radius,
        )
        p[columns.E_SLATE : columns.LOW_HOP + 1] = (
            self.slate_restitution,
            self.slate_friction,
            self.lifts,
            self.low_hop,
        )
        p[columns.CUE_MASS : columns.SQUIRT + 1] = (
            self.cue_mass_kg,
            self.cue_end_mass_kg,
            self.tip_restitution,
            self.squirt,
        )
        p[columns.MISCUE_AT] = self.miscue_offset
        p[columns.PIN_E] = self.pin_restitution
        p[columns.PIN_SLIDE] = self.pin_sliding
        p[columns.PIN_CHANCE] = self.pin_knock_chance
        return p


def check(name: str, value: float, least: float, most: float) -> None:
    """Refuse a value that is no number or lies outside its range."""
    if not least <= value <= most:  # also refuses NaN
        raise Unphysical(f"{name} {value!r}: must lie in {least:g}..{most:g}")


CONSTANTS: dict[str, Constants] = {
    "carom": Constants(),
    "pooltool": Constants(
        cloth_sliding=0.2,
        cloth_rolling=0.01,
        cloth_spinning_per_m=10 * 2 / 5 / 9,
        ball_restitution=0.95,
        ball_friction=9.951e-3,
        cushion_restitution=0.85,
        cushion_friction=0.2,
        cushion_omega=1.8,
        slate_restitution=0.0,
        slate_friction=0.0,
        cue_mass_kg=0.567,
        cue_end_mass_kg=0.170097 / 30,
        tip_restitution=1.0,
        nose_at_radius=True,
        friction_of_rebound=True,
    ),
}
"""`carom`: a heated match table. `pooltool`: the defaults of pooltool 0.6.0, its geometry and its friction formula too."""
