"""People in real browsers. They know no game: they try whatever the board marks as possible."""

import json
import random
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, ElementHandle, Page, Request
from playwright.sync_api import Error as BrowserError

from damier.core.registry import games

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
CAN = "[data-can]:not([disabled])"
UNCOVER = "[data-testid=uncover]"
END = "[data-testid=end]"
PASS = "[data-testid=pass]"

# Collects what the live region says, each time it changes.
LISTEN = """
window.said = [];
new MutationObserver(() => {
  const live = document.querySelector('[data-testid=live]')?.textContent.trim();
  if (live && live !== window.said.at(-1)) window.said.push(live);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""

# Picks one of the things that can be clicked: in a single call, because each call is a round trip to the browser.
SOMETHING = """([uncover, can, pass, wanted, willing, chance]) => {
  const covered = document.querySelector(uncover);
  if (covered) return covered;
  const all = [...document.querySelectorAll(can)];
  const named = all.filter((one) => one.ariaSelected !== 'true' && wanted.includes(one.dataset.spot || '?'));
  const choices = wanted && willing && named.length > 0 ? named : all;
  return choices[Math.floor(chance * choices.length)] ?? document.querySelector(pass);
}"""


def chromium() -> str:
    """Return the path of the browser that `make browser` installs."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, "there is no Chromium here: make browser"
    return found


def all_games() -> list[str]:
    """Return the names of the real games, without those that exist only for tests."""
    return [
        name for name, game in games().items() if game.package.startswith("damier.games.") and "._" not in game.package
    ]


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, address: str, lang: str = "en", theme: str = "light", **how: Any) -> None:
        self.address = address
        self.errors: list[str] = []
        self.context: BrowserContext = browser.new_context(locale=lang, reduced_motion="reduce", **(how or DESKTOP))
        settings = json.dumps({"lang": lang, "theme": theme, "pace": 0})
        key = "'damier.settings'"
        self.context.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, '{settings}')")
        self.context.add_init_script(LISTEN)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)  # only so that what never comes fails a test
        self.touch = bool(how.get("has_touch"))
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        self.page.on("console", self._console)
        self.page.on("request", self._local)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def _local(self, request: Request) -> None:
        if not request.url.startswith((f"http://{self.address}", f"ws://{self.address}", "data:", "blob:")):
            self.errors.append(f"a request left the server: {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(f"http://{self.address}{path}")

    def close(self) -> None:
        self.context.close()

    # At a table

    @property
    def seq(self) -> int:
        self.page.wait_for_selector("main[data-seq]")
        return int(self.page.get_attribute("main[data-seq]", "data-seq") or 0)

    @property
    def over(self) -> bool:
        return self.page.query_selector(END) is not None

    @property
    def said(self) -> list[str]:
        said: list[str] = self.page.evaluate("window.said")
        return said

    def labels(self) -> list[str]:
        """Return the accessible names of the board's cells."""
        labels: list[str] = self.page.eval_on_selector_all("[role=gridcell]", "all => all.map(one => one.ariaLabel)")
        return labels

    def wait(self, *selectors: str) -> None:
        self.page.wait_for_selector(", ".join(selectors))

    def wait_until(self, seq: int) -> None:
        """Wait until the table shows the event with this number, or the end of the game."""
        self.page.wait_for_function(
            """([seq, end]) => document.querySelector(end)
                || Number(document.querySelector('main[data-seq]')?.dataset.seq) >= seq""",
            arg=[seq, END],
        )

    def press(self, element: ElementHandle) -> None:
        """Click or tap an element. It may have disappeared since it was found; then nothing happens."""
        with suppress(BrowserError):
            if self.touch:
                element.tap(timeout=2000, force=True)
            else:
                element.click(timeout=2000, force=True)

    def try_something(self, chance: random.Random, wanted: str = "") -> bool:
        """Click something, preferably what a wanted move names. Return whether there was anything to click."""
        asked = [UNCOVER, CAN, PASS, wanted, chance.random() < 0.8, chance.random()]
        found = self.page.evaluate_handle(SOMETHING, asked).as_element()
        if found is not None:
            self.press(found)
        return found is not None

    def play(self, chance: random.Random, until: Callable[[], bool], tries: int = 4000) -> None:
        """Click possible things until a condition holds."""
        for _ in range(tries):
            if until():
                return
            self.wait(CAN, END, UNCOVER, PASS)
            self.try_something(chance)
        raise AssertionError("tried for long and got nowhere")


class Wire:
    """A network connection between browsers and a server that can be cut and mended."""

    def __init__(self, server: str) -> None:
        host, port = server.split(":")
        self._server = (host, int(port))
        self._ends: list[socket.socket] = []
        self._cut = False
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._cut:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(self._server)
                except OSError:
                    near.close()
                    continue
                self._ends += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        with self._lock:
            self._cut = True
            ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self) -> None:
        self._cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()


@contextmanager
def wire(server: str) -> Iterator[Wire]:
    cable = Wire(server)
    try:
        yield cable
    finally:
        cable.close()
