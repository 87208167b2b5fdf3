"""Who a device is in a game: which device is asking, and what it may do there."""

import secrets
from typing import Literal

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from carreau.desk.exchange import Who
from carreau.desk.rooms import ALPHABET, Room
from carreau.desk.settings import Settings
from carreau.desk.store import Store

ID_LENGTH = 26
COOKIE = "carreau"
MONTH_S = 30 * 24 * 3600

Why = Literal["not_yours", "expired", "viewer"]


class NotYou(Exception):
    """This device may not do this."""

    def __init__(self, status: int, why: Why) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class People:
    """The devices of a desk."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._signer: URLSafeSerializer | None = None

    @property
    def signer(self) -> URLSafeSerializer:
        """What the desk signs with; the key is made once and stays in the database."""
        if self._signer is None:
            self._signer = URLSafeSerializer(self.store.tell("secret", secrets.token_urlsafe(32)), salt="device")
        return self._signer

    def device(self, request: Request, claimed: str | None = None) -> str:
        """The device that asks: as its cookie says, else as it says itself. Raises NotYou when the two differ."""
        try:
            known = self.signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            known = None
        if known is not None and claimed is not None and known != claimed:
            raise NotYou(403, "not_yours")
        return str(known or claimed or "")

    def remember(self, response: Response, device: str) -> None:
        """Give the device its cookie."""
        response.set_cookie(
            COOKIE,
            str(self.signer.dumps(device)),
            max_age=MONTH_S,
            httponly=True,
            samesite="lax",
            secure=self.settings.tls,
        )

    def who(self, room: Room, device: str) -> Who:
        """What this device is in this game."""
        mine = self.settings.trusting or room.row.example or (device != "" and device == room.row.owner)
        return Who(device=device, role="scorer" if mine else "viewer")

    def may_write(self, room: Room, device: str) -> Who:
        """Who writes. Raises NotYou if this device may only look."""
        who = self.who(room, device)
        if who.role == "viewer":
            raise NotYou(403, "viewer" if device else "not_yours")
        return who


def new_id(length: int = ID_LENGTH) -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_id(text: str, length: int = ID_LENGTH) -> bool:
    """Is it written as our ids are?"""
    return len(text) == length and all(c in ALPHABET for c in text)
