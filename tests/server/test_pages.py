"""The web app's files: found, cached, compressed, and its index for every address it routes itself."""

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from damier.server.app import HEADERS
from server.serving import Endpoint, Server

INDEX = "<!doctype html><title>Damier</title>" + "<p>four in a line</p>" * 100
SCRIPT = "export const squares = 36;\n" * 100


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("web")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "index-3f9a.js").write_text(SCRIPT)
    (folder / "assets" / "font-77.woff2").write_bytes(bytes(5000))
    (folder / "sw.js").write_text(SCRIPT)
    (folder / "manifest.webmanifest").write_text('{"name": "Damier"}')
    (folder / "icon.svg").write_text("<svg/>")
    (folder.parent / "secret.txt").write_text("nobody reads this")
    data = tmp_path_factory.mktemp("data")
    with Server.on(data, DAMIER_PAGES=str(folder), DAMIER_REQUESTS_PER_SECOND="2") as running:
        yield running


def fetch(server: Endpoint, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(server.address, timeout=30)
    try:
        connection.request(method, path, None, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/index.html", "/t/ABCDEF", "/learn/quatre", "/learn/", "/apiary", "/?lang=fr"])
def test_the_app_routes_itself(pages: Server, path: str) -> None:
    status, headers, body = fetch(pages, path)
    assert (status, body.decode()) == (200, INDEX)
    assert headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-cache"
    assert HEADERS.items() <= {name: headers.get(name.lower()) for name in HEADERS}.items()


def test_files_say_what_they_are_and_how_long_they_last(pages: Server) -> None:
    forever = "public, max-age=31536000, immutable"
    for path, kind, cache in (
        ("/assets/index-3f9a.js", "javascript", forever),
        ("/sw.js", "javascript", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/assets/font-77.woff2", "font/woff2", forever),
    ):
        status, headers, _ = fetch(pages, path)
        assert (status, headers["cache-control"]) == (200, cache), path
        assert kind in headers["content-type"], path


def test_text_travels_compressed_and_nothing_else(pages: Server) -> None:
    _, headers, body = fetch(pages, "/assets/index-3f9a.js", Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body).decode() == SCRIPT
    assert "content-encoding" not in fetch(pages, "/assets/index-3f9a.js")[1]
    assert "content-encoding" not in fetch(pages, "/assets/font-77.woff2", Accept_Encoding="gzip")[1]
    status, headers, _ = fetch(pages, "/api", Accept_Encoding="gzip")
    assert status in {200, 429}
    assert "content-encoding" not in headers


def test_head_and_what_has_not_changed(pages: Server) -> None:
    status, headers, body = fetch(pages, "/t/ABCDEF", "HEAD")
    assert (status, body, headers["content-length"]) == (200, b"", str(len(INDEX)))
    tag = fetch(pages, "/")[1]["etag"]
    assert fetch(pages, "/", If_None_Match=tag)[0] == 304


def test_what_is_not_there(pages: Server) -> None:
    for path in (
        "/nothing.js",
        "/assets/index-old.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/a%00b.js",
        f"/{'x' * 5000}.js",
    ):
        status, headers, body = fetch(pages, path)
        assert status == 404, path
        assert "json" in headers["content-type"]
        assert b"nobody reads this" not in body
    assert fetch(pages, "/t/ABCDEF", "POST")[0] == 405
    assert "Traceback" not in pages.errors()


def test_pages_do_not_count_but_requests_of_the_api_do(pages: Server) -> None:
    assert {fetch(pages, "/assets/index-3f9a.js")[0] for _ in range(30)} == {200}
    statuses = [fetch(pages, "/api/nothing-here") for _ in range(20)]
    assert {status for status, _, _ in statuses} == {404, 429}
    assert all("json" in headers["content-type"] for _, headers, _ in statuses)


def test_without_pages_a_sentence_says_how_to_build_them(tmp_path: Path) -> None:
    empty = {"DAMIER_PAGES": str(tmp_path / "none")}
    with Server("--data", str(tmp_path / "data"), env=empty) as bare:
        status, headers, body = fetch(bare, "/")
        assert status == 503
        assert headers["content-type"].startswith("text/plain")
        assert body.decode().count("make web") == 2, "once in each language"
        assert "Les pages" in body.decode()
        assert fetch(bare, "/sw.js")[0] == 404
        assert fetch(bare, "/api")[0] == 200
