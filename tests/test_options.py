"""Options: frozen, validated, read from text and written back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.errors import DamierError
from damier.core.registry import game, games

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
