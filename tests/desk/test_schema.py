"""Whatever fits the description of the routes, and much that does not: no fault of ours, and no entry of a stranger."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case

from carreau.desk import PARTS, Settings, Store, create_app
from carreau.desk.described import BODIES, FILES
from carreau.sports import Json
from tests.desk.desks import DRAW, Bench, Phone, Time, end
from tests.desk.test_safety import let_in
from tests.desk.test_safety_routes import written_to

ROLES = ("viewer", "scorer", "umpire")
STREAMS = ("/api/desk/events", "/api/games/{id}/events")  # they never end
EXAMPLES = 12  # of each route and role


class Desk(Bench):
    """A desk whose routes are tried, with a game for each role."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, Settings(examples=False, rates=False))
        self.schema = schemathesis.openapi.from_dict(self.app.openapi())
        self.phones = {role: self._cast(role) for role in ROLES}

    def _cast(self, role: str) -> Phone:
        owner = self.game(DRAW, end("A", 3))
        match role:
            case "viewer":
                return self.phone().at(owner.game)
            case "umpire":
                return let_in(self, owner, "umpire")
        return owner


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk over a real database."""
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('schema') / 'desk.sqlite'}", durable=False).open()
    made = Desk(store)
    yield made
    made.close()
    store.close()


def routes() -> list[tuple[str, str]]:
    """Method and address of every route that is described."""
    app = create_app(Store().open(), Settings(examples=False, now=Time()))
    paths: Json = app.openapi()["paths"]
    return [(m.upper(), path) for path, methods in paths.items() for m in methods if path not in (*STREAMS, *FILES)]


def test_every_route_that_takes_a_body_says_which() -> None:
    described = {*BODIES, *FILES}
    assert described == {path for path in written_to() if path.startswith("/api/")} - {"/api/games/{id}/reset"}
    assert len(PARTS) > len(ROLES)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), routes(), ids=lambda part: part)
def test_no_route_breaks(desk: Desk, role: str, method: str, path: str) -> None:
    phone = desk.phones[role]
    operation = desk.schema[path][method]
    before = desk.store.heads().get(phone.game)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def tried(case: Case[Any]) -> None:
        _try(phone, case)

    answers.clear()
    tried()
    assert answers
    if role == "viewer":
        assert desk.store.heads().get(phone.game) == before


answers: list[int] = []


def _try(phone: Phone, case: Case[Any]) -> None:
    """Send what was made up, to the game of this phone; where the id itself is to be wrong, one in five stays so."""
    values = dict(case.path_parameters or {})
    if "id" in values and sum(map(ord, str(values["id"]))) % 5:
        values["id"] = phone.game
    case.path_parameters = values
    if isinstance(case.body, dict) and "device" in case.body and len(case.body) % 3:
        case.body = {**case.body, "device": phone.device}
    sent = case.as_transport_kwargs(base_url="http://desk.test")
    wanted = {name: sent[name] for name in ("params", "json", "data", "content") if sent.get(name) is not None}
    kind = {"Content-Type": "application/json"} if "json" in wanted else {}
    reply = phone.http.request(case.method, sent["url"], headers=kind, **wanted)
    answers.append(reply.status_code)
    assert reply.status_code < 500, f"{case.method} {sent['url']} {wanted}: {reply.text}"
    if reply.status_code >= 400:
        assert reply.json()["say"]
