"""What tests of several searches share: positions of which the best move is known, and budgets cut in pieces."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from damier.core.contract import CHANCE
from damier.core.game import Game
from damier.core.registry import game
from damier.core.state import State
from damier.core.thinking import Budget

TEMPLATE, MINIATURE, COURSE = game("template"), game("miniature"), game("course")


class Elsewhere(Game):
    """A game whose files are in another folder."""

    def __init__(self, known: Game, folder: Path) -> None:
        self.__dict__.update(known.__dict__)
        self.__dict__["folder"] = folder


def worth(state: State, seat: int) -> Fraction:
    """Return a seat's share of the win from a fully known state if every seat plays for itself, searched to the end."""
    if state.is_over:
        most = max(state.scores)
        return Fraction(state.scores[seat - 1] == most, state.scores.count(most))
    (actor,) = state.actors
    if actor == CHANCE:
        outcomes = state.chances()
        total = sum(weight for _, weight in outcomes)
        return sum((worth(state.play(o, CHANCE), seat) * Fraction(w, total) for o, w in outcomes), Fraction())
    values = [(worth(after, actor), worth(after, seat)) for after in map(state.play, state.actions())]
    return max(values)[1]


def last_decision(lead: int, token: int, other: int) -> State:
    """Return the last decision of a game of the miniature: seat 2 is behind and has not seen the other's token."""
    state = State.start(MINIATURE, {"rounds": "1", "vote": "no"}, 2, jit=False)
    for outcome in (other, token):
        state = state.play(outcome, CHANCE)
    return state.play("roll", 1).play(lead, CHANCE)


def exact_shares(lead: int, token: int) -> dict[int, float]:
    """Return the mean share of each action of that last move over all tokens the other may hold."""
    exact = {}
    for action in last_decision(lead, token, 1).actions(2):
        share = [
            worth(last_decision(lead, token, other).play(action, 2), 2) * (2 if other == token else 3)
            for other in range(1, 10)
        ]
        exact[action] = float(sum(share) / 26)
    return exact


@dataclass(frozen=True)
class Cut(Budget):
    """The same number of nodes in other portions."""

    def portions(self, first: int = 256) -> Iterator[int]:
        yield from (1, 2, 50, self.nodes - 53)


def begun(rules: Game, jit: bool | None = None) -> State:
    """Return the state after the opening chance events; outcomes are spread over the list, not always the first."""
    state = State.start(rules, {}, jit=jit)
    number = 0
    while CHANCE in state.actors:
        outcomes = state.chances()
        state = state.play(outcomes[number * 7 % len(outcomes)][0], CHANCE)
        number += 1
    return state
