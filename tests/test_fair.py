"""Fair chance: committed, unbiased, recomputable."""

from collections import Counter
from dataclasses import replace
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core import fair
from damier.core.errors import DamierError, RecordError, Tampered
from damier.core.events import Chanced
from damier.core.fair import FairChance, commitment, fresh_seed
from damier.core.record import parse
from damier.core.registry import game
from damier.core.replay import steps, verify
from damier.core.session import Session
from damier.testing.walks import played

SEED = bytes(range(32))
KNOWN = [4, 2, 2, 8, 8, 1, 3, 2, 5, 0, 4, 9]


def test_known_answers() -> None:
    """These draws must be the same for ever, on every machine: old records depend on them."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    chance = FairChance(SEED, ("", ""))
    assert [chance.draw(i, [1] * 10) for i in range(12)] == KNOWN
    assert [FairChance(SEED, ("hello", "")).draw(i, [1] * 10) for i in range(12)] != KNOWN


def test_words_are_told_apart() -> None:
    draws = {tuple(FairChance(SEED, words).draw(i, [1] * 1000) for i in range(4)) for words in
             [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("abc",)]}  # fmt: skip
    assert len(draws) == 5


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.lists(st.integers(0, 10**9), min_size=1))
def test_never_an_outcome_without_weight(seed: bytes, index: int, weights: list[int]) -> None:
    if sum(weights) == 0:
        with pytest.raises(ValueError, match="weights"):
            FairChance(seed).draw(index, weights)
    else:
        assert weights[FairChance(seed).draw(index, weights)] > 0


@pytest.mark.parametrize("weights", [[1, 1, 1], [3, 1, 2, 5], [7, 2], [1, 2, 4, 8, 16, 32, 64], [100, 1, 1]])
def test_frequencies_follow_odd_weights(weights: list[int]) -> None:
    """Chi-square over 20,000 draws of one seed; the seed is fixed, so the test cannot be unlucky twice."""
    draws = 20_000
    chance = FairChance(b"chi-square".ljust(32, b"."))
    seen = Counter(chance.draw(i, weights) for i in range(draws))
    expected = [draws * weight / sum(weights) for weight in weights]
    chi_square = sum((seen[i] - mean) ** 2 / mean for i, mean in enumerate(expected))
    assert chi_square < 3 * len(weights) + 12


@pytest.mark.parametrize("weights", [[1, 1, 1], [3, 1, 2, 5], [2, 5]])
def test_no_modulo_bias(weights: list[int]) -> None:
    """With a span of 16 numbers the bias of a bare modulo would be plain to see. Every number of a complete block
    must be used, every number of the incomplete last block rejected: each outcome then has exactly its share."""
    total = sum(weights)
    seen: Counter[int] = Counter()
    for number in range(16):
        numbers = mock.Mock(side_effect=[number, 0])
        with mock.patch.object(fair, "_SPAN", 16), mock.patch.object(FairChance, "_number", numbers):
            outcome = FairChance(SEED).draw(0, weights)
        if numbers.call_count == 1:  # accepted, not drawn again
            seen[outcome] += 1
    blocks = 16 // total
    assert [seen[i] for i in range(len(weights))] == [blocks * weight for weight in weights]


def test_the_seed_is_shown_at_the_end_only() -> None:
    session = played(game("miniature"), {}, 2, "shown")
    finished = session.record()
    assert finished.seed is not None
    assert commitment(bytes.fromhex(finished.seed)) == finished.commit == session.commitment
    running = Session(game("miniature"), None, ["Ada", "Bo"], seed=fresh_seed())
    running.draw_chance()
    for seat in (None, 0, 1):
        text = running.record(seat).write()
        assert "commit: " in text
        assert running.secret_seed is not None
        assert running.secret_seed.hex() not in text


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.data())
def test_any_tampered_throw_or_draw_is_caught(number: int, data: st.DataObject) -> None:
    record = parse(played(game("miniature"), {}, 3, number, jit=False).record().write())
    assert verify(record, jit=False) > 0
    chanced = [(step, step.event) for step in steps(record, jit=False) if isinstance(step.event, Chanced)]
    step, event = data.draw(st.sampled_from(chanced))
    others = [outcome for outcome, _ in step.before.chances() if outcome != event.action]
    forged = replace(step.line, text=step.before.write(0, data.draw(st.sampled_from(others))))
    lines = tuple(forged if line is step.line else line for line in record.lines)
    with pytest.raises(RecordError, match="the seed gives") as caught:
        verify(replace(record, lines=lines), jit=False)
    assert isinstance(caught.value.cause, Tampered)
    assert caught.value.line == step.line.number


def test_a_wrong_seed_or_a_missing_one_is_caught() -> None:
    record = played(game("miniature"), {}, 2, "seed").record()
    for forged, said in (
        (replace(record, seed="00" * 32), "published commitment"),
        (replace(record, seed=None), "does not reveal its seed"),
        (replace(record, seed="00" * 32, commit=commitment(bytes(32))), "the seed gives"),
    ):
        with pytest.raises(DamierError, match=said) as caught:
            verify(forged, jit=False)
        assert isinstance(getattr(caught.value, "cause", caught.value), Tampered)
