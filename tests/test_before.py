"""Records written by earlier versions replay to the same result: what they said then is in `before/outcomes.json`.

Where the rules of a game have changed since, `outcomes.json` names the version they were played by, and they are
refused with a sentence that says so.
"""

import json
from pathlib import Path

import pytest

from damier.core.errors import RecordError
from damier.core.record import parse
from damier.core.registry import game
from damier.core.replay import steps, verify

BEFORE = Path(__file__).parent / "before"
OUTCOMES = json.loads((BEFORE / "outcomes.json").read_text(encoding="utf-8"))
REFUSED = [name for name, outcome in OUTCOMES.items() if "refused" in outcome]


@pytest.mark.parametrize("name", sorted(set(OUTCOMES) - set(REFUSED)))
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


@pytest.mark.parametrize("name", REFUSED)
def test_an_old_record_of_other_rules_is_refused_with_both_versions(name: str) -> None:
    record = parse((BEFORE / name).read_text(encoding="utf-8"))
    with pytest.raises(RecordError) as refusal:
        list(steps(record))
    cause = refusal.value.cause
    assert cause.what.key == OUTCOMES[name]["refused"]
    assert cause.what.gaps["version"] == OUTCOMES[name]["version"]
    assert cause.what.gaps["current"] == game(record.game).rules_version != OUTCOMES[name]["version"]
    assert str(refusal.value)


def test_the_records_of_the_course_are_refused_since_its_rules_changed() -> None:
    assert len(REFUSED) == 4
    assert all(name.startswith("course-") for name in REFUSED)


def test_every_kept_record_has_its_outcome() -> None:
    assert {path.name for path in BEFORE.glob("*.damier")} == set(OUTCOMES)
