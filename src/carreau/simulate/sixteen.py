"""The stroke that everybody dreams of: all five pins and a cannon. The numbers were searched for, the result is played."""

from carreau.physics.table import Cue
from carreau.simulate.five_layout import Layout, cloth_of
from carreau.simulate.five_stroke import ROOM, Played, play_one

CUE = Cue(speed_m_s=3.0, azimuth_rad=0.0)
PLACES: dict[str, tuple[float, float]] = {}
SEED = 1


def sixteen() -> Played:
    """Play it: nothing of the outcome is written down, the physics plays it and the book counts it."""
    cloth = cloth_of(ROOM.table)
    layout = Layout({"A": PLACES["A"], "B": PLACES["B"], "red": PLACES["red"]}, cloth.castle) if PLACES else None
    return play_one(CUE, layout, seed=SEED)
