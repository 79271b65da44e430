"""Whole turns compared by rollouts: games played on from sampled racks, with the same draws for every turn."""

import numpy as np

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import OVER, Ints, StateData
from damier.core.rng import below, weighted
from damier.games.mathable.belief import determinize
from damier.games.mathable.bot.policy import policy, with_claims
from damier.games.mathable.bot.rack_value import POINT, worth_of
from damier.games.mathable.bot.turns import LENGTH_AT, STEPS_AT
from damier.games.mathable.equations import KINDS, PLACE, RACK
from damier.games.mathable.rules import END, EXTRA, LEAVE, OFFER, PLAY, TAKE, actors, apply

_WORD = 1 << 31


@compiled
def roll_out(
    memory: StateData, seat: int, turns: Ints, n: int, samples: int, rounds: int, keep: Ints, rng: Ints, sums: Ints
) -> None:
    """Play out each of the first n turns in sampled games, and add the leads reached to `sums`.

    `memory` holds the view, and two more states to play in.
    """
    draws = np.empty(4, np.int64)
    for _ in range(samples):
        copy(memory[1], memory[0])
        determinize(memory[1], seat, rng)
        seeds = (below(rng, _WORD), below(rng, _WORD), below(rng, _WORD), below(rng, _WORD))
        for k in range(n):
            for i in range(4):
                draws[i] = seeds[i]
            copy(memory[2], memory[1])
            play_turn(memory[2], seat, turns[k], draws)
            play_on(memory[2], rounds, draws)
            sums[k] += lead(memory[2], seat, keep)


@compiled
def play_turn(state: StateData, seat: int, turn: Ints, draws: Ints) -> None:
    """Play a whole turn to its end, taking extra tokens on the way unless that costs the bonus."""
    last = int(turn[LENGTH_AT])
    empties = state.began == RACK and last == state.held[seat]
    taken = False
    for step in range(last):
        action = int(turn[STEPS_AT + step])
        if action < PLACE:
            apply(state, seat, action)  # an exchange is the whole turn
            return
        apply(state, seat, with_claims(state, action))
        if state.phase == OFFER:
            apply(state, seat, LEAVE if empties else TAKE)
            taken = not empties
            if state.phase == EXTRA:
                apply(state, 0, weighted(draws, state.bag, KINDS + 1))
    while taken:
        action = policy(state, seat, draws)
        apply(state, seat, action)
        if state.phase == EXTRA:
            apply(state, 0, weighted(draws, state.bag, KINDS + 1))
        if action == END:
            return
    apply(state, seat, END)


@compiled
def play_on(state: StateData, rounds: int, draws: Ints) -> None:
    """Play on by the quick policy until so many more turns have begun, or the game is over."""
    begun = 0
    turn = int(state.turn)
    mask = actors(state)
    while mask != OVER:
        if mask & 1:
            apply(state, 0, weighted(draws, state.bag, KINDS + 1))
        else:
            if state.phase == PLAY and state.turn != turn:
                turn = int(state.turn)
                begun += 1
                if begun > rounds:
                    return
            actor = lowest(mask)
            apply(state, actor, policy(state, actor, draws))
        mask = actors(state)


@compiled
def lead(state: StateData, seat: int, keep: Ints) -> int:
    """Return how far a seat is ahead of the others' mean, in units of the evaluation, racks included."""
    own = 0
    others = 0
    for other in range(1, int(state.seats) + 1):
        worth = POINT * int(state.totals[other])
        if state.ending == 0:
            worth += worth_of(state, other, keep)
        if other == seat:
            own = worth
        else:
            others += worth
    return own - others // (int(state.seats) - 1)
