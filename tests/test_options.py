"""Options: frozen, validated, read from text and written back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.errors import DamierError, Malformed, Unknown
from damier.core.registry import game, games
from damier.core.state import State

texts = st.text(max_size=30) | st.integers(-5, 2000).map(str) | st.sampled_from(["plain", "mix", "mirrored", "１２"])


@pytest.mark.parametrize("name", games())
@settings(max_examples=400)
@given(data=st.data())
def test_options_parse_or_are_refused(name: str, data: st.DataObject) -> None:
    options = game(name).options
    names = st.sampled_from([*options.kinds(), "colour", ""])
    pairs = data.draw(st.dictionaries(names, texts, max_size=4))
    try:
        read = options.read(pairs)
    except DamierError as error:
        assert any(key in str(error) for key in pairs)
    else:
        assert options.read(read.pairs()) == read
        assert pairs.items() <= read.pairs().items()


def test_wrong_values_name_the_option_and_what_it_may_be() -> None:
    options = game("quatre").options
    for pairs, said in (
        ({"ply-limit": "0"}, "Option ply-limit: “0” is not a whole number from 1 to 1000."),
        ({"ply-limit": "007"}, "Option ply-limit"),
        ({"variant": "Mix"}, "Option variant: “Mix” is not one of plain | mix."),
        ({"colour": "red"}, "There is no option “colour”. The options are: variant, start, ply-limit."),
    ):
        with pytest.raises(DamierError, match=r"[Oo]ption") as caught:
            options.read(pairs)
        assert str(caught.value).startswith(said)
    with pytest.raises(DamierError):
        options(variant="blue")  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [3, 3.5, None, True, ["plain"], {"a": 1}])
def test_a_value_of_the_wrong_type_is_refused_with_a_sentence(value: Any) -> None:
    for name, option in (("quatre", "variant"), ("quatre", "ply-limit"), ("foumath", "target")):
        with pytest.raises(Malformed, match=option):
            State.start(game(name), {option: value}, jit=False)


@pytest.mark.parametrize("move", [None, 2.5, [1], b"F1-E2", 2**70, -(2**70)])
def test_an_action_that_is_no_number_is_refused_with_a_sentence(move: Any) -> None:
    state = State.start(game("quatre"), jit=False)
    with pytest.raises(Malformed, match="neither a move"):
        state.play(move)


@pytest.mark.parametrize("seat", ["1", 1.5, -1, 3])
def test_a_seat_that_is_not_there_is_refused_with_a_sentence(seat: Any) -> None:
    state = State.start(game("quatre"), jit=False)
    with pytest.raises(Unknown, match="no seat"):
        state.moves(seat)
