"""Tests run with the miniature and the template registered beside the real games, and always the same way."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

_mine = str(Path(__file__).parent)  # for the processes that tests start
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_mine, os.environ.get("PYTHONPATH")]))
os.environ["DAMIER_GAMES"] = "miniature,damier.games._template"

# Nothing is timed, nothing is left to luck: a test that fails on one machine fails on all.
settings.register_profile("damier", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("damier")
