"""What each move of a position leads to: exact from the rules, a book or a proof, else an estimate."""

from dataclasses import dataclass
from enum import StrEnum

from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.player import find
from damier.players.proof import known, prove

_FAR = 10_000  # plies, more than any win takes


class Source(StrEnum):
    """How the value of a move is known."""

    RULES = "rules"  # the game is over
    BOOK = "book"
    PROOF = "proof"
    ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an action leads to, for the seat that takes it."""

    action: int
    source: Source
    value: int  # 1 better, 0 even, -1 worse; where it is no estimate: won, drawn, lost
    plies: int | None = None  # to the end, the action included; None where only the value is known
    estimate: float = 0.0  # on the scale of the game's `evaluate`

    @property
    def merit(self) -> tuple[float, float]:
        """Return what to sort by: wins, quick ones first; then what is open or drawn; then losses, long ones first."""
        if self.source is Source.ESTIMATE or self.value == 0:
            return 0, self.estimate
        return self.value, -self.value * (_FAR if self.plies is None else self.plies)


def explore(state: State, nodes: int) -> list[Prospect]:
    """Return the prospects of every legal action of the seat to act, best first; `nodes` is for each of them."""
    seat = state.actors[0]
    actions = state.actions(seat)
    best = known(state.view(seat), actions)
    found = [
        _decided(action, Source.BOOK, best, 1, 0)
        if best and best.action == action and _says_all(best)
        else _prospect(state, seat, action, nodes)
        for action in actions
    ]
    return sorted(found, key=lambda prospect: prospect.merit, reverse=True)


def _prospect(state: State, seat: int, action: int, nodes: int) -> Prospect:
    after = state.play(action, seat)
    if after.outcome is not None:
        winners = after.outcome.winners
        return Prospect(action, Source.RULES, 0 if len(winners) != 1 else 1 if seat in winners else -1, 1)
    mover = after.actors[0]
    view, actions = after.view(mover), after.actions(mover)
    sign = 1 if mover == seat else -1
    if (thought := known(view, actions)) and _says_all(thought):
        return _decided(action, Source.BOOK, thought, sign, 1)
    if thought := prove(view, actions, Budget(nodes=nodes)):
        return _decided(action, Source.PROOF, thought, sign, 1)
    thought = find("alphabeta").think(view, actions, Budget(nodes=nodes), seeded("explore"))
    estimate = sign * (thought.value or 0.0)
    value = (estimate > 0) - (estimate < 0)
    if thought.exact:  # it follows threats further, and so may decide more, but not in how many plies
        return Prospect(action, Source.PROOF, value)
    return Prospect(action, Source.ESTIMATE, value, estimate=estimate)


def _says_all(thought: Thought) -> bool:
    """Return whether what a book says of a position is to be called exact; a draw is one with repetitions allowed."""
    return thought.exact or thought.value == 0


def _decided(action: int, source: Source, thought: Thought, sign: int, before: int) -> Prospect:
    """Return what is known of a position so many plies after the action begins."""
    value = sign * (thought.value or 0.0)
    plies = None if thought.plies is None else thought.plies + before
    return Prospect(action, source, (value > 0) - (value < 0), plies)
