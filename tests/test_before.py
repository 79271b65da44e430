"""Records written by earlier versions replay to the same result: what they said then is in `before/outcomes.json`."""

import json
from pathlib import Path

import pytest

from damier.core.record import parse
from damier.core.replay import steps, verify

BEFORE = Path(__file__).parent / "before"
OUTCOMES = json.loads((BEFORE / "outcomes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_old_record_replays_to_the_same_result(name: str) -> None:
    record = parse((BEFORE / name).read_text(encoding="utf-8"))
    *_, last = steps(record)
    assert last.outcome is not None
    found = {
        "events": last.seq,
        "scores": list(last.after.scores),
        "outcome": last.outcome.as_json(),
        "chance_events": verify(record),
        "key": last.after.key,
    }
    assert found == OUTCOMES[name]


def test_every_kept_record_has_its_outcome() -> None:
    assert {path.name for path in BEFORE.glob("*.damier")} == set(OUTCOMES)
