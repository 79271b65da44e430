"""The worked example of the sheet, move by move: every board drawn, every sum of points."""

from pathlib import Path

from damier.core.record import parse
from damier.core.replay import steps
from damier.core.state import State
from damier.games.mathable.tests.drawn import board, drawn, follow, rack, rows

GOLDEN = Path(__file__).parent / "golden" / "example.damier"


def first_turn(state: State) -> State:
    """12 + 8 + 2 + 1 + 16 = 39."""
    state = state.play("12@8I")  # 3 × 4
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           8  .  .  .  .  .  .  3  4 12  .  .  .  .  .
        """),
        (12, 0),
    )
    state = state.play("8@6H")  # 2 × 4
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           8  .  .  .  .  .  .  3  4 12  .  .  .  .  .
        """),
        (20, 0),
    )
    state = state.play("2@9G")  # 3 − 1
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           8  .  .  .  .  .  .  3  4 12  .  .  .  .  .
           9  .  .  .  .  .  .  2  .  .  .  .  .  .  .
        """),
        (22, 0),
    )
    state = state.play("1@7F")  # 2 − 1
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  .  3  4 12  .  .  .  .  .
           9  .  .  .  .  .  .  2  .  .  .  .  .  .  .
        """),
        (23, 0),
    )
    state = state.play("16@8J")  # 4 + 12, on a +
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  .  3  4 12 16  .  .  .  .
           9  .  .  .  .  .  .  2  .  .  .  .  .  .  .
        """),
        (39, 0),
    )
    return follow(state, "take", "* draw 1 11")


def second_turn(state: State) -> State:
    """71 points, and the bonus."""
    state = state.play("7@8F")  # 3 + 4
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  .  .  2  .  .  .  .  .  .  .
        """),
        (39, 7),
    )
    state = state.play("6@9F")  # 7 − 1
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  .  6  2  .  .  .  .  .  .  .
        """),
        (39, 13),
    )
    state = state.play("8@9H")  # 6 + 2 and 2 × 4: twice
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  .  6  2  8  .  .  .  .  .  .
        """),
        (39, 29),
    )
    state = state.play("4@6G")  # 3 + 1
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  4  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  .  6  2  8  .  .  .  .  .  .
        """),
        (39, 33),
    )
    state = state.play("3@9E")  # 6 ÷ 2
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  4  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  3  6  2  8  .  .  .  .  .  .
        """),
        (39, 36),
    )
    state = state.play("21@8E")  # 7 × 3, on a ×
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  4  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  . 21  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  3  6  2  8  .  .  .  .  .  .
        """),
        (39, 57),
    )
    state = state.play("leave")
    state = state.play("7@10E")  # 21 ÷ 3, on a 2x
    assert (board(state), state.scores) == (
        rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  4  8  .  .  .  .  .  .
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  . 21  7  3  4 12 16  .  .  .  .
           9  .  .  .  .  3  6  2  8  .  .  .  .  .  .
          10  .  .  .  .  7  .  .  .  .  .  .  .  .  .
        """),
        (39, 71),
    )
    return state


def test_the_worked_example() -> None:
    state = first_turn(drawn("", "1 2 8 12 16 17 42", "3 4 6 7 7 8 21"))
    assert rack(state, 1) == [11, 17, 42]
    state = state.play("end")
    assert state.scores == (39, 0)
    state = follow(state, "* draw 1 5", "* draw 1 9", "* draw 1 10", "* draw 1 24")  # R11: four more
    assert state.actors == (2,)
    state = second_turn(state)
    assert state.scores == (39, 71)
    assert rack(state, 2) == []
    state = state.play("end")
    assert state.scores == (39, 121)
    assert state.view(0).show()["gained"] == [39, 121]
    assert state.fields.drawing == 2  # R11: seven more


def test_the_golden_record_tells_it() -> None:
    scores = [step.after.scores for step in steps(parse(GOLDEN.read_text(encoding="utf-8")), jit=False)]
    assert (39, 0) in scores
    assert (39, 71) in scores
    assert scores[-2:] == [(39, 121), (81, 121)]  # and the 42 the sheet mentions
