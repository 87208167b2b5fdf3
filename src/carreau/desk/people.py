"""Who a device is in a game: which device is asking, and what it may do there."""

import hashlib
import secrets
import threading
from collections import OrderedDict
from typing import Literal

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from carreau.desk.exchange import Who
from carreau.desk.rooms import Room
from carreau.desk.settings import Settings
from carreau.desk.store import EVERY_GAME, Access, Grant, Store

ID_LENGTH = 26
MONTH_S = 30 * 24 * 3600
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's, that nobody misreads
KEPT = 4096
HANDLE = 12  # characters by which a device is spoken of; its id is a key, so nobody is told it

Why = Literal["not_yours", "expired", "viewer", "pin_needed", "not_the_desk"]


class NotYou(Exception):
    """This device may not do this."""

    status = 403

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Someone(Who, frozen=True, kw_only=True):
    """Who asks. `desk`: runs the desk for this game; `lead`: keeps the score; `ended`: was let in and is no more."""

    desk: bool = False
    lead: bool = False
    ended: bool = False

    @property
    def writes(self) -> bool:
        """More than a viewer?"""
        return self.role != "viewer"

    @property
    def lets_in(self) -> bool:
        """May it say who else writes, and what the public sees?"""
        return self.desk or self.role == "umpire"


class People:
    """The devices of a desk."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.access = Access(store)
        self.seen: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._given: OrderedDict[str, dict[str, Grant]] = OrderedDict()
        self._lock = threading.Lock()
        self._signer: URLSafeSerializer | None = None

    # --- the device that asks --------------------------------------------------------------------

    @property
    def secret(self) -> str:
        """What the desk signs with; made once, it stays in the database."""
        return self.store.tell("secret", secrets.token_urlsafe(32))

    @property
    def signer(self) -> URLSafeSerializer:
        """Signs cookies."""
        if self._signer is None:
            self._signer = URLSafeSerializer(self.secret, salt="device")
        return self._signer

    @property
    def cookie(self) -> str:
        """The name of our cookie: on https no other site of the same domain can set it."""
        return "__Host-carreau" if self.settings.tls else "carreau"

    def device(self, request: Request, claimed: str | None = None) -> str:
        """The device that asks: as its cookie says, else as it says itself.

        A phone that has lost its store and kept its cookie is who it was; so is one that has lost only its cookie.
        """
        try:
            known = self.signer.loads(request.cookies.get(self.cookie, ""))
        except BadSignature:
            known = None
        return str(known or (claimed if claimed and is_id(claimed) else ""))

    def remember(self, response: Response, device: str) -> None:
        """Give the device its cookie."""
        response.set_cookie(
            self.cookie,
            str(self.signer.dumps(device)),
            max_age=MONTH_S,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self.settings.tls,
        )

    # --- what it may do --------------------------------------------------------------------------

    def given(self, game: str) -> dict[str, Grant]:
        """What each device has in a game; read once, then kept, for this process is the only one that changes it."""
        with self._lock:
            if game not in self._given:
                self._given[game] = self.access.grants(game)
                while len(self._given) > KEPT:
                    self._given.popitem(last=False)
            self._given.move_to_end(game)
            return self._given[game]

    def changed(self, game: str) -> None:
        """The grants of a game are others now."""
        with self._lock:
            self._given.pop(game, None)

    def who(self, room: Room, device: str) -> Someone:
        """What this device is in this game."""
        mine = self.grant(room, device)
        wide = self.given(EVERY_GAME).get(device)
        desk = any(grant is not None and grant.desk and grant.ended_ms is None for grant in (mine, wide))
        lead = device != "" and device == self.lead(room)
        name = mine.name if mine is not None else ""
        if mine is not None and mine.ended_ms is None and mine.scores:
            return Someone(device=device, role=mine.role, name=name, desk=desk, lead=lead)
        ended = mine is not None and mine.ended_ms is not None
        if desk or (not ended and (self.settings.trusting or room.row.example)):
            only = desk and not (self.settings.trusting or room.row.example)
            return Someone(device=device, role="scorer", name=name, desk=desk, lead=lead, scores=not only)
        return Someone(device=device, role="viewer", ended=ended)

    def grant(self, room: Room, device: str) -> Grant | None:
        """What a device was given in a game; whoever began it runs the desk for it."""
        if device == "":
            return None
        given = self.given(room.id).get(device)
        if given is None and device == room.row.owner:
            return Grant(game=room.id, device=device, desk=True, given_ms=room.row.created_ms)
        return given

    def grants(self, room: Room) -> list[Grant]:
        """All who may write in a game."""
        found = dict(self.given(room.id))
        if room.row.owner and (own := self.grant(room, room.row.owner)) is not None:
            found[own.device] = own
        return [grant for grant in found.values() if grant.ended_ms is None]

    def lead(self, room: Room) -> str:
        """The device that keeps the score: the one that has taken it over last, else the one that began."""
        here = self.grants(room)
        taken = max((grant for grant in here if grant.lead_ms), key=lambda grant: grant.lead_ms or 0, default=None)
        return taken.device if taken is not None else room.row.owner

    def here(self, room: Room, who: Someone) -> Someone:
        """A device that writes has been heard of in this game."""
        if who.writes:
            with self._lock:
                self.seen[room.id, who.device] = self.settings.now()
                self.seen.move_to_end((room.id, who.device))
                while len(self.seen) > KEPT:
                    self.seen.popitem(last=False)
        return who

    def may_write(self, room: Room, device: str) -> Someone:
        """Who writes. Raises NotYou if this device may only look."""
        who = self.who(room, device)
        if not who.writes:
            raise NotYou("expired" if who.ended else "viewer" if device else "not_yours")
        return self.here(room, who)

    def may_let_in(self, room: Room, device: str) -> Someone:
        """The umpire, or whoever runs the desk. Raises NotYou."""
        who = self.may_write(room, device)
        if not who.lets_in:
            raise NotYou("not_the_desk")
        return who

    def may_run(self, room: Room, device: str) -> Someone:
        """Whoever runs the desk. Raises NotYou."""
        who = self.may_write(room, device)
        if not who.desk:
            raise NotYou("not_the_desk")
        return who

    def may_begin(self, device: str) -> None:
        """Anybody begins a game; on a desk with a PIN whoever knows it. Raises NotYou."""
        if self.settings.pin is None:
            return
        wide = self.given(EVERY_GAME).get(device)
        if wide is None or wide.ended_ms is not None:
            raise NotYou("pin_needed")


def handle(game: str, device: str) -> str:
    """A word for a device that tells nothing of its id."""
    return hashlib.sha256(f"{game}/{device}".encode()).hexdigest()[:HANDLE]


def new_id(length: int = ID_LENGTH) -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_id(text: str, length: int = ID_LENGTH) -> bool:
    """Is it written as our ids are?"""
    return len(text) == length and all(c in ALPHABET for c in text)
