"""How a server is set up: by the command line, and for the rarer things by `DAMIER_…` variables."""

import os
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with defaults for a family, a class or a club."""

    database: str = "sqlite:///damier.sqlite3"
    max_tables: int = 5_000  # in memory at once
    max_watchers: int = 200  # per table
    max_sockets: int = 10_000
    idle_seconds: float = 60.0  # a room nobody looks at leaves the memory after this
    away_seconds: float = 20.0  # a seat that was left this long may be handed to a bot
    hello_seconds: float = 10.0  # a socket that does not say hello is closed
    messages_per_second: float = 100.0  # per socket
    requests_per_second: float = 20.0  # per address, over HTTP
    bot_seconds: float = 10.0  # then the watchdog plays instead
    public: str = ""  # where people find us, if not where they seem to: https://play.example
    lan: str = ""  # our address in the local network, where we listen to it; `damier serve` finds it
    pages: str = ""  # a folder with another web app than the one that comes along
    origins: str = ""  # other origins that may connect, with commas; our own always may

    @classmethod
    def from_environment(cls, **given: str) -> "Settings":
        """Return the defaults, overridden by `DAMIER_MAX_TABLES` and the like, overridden by what is given."""
        found: dict[str, object] = {}
        for field in fields(cls):
            asked = os.environ.get(f"DAMIER_{field.name.upper()}")
            if asked is not None:
                found[field.name] = type(getattr(cls(), field.name))(asked)
        return cls(**{**found, **given})  # type: ignore[arg-type]


def sqlite_url(folder: Path) -> str:
    """Return the URL of the database in a data folder."""
    return f"sqlite:///{folder.absolute() / 'damier.sqlite3'}"
