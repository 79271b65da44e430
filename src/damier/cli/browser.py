"""Opening a page in the browser of this machine."""

import os
import sys
import webbrowser


def is_there() -> bool:
    """Return whether there is a display; without one, a browser for the terminal might open and take it over."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def show(url: str) -> None:
    """Open a page, if there is a display."""
    if is_there():
        webbrowser.open(url)
