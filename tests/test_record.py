"""The record: what parses writes back the same, what does not is refused at its line."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.errors import DamierError, RecordError
from damier.core.record import Line, Record, parse
from damier.core.registry import game
from damier.core.replay import steps
from damier.testing.walks import played

EXAMPLE = """damier: 1
game: quatre
option variant: plain
seat 1: Ada
seat 2: bot greedy

# the opening
1 F1-E2
2 A1-B1 # a quiet answer
1 F3:D1
"""

printable = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FFF, exclude_characters="#?"), min_size=1).map(
    lambda text: "".join(char for char in text if char.isprintable() and not char.isspace()) or "x"
)
notes = st.none() | st.text(string.ascii_letters + "é#: ", max_size=20).map(lambda text: " ".join(text.split()))
lines = st.builds(Line, st.integers(0, 8), printable, notes) | st.builds(Line, st.none(), comment=notes.filter(bool))
hexes = st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex)


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = draw(st.lists(printable, min_size=1, max_size=8))
    return Record(
        game=draw(printable),
        seats=tuple(seats),
        options=draw(st.dictionaries(printable.filter(lambda key: ":" not in key), printable, max_size=3)),
        lines=tuple(draw(st.lists(lines, max_size=8))),
        seat_words=dict(sorted(draw(st.dictionaries(st.integers(1, len(seats)), printable, max_size=3)).items())),
        commit=draw(hexes),
        seed=draw(hexes),
        tags=draw(st.dictionaries(st.sampled_from(["date", "title", "source", "event", "x-rated"]), printable)),
        rules=draw(st.none() | st.integers(1, 99)),
    )


def test_example_writes_back_the_same() -> None:
    assert parse(EXAMPLE).write() == EXAMPLE


@settings(max_examples=2000)
@given(records())
def test_any_record_survives_writing(record: Record) -> None:
    assert parse(record.write()) == record


@settings(max_examples=3000)
@given(st.text(max_size=200) | st.text("damier:gsto12*-# \nFE\r\t", max_size=200))
def test_any_text_parses_or_is_refused_at_a_line(text: str) -> None:
    try:
        record = parse(text)
    except RecordError as error:
        assert str(error).startswith(f"Line {error.line}: ")
        assert 1 <= error.line <= text.count("\n") + 1
    else:
        again = parse(record.write())
        assert again == record
        assert again.write() == record.write()


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """A good record with a few characters or lines changed."""
    text = EXAMPLE
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 6))
        text = text[:at] + draw(st.text("F1E2A-: *#\n?x9é\0", max_size=4)) + text[at + cut :]
    return text


@settings(max_examples=3000)
@given(spoiled())
def test_a_spoiled_record_replays_or_says_why_not(text: str) -> None:
    try:
        record = parse(text)
        list(steps(record, jit=False))
    except DamierError as error:
        assert str(error).startswith("Line ")
    else:
        assert parse(record.write()) == record


@pytest.mark.parametrize(
    ("change", "line", "said", "rule"),
    [
        (("damier: 1", "damier: 2"), 1, "version “2”", None),
        (("damier: 1", "game: quatre"), 1, "begins with “damier: 1”", None),
        (("game: quatre\n", ""), 1, "header “game” is missing", None),
        (("game: quatre", "game: chess"), 2, "no game “chess”", None),
        (("option variant: plain", "option variant: blue"), 3, "plain | mix", None),
        (("option variant: plain", "rules: 2"), 3, "version 2 of the rules of Quatre. Version 1 is played here", None),
        (("option variant: plain", "rules: two"), 3, "whole number", None),
        (("option variant: plain", "option colour: blue"), 3, "no option “colour”", None),
        (("option variant: plain", "optoin variant: plain"), 3, "no header “optoin variant”", None),
        (("seat 2: bot greedy", "seat 3: bot greedy"), 5, "numbered 1, 2", None),
        (("seat 2: bot greedy\n", ""), 4, "Quatre is for 2 players, not for 1.", None),
        (("seat 2: bot greedy", "seat 1: Bo"), 5, "“seat 1” is there twice", None),
        (("seat 2: bot greedy", "seed: 12"), 5, "64 hexadecimal digits", None),
        (("1 F1-E2", "F1-E2"), 8, "<seat or *> <notation>", None),
        (("1 F1-E2", "2 A1-B1"), 8, "not player 2’s turn", None),
        (("1 F1-E2", "* dice 6"), 8, "Nothing is to be thrown or drawn now.", None),
        (("1 F1-E2", "3 F1-E2"), 8, "no seat 3", None),
        (("1 F1-E2", "1 F1-E9"), 8, "not a move", None),
        (("1 F1-E2", "1 F1-D1"), 8, "Neither a step nor a chain", "R5"),
        (("1 F1-E2", "1 F1-F2"), 8, "F2 is taken", "R4"),
        (("1 F1-E2", "1 F2-E2"), 8, "not yours", "R3"),
        (("1 F1-E2", "1 ?"), 8, "hidden", None),
        (("1 F1-E2", "1 F1-E2\n1 resign\n2 A1-B1"), 9, "over before this", None),
    ],
)
def test_bad_records_name_line_reason_and_rule(change: tuple[str, str], line: int, said: str, rule: str | None) -> None:
    text = EXAMPLE.replace(*change)
    if "resign" in text:
        line = 10
    with pytest.raises(RecordError) as caught:
        list(steps(parse(text), jit=False))
    assert caught.value.line == line
    assert said in str(caught.value)
    assert caught.value.rule == rule


def test_resigning_is_the_last_event() -> None:
    *_, last = steps(parse(EXAMPLE + "2 resign\n"), jit=False)
    assert last.outcome is not None
    assert (last.outcome.reason, last.outcome.winners) == ("resigned", (1,))


def test_a_seats_record_hides_and_cannot_be_replayed() -> None:
    session = played(game("miniature"), {}, 3, "hidden")
    mine = session.record(seat=2)
    drawn = [line.text for line in mine.lines if line.text.startswith("draw")]
    assert any(text.startswith("draw 2 ") and "?" not in text for text in drawn)
    assert all(text.endswith("?") for text in drawn if not text.startswith("draw 2 "))
    with pytest.raises(RecordError, match="cannot be replayed"):
        list(steps(mine, jit=False))


def test_free_headers_are_kept() -> None:
    text = EXAMPLE.replace("option variant", "source: school club\nevent: autumn cup\ndate: 2026-11-16\noption variant")
    record = parse(text)
    assert record.tags == {"source": "school club", "event": "autumn cup", "date": "2026-11-16"}
    assert record.write() == text
