"""Structured logs: one line of JSON each. What a request carries (headers, bodies, secrets) is never logged."""

import json
import logging
import sys
import time

_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def worth_a_line(record: logging.LogRecord) -> bool:
    """Return False for what uvicorn logs of frames that are no text: it closes the socket, which is enough."""
    error = record.exc_info[1] if record.exc_info else None
    return not (record.name.startswith("uvicorn") and isinstance(error, UnicodeDecodeError))


def set_up_logs(level: int = logging.INFO) -> None:
    """Write all logs as JSON lines to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(worth_a_line)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in ("alembic", "uvicorn", "sqlalchemy", "websockets", "asyncio", "numba"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
