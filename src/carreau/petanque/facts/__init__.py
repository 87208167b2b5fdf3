"""The kinds of facts of a pétanque game: what an umpire could say, in whole millimetres and milliseconds."""

from carreau.core.facts import Chosen, Corrected, Undone
from carreau.petanque.facts.boules import (
    BouleDropped,
    BouleFoundLying,
    BouleRemoved,
    BoulesPickedUp,
    BouleThrown,
    Found,
    ObjectChanged,
    ObjectMoved,
    ReplayAsked,
)
from carreau.petanque.facts.ground import (
    CircleLifted,
    CirclePlaced,
    DrawWon,
    ForeignGameWaits,
    Inspected,
    OldCirclesErased,
    SignalGiven,
    TerrainChosen,
)
from carreau.petanque.facts.head import (
    EndClosed,
    EndCounted,
    HeadMapped,
    HeadStated,
    Lifted,
    MeasuringBegun,
    MeasuringDisturbed,
    MeasuringEnded,
    PointMeasured,
    PositionStated,
    ResultAgreed,
)
from carreau.petanque.facts.jack import (
    ContestSettled,
    JackAgreedBad,
    JackContested,
    JackLies,
    JackLifted,
    JackPlaced,
    JackThrown,
    ObjectUncovered,
)
from carreau.petanque.facts.officials import Noted, Reported, Ruled
from carreau.petanque.facts.people import (
    CardShown,
    ClockExpired,
    ClockPaused,
    ClockStarted,
    ComplaintMade,
    ComplaintSettled,
    LicenceShown,
    OffenceSeen,
    PlayerBack,
    PlayerLeft,
    PlayerReplaced,
    PlayersCame,
    Released,
)
from carreau.petanque.facts.words import (
    BouleId,
    Breach,
    ClockName,
    Colour,
    Holds,
    How,
    Instrument,
    JackFault,
    LineKind,
    Moved,
    Mover,
    Offence,
    Stopped,
    StopperKind,
)
from carreau.petanque.setup import GameSetUp

PetanqueFact = (
    GameSetUp | DrawWon | TerrainChosen | SignalGiven | PlayersCame | PlayerLeft | PlayerBack | PlayerReplaced
    | LicenceShown | Inspected | CirclePlaced | CircleLifted | OldCirclesErased | JackThrown | JackPlaced | JackAgreedBad
    | JackLifted | JackContested | ContestSettled | BouleThrown | BouleDropped | ObjectMoved | ObjectUncovered
    | ObjectChanged | BouleRemoved | BouleFoundLying | BoulesPickedUp | HeadStated | PointMeasured | HeadMapped
    | MeasuringBegun | MeasuringEnded | MeasuringDisturbed | EndCounted | EndClosed | ResultAgreed | OffenceSeen
    | CardShown | ComplaintMade | ComplaintSettled | ReplayAsked | ForeignGameWaits | ClockStarted | ClockPaused
    | ClockExpired | Released | Found | Ruled | Reported | Noted | PositionStated | Chosen | Undone
)  # fmt: skip

AnyFact = PetanqueFact | Corrected[PetanqueFact]

__all__ = [
    "AnyFact",
    "BouleDropped",
    "BouleFoundLying",
    "BouleId",
    "BouleRemoved",
    "BouleThrown",
    "BoulesPickedUp",
    "Breach",
    "CardShown",
    "CircleLifted",
    "CirclePlaced",
    "ClockExpired",
    "ClockName",
    "ClockPaused",
    "ClockStarted",
    "Colour",
    "ComplaintMade",
    "ComplaintSettled",
    "ContestSettled",
    "DrawWon",
    "EndClosed",
    "EndCounted",
    "ForeignGameWaits",
    "Found",
    "GameSetUp",
    "HeadMapped",
    "HeadStated",
    "Holds",
    "How",
    "Inspected",
    "Instrument",
    "JackAgreedBad",
    "JackContested",
    "JackFault",
    "JackLies",
    "JackLifted",
    "JackPlaced",
    "JackThrown",
    "LicenceShown",
    "Lifted",
    "LineKind",
    "MeasuringBegun",
    "MeasuringDisturbed",
    "MeasuringEnded",
    "Moved",
    "Mover",
    "Noted",
    "ObjectChanged",
    "ObjectMoved",
    "ObjectUncovered",
    "Offence",
    "OffenceSeen",
    "OldCirclesErased",
    "PetanqueFact",
    "PlayerBack",
    "PlayerLeft",
    "PlayerReplaced",
    "PlayersCame",
    "PointMeasured",
    "PositionStated",
    "Released",
    "ReplayAsked",
    "Reported",
    "ResultAgreed",
    "Ruled",
    "SignalGiven",
    "Stopped",
    "StopperKind",
    "TerrainChosen",
]
