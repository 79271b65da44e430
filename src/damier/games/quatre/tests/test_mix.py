"""The variant Mix: drawn positions, and the number of the rule."""

import pytest

from damier.core.outcome import Outcome
from damier.games.quatre.rules import BLUE
from damier.games.quatre.tests.drawn import begin, board, drawn, follow, rows

# R12


def test_r12_row_a_is_marked() -> None:
    assert board(begin(variant="mix")) == rows("""
          123456
        A BRBRBR
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)
    assert board(begin(variant="mix", start="mirrored")) == rows("""
          123456
        A RBRBRB
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)


def test_r12_a_pawn_keeps_its_mark() -> None:
    state = drawn(
        """
          123456
        A ......
        B ......
        C ..B...
        D .Rr...
        E ......
        F .....b
        """,
        variant="mix",
    )
    assert board(follow(state, "D2:D4", "C3:E3", "D3-D2", "F6-F5")) == rows("""
          123456
        A ......
        B ......
        C ......
        D .r.R..
        E ..B...
        F ....b.
    """)


@pytest.mark.parametrize(
    ("row", "wins"),
    [
        (".rR_R.", True),  # _ is where a plain pawn comes from below
        (".R_Rr.", True),
        ("_RrR..", True),
        (".rR_Rr", True),
        ("rrR_R.", True),  # four of five
        (".Rr_R.", False),
        (".rr_r.", False),
        (".RR_R.", False),
        (".RR_r.", False),
        ("rR_.R.", False),
        ("rR_bR.", False),
        ("rR_Br.", False),
    ],
)
def test_r12_four_must_alternate(row: str, wins: bool) -> None:
    column = row.index("_")
    below = "......"[:column] + "r" + "......"[column + 1 :]
    state = drawn(
        f"""
          123456
        A .....b
        B ......
        C {row.replace("_", ".")}
        D {below}
        E ......
        F ......
        """,
        variant="mix",
    )
    after = state.play(f"D{column + 1}-C{column + 1}")
    assert board(after)[2] == row.replace("_", "r")
    assert after.outcome == (Outcome("line", (1, 2)) if wins else None)


def test_r12_alternating_columns_and_diagonals_win() -> None:
    column = drawn(
        """
          123456
        A .....r
        B .....R
        C ....r.
        D .....R
        E b.....
        F ......
        """,
        variant="mix",
    )
    assert column.play("C5-C6").outcome == Outcome("line", (1, 2))
    diagonal = drawn(
        """
          123456
        A r.....
        B .B....
        C ..b...
        D ...B..
        E ...b..
        F ......
        """,
        BLUE,
        variant="mix",
    )
    assert diagonal.play("E4-E5").outcome == Outcome("line", (2, 1))
    other = drawn(
        """
          123456
        A .....B
        B ....b.
        C ...B..
        D .b....
        E ......
        F .....r
        """,
        BLUE,
        variant="mix",
    )
    assert other.play("D2-D3").outcome == Outcome("line", (2, 1))


def test_r12_marks_mean_nothing_in_the_plain_game() -> None:
    assert board(begin()) == [row.lower() for row in board(begin(variant="mix"))]
    assert begin().moves() == begin(variant="mix").moves()
