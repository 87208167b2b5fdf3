"""What the routes take, for who writes another client: each body described from the very type that reads it."""

from typing import Any

import msgspec
from fastapi import FastAPI

from carreau.desk import calls, codes, invitations, privacy
from carreau.desk.bodies import Facts, NewGame, Wondered
from carreau.desk.views.map import Sketch
from carreau.sports import Json

OF_A_GAME = "/api/games/{id}"
BODIES: dict[str, type] = {
    "/api/games": NewGame,
    f"{OF_A_GAME}/facts": Facts,
    f"{OF_A_GAME}/preview": Wondered,
    f"{OF_A_GAME}/map": Sketch,
    f"{OF_A_GAME}/call": calls.Call,
    f"{OF_A_GAME}/invitations": invitations.Invite,
    f"{OF_A_GAME}/join": invitations.Join,
    f"{OF_A_GAME}/devices/{{device}}/end": invitations.Asking,
    f"{OF_A_GAME}/lead": invitations.Asking,
    f"{OF_A_GAME}/rotate": invitations.Rotated,
    f"{OF_A_GAME}/privacy": privacy.Shown,
    f"{OF_A_GAME}/erase": privacy.Erased,
    f"{OF_A_GAME}/delete": privacy.Deleted,
    f"{OF_A_GAME}/hide": privacy.Asked,
    "/api/pin": invitations.Pin,
    "/api/qr": codes.Drawn,
}
FILES = {"/api/import": "application/x-ndjson"}
WORD: Json = {"type": "string"}
FAILURE: Json = {
    "type": "object",
    "required": ["error", "say"],
    "properties": {"error": WORD, "say": WORD, "why": WORD, "detail": WORD},
}


def describe(app: FastAPI) -> None:
    """Let the description of an application name its bodies, and what every refusal looks like."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _with_bodies(plain())
        return app.openapi_schema

    setattr(app, "openapi", described)  # noqa: B010 - this is how FastAPI lets it be done


def _with_bodies(found: dict[str, Any]) -> dict[str, Any]:
    shapes, named = msgspec.json.schema_components(BODIES.values(), ref_template="#/components/schemas/{name}")
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    schemas |= {**named, "Failure": FAILURE}
    of_path = dict(zip(BODIES, shapes, strict=True))
    no = {
        "description": "No, and why",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
    }
    for path, methods in found["paths"].items():
        for method, about in methods.items():
            about["responses"].pop("422", None)
            about["responses"] |= {"4XX": no, "503": no}
            if method != "post":
                continue
            if path in of_path:
                about["requestBody"] = {"required": True, "content": {"application/json": {"schema": of_path[path]}}}
            elif path in FILES:
                about["requestBody"] = {"required": True, "content": {FILES[path]: {"schema": {"type": "string"}}}}
    return found
