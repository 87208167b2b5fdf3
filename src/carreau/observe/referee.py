"""How well a referee sees: what is told apart, and what he has to be asked."""

from dataclasses import dataclass

from carreau.observe.wrong import Misplaced


@dataclass(frozen=True, slots=True)
class Referee:
    """What happens within `time_s` may be at once, a gap up to `gap_m` may be none, within `line_m` a ball may be on a line.

    The physics knows more than any referee; `KEEN` takes its word, `HUMAN` is asked where a person could not tell.
    """

    time_s: float = 1e-9
    gap_m: float = 1e-9
    line_m: float = 1e-9

    def __post_init__(self) -> None:
        for name, value in (("time_s", self.time_s), ("gap_m", self.gap_m), ("line_m", self.line_m)):
            if not 0 <= value < 0.1:
                raise Misplaced(f"referee with {name} {value}: 0 to below 0.1 is possible")


KEEN = Referee()
HUMAN = Referee(
    time_s=0.005, gap_m=0.0001, line_m=0.001
)  # ours: 1/200 s; a tenth of a millimetre of light; a chalk line
