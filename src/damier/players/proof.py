"""Plays what is known or proved: from the game's book, else by a search that finds the exact number of plies.

Where neither decides, it moves like the highest of the usual levels. Unlike alpha-beta, the search follows no line
beyond its depth and asks only one question at a time ("is this won within 5 plies?"), so that a win takes as few plies
as possible and a loss as many.
"""

import dataclasses
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any, cast

from damier.core.compiled import compiled
from damier.core.contract import Ints, apply_in_search
from damier.core.state import View
from damier.core.thinking import LADDER, Budget, Thought
from damier.players.alphabeta import ROOT_PLY, WIN, Scratch, scratch_for, search
from damier.players.player import Need, find, player

PROOF = "proof"
DEEPEST = 21  # plies
SHARE = 0.5  # of the time, for the proof; the rest is for the move where there is none
NO_EXTENSIONS = 0


@player(PROOF, needs=Need.TWO_SEATS | Need.NO_CHANCE | Need.NOTHING_HIDDEN)
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return a move that is known or proved to be best, else the highest usual level's."""
    began = time.monotonic()
    found = known(view, actions) or prove(view, actions, dataclasses.replace(budget, seconds=SHARE * budget.seconds))
    if found is not None:
        return found
    after = known_after(view, actions)
    best = max(after.values(), key=_merit, default=None)
    open_ones = [action for action in actions if action not in after or not _loses(after[action])]
    if best is not None and (_merit(best) > 0 or not open_ones):
        return best
    left = dataclasses.replace(budget, seconds=max(0.01, budget.seconds - (time.monotonic() - began)))
    return find(LADDER[-1]).think(view, open_ones, left, rng)


def known(view: View, actions: list[int]) -> Thought | None:
    """Return what the game's book says about a position, if it has a book and the move is among the actions."""
    if not hasattr(view.game.bot, "known"):
        return None
    found: Thought | None = view.engine.bind(cast(ModuleType, view.game.bot)).known(view.fields, view.seat)
    return found if found is not None and found.action in actions else None


def known_after(view: View, actions: list[int]) -> dict[int, Thought]:
    """Return the actions after which the game's book has the position, with what they lead to for the seat."""
    if not hasattr(view.game.bot, "known"):
        return {}
    look_up = view.engine.bind(cast(ModuleType, view.game.bot)).known
    found = {}
    for action in actions:
        data = view.engine.blank()
        mask = int(view.engine.bridge.play(view.data, data, view.seat, action))
        mover = mask.bit_length() - 1
        if mask and (reply := look_up(view.engine.fields(data), mover)) is not None:
            value = reply.value if mover == view.seat else -reply.value
            if reply.plies is None:
                found[action] = Thought(action, value, reply.exact)
            else:
                value += -1 if value > 0 else 1  # one ply farther away
                found[action] = Thought(action, value, reply.exact, reply.plies + 1)
    return found


def _merit(thought: Thought) -> float:
    return thought.value or 0.0


def _loses(thought: Thought) -> bool:
    return _merit(thought) < 0


def prove(view: View, actions: list[int], budget: Budget) -> Thought | None:
    """Return a quickest win or, where every action loses, a longest defence; None where the budget does not suffice."""
    proof = _Proof(view, actions, budget)
    for portion in budget.portions():
        proof.scratch.counters["limit"] += portion
        if proof.go_on():
            break
    return proof.found


class _Proof:
    """The questions of one search, asked one after another, as far as the nodes suffice."""

    def __init__(self, view: View, actions: list[int], budget: Budget) -> None:
        self.found: Thought | None = None
        self.scratch = scratch_for(view, DEEPEST, budget.nodes)
        self._bound: Any = view.engine.bind(sys.modules[__name__])
        self._view, self._actions = view, actions
        self._deepest = min(DEEPEST, budget.depth)
        self._steps = self._ask()

    def go_on(self) -> bool:
        """Ask on; return False if the nodes are used up before the end."""
        return next(self._steps, True)

    def _ask(self) -> Iterator[bool]:
        """Yield False whenever the nodes are used up."""
        left = self._actions  # not yet known to lose
        for plies in range(1, self._deepest + 1, 2):
            for action in left:
                while (wins := self._wins_within(action, plies)) is None:
                    yield False
                if wins:
                    self._decide(action, WIN - plies)
                    return
            # Only now the losses that are shorter: that a side cannot lose takes longer to show than that it wins.
            survivors = []
            for action in left:
                while (loses := self._loses_within(action, plies - 1)) is None:
                    yield False
                if not loses:
                    survivors.append(action)
            if not survivors:
                if set(self._actions) == set(self._legal()):
                    self._decide(left[0], -(WIN - plies + 1))
                return
            left = survivors

    def _legal(self) -> list[int]:
        return cast(list[int], self._view.engine.bridge.actions_of(self._view.data, self._view.seat).tolist())

    def _decide(self, action: int, value: int) -> None:
        nodes = int(self.scratch.counters["nodes"][0])
        self.found = Thought(action, float(value), True, WIN - abs(value), nodes)

    def _wins_within(self, action: int, plies: int) -> bool | None:
        """Return whether an action wins within so many plies, itself included; None if the nodes are used up."""
        bound = WIN - plies + 1  # as the position after the action counts
        value = self._value(action, plies - 2, bound - 1, bound)
        return None if value is None else value >= bound

    def _loses_within(self, action: int, plies: int) -> bool | None:
        """Return whether the other side wins within so many plies, the action included."""
        bound = -(WIN - plies + 1)
        value = self._value(action, plies - 2, bound, bound + 1)
        return None if value is None else value <= bound

    def _value(self, action: int, depth: int, low: int, high: int) -> int | None:
        value = int(
            self._bound.value_after(self.scratch, ROOT_PLY, self._view.seat, action, depth, low, high, NO_EXTENSIONS)
        )
        counters = self.scratch.counters[0]
        return None if counters["nodes"] >= counters["limit"] else value


@compiled
def value_after(
    scratch: Scratch, ply: int, seat: int, action: int, depth: int, low: int, high: int, extensions: int
) -> int:
    """Return the value for a seat of the position that its action leads to, within a window."""
    apply_in_search(scratch.states[ply], scratch.states[ply + 1], seat, action)
    return search(scratch, ply + 1, seat, depth, low, high, extensions)
