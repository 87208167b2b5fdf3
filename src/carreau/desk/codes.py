"""QR codes, drawn here so that no other site is asked. What is to be drawn comes in a body: an address may hold a key."""

import io
from typing import Any

from fastapi import APIRouter, Request, Response

from carreau.desk.api import desk_of
from carreau.desk.bodies import Body, Failure, answer, body_of, without
from carreau.desk.invitations import origin_of

MOST = 200  # characters: an address of ours

routes = APIRouter(prefix="/api", tags=["people"])


class Drawn(Body, frozen=True, kw_only=True):
    """A place on this desk: `/g/K7QM2XR4`, or `/j/K7QM2XR4#s.` with a key."""

    place: str


@routes.post("/qr")
async def qr(request: Request) -> Response:
    """The code of an address on this desk, as SVG, with the address itself."""
    body = await body_of(request, Drawn, desk_of(request).settings.largest_body)
    if not body.place.startswith("/") or body.place.startswith("//") or len(body.place) > MOST:
        raise Failure(422, "malformed", why="malformed", detail="place")
    address = origin_of(request) + body.place
    return answer({"url": address, "svg": drawn(address)})


def drawn(text: str) -> str:
    """A QR code in black on white with its border, as SVG."""
    try:
        import segno
    except ModuleNotFoundError as missing:
        raise without("web") from missing
    code: Any = segno.make(text, error="m", micro=False)
    picture = io.BytesIO()
    code.save(picture, kind="svg", border=4, svgclass=None, lineclass=None, xmldecl=False, omitsize=True, light="#fff")
    return picture.getvalue().decode()
