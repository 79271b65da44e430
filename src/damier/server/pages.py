"""The web app: files that Vite built into `damier/web`, and its index for every address it routes itself."""

from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import damier
from damier.core.catalogue import LANGUAGES, Catalogue

BUILT = Path(damier.__file__).parent / "web"
INDEX = "index.html"
FOREVER = "public, max-age=31536000, immutable"  # the names of assets change with what is in them
ASK_AGAIN = "no-cache"
PACKED = {".woff2", ".png", ".webp", ".jpg", ".ico"}  # compressed already
_SERVICE = ("/api", "/health", "/metrics")


def is_page(path: str) -> bool:
    """Return whether an address belongs to the web app, not to the API or to monitoring."""
    return not any(path == service or path.startswith(f"{service}/") for service in _SERVICE)


class Pages:
    """Serves every request that no route of the API does."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._plain = _Files(folder)
        self._squeezed = GZipMiddleware(self._plain)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_page(scope["path"]):
            raise HTTPException(404)
        packed = PurePosixPath(scope["path"]).suffix in PACKED
        await (self._plain if packed else self._squeezed)(scope, receive, send)


class _Files(StaticFiles):
    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # the folder may be absent, and built while we run
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or the index where the last part of the address has no dot: the app routes those itself."""
        is_route = "." not in scope["path"].rpartition("/")[2]
        if is_route and not (self._folder / INDEX).is_file() and scope["method"] in ("GET", "HEAD"):
            return _not_built()
        response = await super().get_response(INDEX if is_route else path, scope)
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") and not is_route else ASK_AGAIN
        return response


def _not_built() -> Response:
    here = Path(__file__).parent
    sentences = [Catalogue(language, here)("server.no-pages") for language in LANGUAGES]
    return PlainTextResponse("\n".join(sentences) + "\n", 503)
