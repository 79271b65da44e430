"""The HTTP API against its own OpenAPI: whatever is asked, the answer is a documented one, and never a crash."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError
from schemathesis import BaseSchema, Case, CheckFunction, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.routing import Route

from damier.core.record import DEMO
from damier.core.registry import game
from damier.server.api import BotWish, Joining
from damier.server.app import ROUTERS
from server.serving import Server, hear, say

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:schemathesis")

EXAMPLES = 60  # of sound requests for each operation, and half as many of unsound ones
OPERATIONS = [
    f"{method} {route.path}"
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, Route)
    for method in sorted(route.methods or ())
]
WITHOUT_INPUT = "GET /api"
# A schema cannot say how many seats or which options a game has: such a request is refused all the same.
DEMO_RECORD = (game("quatre").folder / DEMO).read_text(encoding="utf-8")
BEYOND_THE_SCHEMA: list[CheckFunction] = [positive_data_acceptance]


def bounded(examples: int) -> settings:
    unhurried = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
    return settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=unhurried
    )


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server.on(tmp_path_factory.mktemp("fuzzed")) as running:
        yield running
        assert running.ask("GET", "/health") == (200, "ok")
        assert "Traceback" not in running.errors()


@pytest.fixture(scope="module")
def schema(fuzzed: Server) -> BaseSchema:
    return schemathesis.openapi.from_url(f"http://{fuzzed.address}/api/openapi.json")


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as kept:
        yield kept


@pytest.fixture
def over(fuzzed: Server) -> dict[str, Any]:
    """A table whose game is over: it can be played again."""

    async def resign() -> None:
        socket = await fuzzed.socket(table["id"], table["secrets"][1])
        await hear(socket, "snapshot")
        await say(socket, "resign", seat=1, seq=0)
        await hear(socket, "event")
        await socket.close()

    table = fuzzed.table()
    asyncio.run(resign())
    return table


@pytest.mark.parametrize("label", OPERATIONS)
def test_sound_requests(
    label: str, schema: BaseSchema, fuzzed: Server, session: requests.Session, over: dict[str, Any]
) -> None:
    """As they come from the schema, and with a game, a table and a seat that exist."""
    method, path = label.split()
    answers: set[int] = set()

    def at_a_table(case: Case[Any], where: str, known: bool) -> dict[str, str]:
        seats = ("me", "link") if where == "open" else ("me", "device")
        table = over if where == "over" else fuzzed.table(seats=seats)
        case.path_parameters["table"] = table["id"] if known else table["code"]
        if path.endswith("reclaim"):
            fuzzed.ask("POST", f"/api/tables/{table['id']}/seats/1/leave", secret=table["secrets"][1])
        return {"Authorization": f"Bearer {table['secrets'][1]}"} if known else {}

    @bounded(EXAMPLES)
    @given(schema[path][method].as_strategy(), st.sampled_from(["nowhere", "open", "taken", "over"]), st.booleans())
    def law(case: Case[Any], where: str, known: bool) -> None:
        headers = {}
        if "{table}" in path and where != "nowhere":
            headers = at_a_table(case, where, known)
        if "{seat}" in path and known:
            case.path_parameters["seat"] = 1 + (where == "open" and path.endswith("bot"))
        if "{name}" in path and known:
            case.path_parameters["name"] = "quatre"
        if "{step}" in path and known:
            case.path_parameters["step"] = 2
        if label == "POST /api/replays" and known:
            case.body = DEMO_RECORD
        if label == "POST /api/tables" and known:
            body: dict[str, Any] = case.body  # type: ignore[assignment]
            case.body = {"game": "quatre", "options": {}, "seats": [body["seats"][0], {"kind": "link"}]}
        answer = case.call_and_validate(session=session, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)
        answers.add(answer.status_code)

    law()
    assert answers & {200, 201, 204}, f"never beyond the door: {answers}"


@pytest.mark.parametrize("label", [label for label in OPERATIONS if label != WITHOUT_INPUT])
def test_unsound_requests(label: str, schema: BaseSchema, fuzzed: Server, session: requests.Session) -> None:
    method, path = label.split()
    table = fuzzed.table(seats=("me", "link"))
    headers = {"Authorization": f"Bearer {table['secrets'][1]}"}
    before = fuzzed.ask("GET", f"/api/tables/{table['id']}")

    @bounded(EXAMPLES // 2)
    @given(schema[path][method].as_strategy(GenerationMode.NEGATIVE))
    def law(case: Case[Any]) -> None:
        case.call_and_validate(session=session, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)

    law()
    assert fuzzed.ask("GET", f"/api/tables/{table['id']}") == before


def test_unsound_bodies_for_a_real_table(schema: BaseSchema, fuzzed: Server, session: requests.Session) -> None:
    table = fuzzed.table(seats=("me", "link"))
    headers = {"Authorization": f"Bearer {table['secrets'][1]}"}
    here = {"table": table["id"], "seat": 2}
    before = fuzzed.ask("GET", f"/api/tables/{table['id']}")
    bodies: dict[str, type[BaseModel]] = {
        "/api/tables/{table}/seats": Joining,
        "/api/tables/{table}/seats/{seat}/bot": BotWish,
    }
    for path, body in bodies.items():
        fixed = {name: value for name, value in here.items() if f"{{{name}}}" in path}

        @bounded(EXAMPLES)
        @given(schema[path]["POST"].as_strategy(GenerationMode.NEGATIVE, path_parameters=fixed))
        def law(case: Case[Any]) -> None:
            assume(not fits(case.body, body))  # noqa: B023  it was something else that was unsound
            case.call_and_validate(session=session, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)

        law()
    assert fuzzed.ask("GET", f"/api/tables/{table['id']}") == before


def fits(body: object, model: type[BaseModel]) -> bool:
    try:
        model.model_validate(body)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'"\xed\xa0\x80"', b"NaN", b"9" * 6000, b"[" * 8000, b"[" * 8000 + b"]" * 8000],
    ids=lambda body: repr(body[:8]),
)
def test_bodies_that_are_no_json(fuzzed: Server, session: requests.Session, body: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    answer = session.post(f"http://{fuzzed.address}/api/tables", body, headers=kind, timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text


def test_ids_that_no_database_can_hold(database_url: str) -> None:
    with Server.at(database_url) as server:
        for strange in ("%00", "a%00b", "%ff", "%ed%a0%80", "%F0%9F%98%80", "'", "%25", "_", "x" * 32):
            for more in ("", "/record"):
                status, problem = server.ask("GET", f"/api/tables/{strange}{more}")
                assert (status, problem["code"]) == (404, "unknown"), (strange, problem)
        assert server.ask("GET", f"/api/tables/{'x' * 33}")[0] in {404, 422}
        assert server.ask("GET", "/health") == (200, "ok")
        assert "Traceback" not in server.errors()
