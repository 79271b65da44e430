"""The browser, where there is one."""

import os
import sys
import webbrowser


def is_there() -> bool:
    """Whether a browser could show itself. (Where none can, one for the terminal might open and take it over.)"""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def show(url: str) -> None:
    """Open a page, if that is possible here."""
    if is_there():
        webbrowser.open(url)
