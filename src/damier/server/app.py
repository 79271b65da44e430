"""The application: routes, socket, headers, errors; opened and closed with the server."""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from damier import __version__
from damier.core.catalogue import Message, message
from damier.core.errors import DamierError
from damier.server import api, hints, invite, lessons, replays
from damier.server.database import StorageError
from damier.server.hub import Hub
from damier.server.limits import Buckets
from damier.server.metrics import exposition
from damier.server.pages import BUILT, Pages, is_page
from damier.server.problems import Problem, status_and_code
from damier.server.protocol import ErrorCode
from damier.server.settings import Settings
from damier.server.store import Store

logger = logging.getLogger("damier.app")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MAX_BODY = 16_384
MAX_BODIES = {"/api/replays": replays.MAX_RECORD}  # where more is allowed
ROUTERS = (api.router, lessons.router, replays.router, hints.router, invite.router)


def create_app(settings: Settings, failed: Callable[[StorageError], None] | None = None) -> FastAPI:
    """Return an application over one database; `failed` is called when the database no longer accepts anything."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        name = uuid.uuid4().hex[:12]
        store = Store(settings.database, name, failed)
        hub = app.state.hub = Hub(store, settings)
        notices = None
        if store.engine.dialect.name == "postgresql":
            from damier.server.notices import Notices

            notices = Notices(store.engine, name, hub.heard)
            await notices.ready()
        reaper = asyncio.create_task(hub.reap())
        logger.info("open", extra={"version": __version__})
        yield
        reaper.cancel()
        with suppress(asyncio.CancelledError):
            await reaper
        await hub.close()
        if notices is not None:
            await notices.close()
        await store.close()
        logger.info("closed")

    app = FastAPI(
        title="Damier",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(PublicGZip)
    _add_errors(app)
    _add_guard(app, settings)
    _add_service_routes(app)
    app.router.default = Pages(Path(settings.pages) if settings.pages else BUILT)  # for everything else
    return app


class PublicGZip(GZipMiddleware):
    """Compresses what is the same for everybody. What holds a secret must not be: its length would reveal it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        public = scope["type"] == "http" and scope["path"].startswith("/api/games")
        await (super().__call__ if public else self.app)(scope, receive, send)


def _problem(request: Request, status: int, code: ErrorCode, what: Message | DamierError) -> JSONResponse:
    lang = "fr" if request.query_params.get("lang") == "fr" else "en"
    say = request.app.state.hub.catalogue(lang)
    sentence = what.say(say) if isinstance(what, DamierError) else say(what)
    rule = what.rule if isinstance(what, DamierError) else None
    return JSONResponse(Problem(code=code, sentence=sentence, rule=rule).model_dump(), status, headers=HEADERS)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(DamierError)
    async def refused(request: Request, error: DamierError) -> Response:
        return _problem(request, *status_and_code(error), error)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return _problem(request, 422, "malformed", message("server.bad-request", where=where, why=str(first["msg"])))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # FastAPI's status for a body it cannot read
            what = message("server.bad-request", where="body", why=str(error.detail))
            return _problem(request, 422, "malformed", what)
        key = "server.method" if error.status_code == 405 else "server.not-found"
        response = _problem(request, error.status_code, "http", message(key))
        response.headers.update(error.headers or {})
        return response


def _add_guard(app: FastAPI, settings: Settings) -> None:
    buckets = Buckets(settings.requests_per_second)

    @app.middleware("http")
    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        address = request.client.host if request.client else ""
        length = request.headers.get("content-length", "0")
        most = MAX_BODIES.get(request.scope["path"], MAX_BODY)
        if not is_page(request.scope["path"]) and not buckets.take(address):  # a page has a dozen files
            return _problem(request, 429, "too-fast", message("server.too-fast"))
        if not length.isdigit() or int(length) > most or "chunked" in request.headers.get("transfer-encoding", ""):
            return _problem(request, 422, "malformed", message("error.too-long", limit=most))
        response = await go_on(request)
        response.headers.update(HEADERS)
        return response


def _add_service_routes(app: FastAPI) -> None:
    @app.get("/health", include_in_schema=False)
    async def health(request: Request) -> Response:
        try:
            await request.app.state.hub.store.ping()
        except DamierError:
            return PlainTextResponse("no database", 503)
        return PlainTextResponse("ok")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        return PlainTextResponse(exposition(request.app.state.hub))
