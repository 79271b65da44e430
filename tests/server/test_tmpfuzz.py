"""The HTTP API against its own OpenAPI: whatever is asked, the answer is a documented one, and never a crash."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import BaseSchema, Case, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.routing import Route

from damier.server.api import router
from server.serving import Server, hear, say

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:schemathesis")

EXAMPLES = 60  # of sound requests for each operation, and half as many of unsound ones
OPERATIONS = [
    f"{method} {route.path}"
    for route in router.routes
    if isinstance(route, Route)
    for method in sorted(route.methods or ())
]
WITHOUT_INPUT = "GET /api"
# A schema cannot say how many seats or which options a game has: such a request is refused all the same.
BEYOND_THE_SCHEMA = [positive_data_acceptance]


def bounded(examples: int) -> settings:
    unhurried = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
    return settings(
        max_examples=examples*10, derandomize=True, database=None, deadline=None, suppress_health_check=unhurried
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


@pytest.fixture(scope="module")
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

    def at_a_table(case: Case, where: str, known: bool) -> dict[str, str]:
        seats = ("me", "link") if where == "open" else ("me", "device")
        table = over if where == "over" else fuzzed.table(seats=seats)
        case.path_parameters["table"] = table["id"] if known else table["code"]
        return {"Authorization": f"Bearer {table['secrets'][1]}"} if known else {}

    @bounded(EXAMPLES)
    @given(schema[path][method].as_strategy(), st.sampled_from(["nowhere", "open", "taken", "over"]), st.booleans())
    def law(case: Case, where: str, known: bool) -> None:
        headers = {}
        if "{table}" in path and where != "nowhere":
            headers = at_a_table(case, where, known)
        if "{seat}" in path and known:
            case.path_parameters["seat"] = 1 + (where == "open" and path.endswith("bot"))
        if "{name}" in path and known:
            case.path_parameters["name"] = "quatre"
        if label == "POST /api/tables" and known and isinstance(case.body, dict):
            case.body |= {"game": "quatre", "options": {}, "seats": [*case.body["seats"][:1], {"kind": "link"}]}
        answer = answer = case.call(session=session, headers=headers)
        answer.status_code == 400 or case.validate_response(answer, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)
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
    def law(case: Case) -> None:
        answer = case.call(session=session, headers=headers)
        answer.status_code == 400 or case.validate_response(answer, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)

    law()
    assert fuzzed.ask("GET", f"/api/tables/{table['id']}") == before


def test_unsound_bodies_for_a_real_table(schema: BaseSchema, fuzzed: Server, session: requests.Session) -> None:
    table = fuzzed.table(seats=("me", "link"))
    headers = {"Authorization": f"Bearer {table['secrets'][1]}"}
    here = {"table": table["id"], "seat": 2}
    before = fuzzed.ask("GET", f"/api/tables/{table['id']}")
    for path in ("/api/tables/{table}/seats", "/api/tables/{table}/seats/{seat}/bot"):
        fixed = {name: value for name, value in here.items() if f"{{{name}}}" in path}

        @bounded(EXAMPLES)
        @given(schema[path]["POST"].as_strategy(GenerationMode.NEGATIVE, path_parameters=fixed))
        def law(case: Case) -> None:
            answer = case.call(session=session, headers=headers)
        answer.status_code == 400 or case.validate_response(answer, headers=headers, excluded_checks=BEYOND_THE_SCHEMA)

        law()
    assert fuzzed.ask("GET", f"/api/tables/{table['id']}") == before
