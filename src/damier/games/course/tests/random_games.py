"""Whole games inside the engine, each event checked: a module of its own, so that it can be compiled for the game."""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_ACTIONS, MAX_OUTCOMES, OVER, Ints, StateData, actors, apply, chances, legal, policy
from damier.core.rng import below, weighted
from damier.games.course.cards import DEFENCE_CARDS, FIRST_ATTACK, KINDS, MAX_VALUE, VALUE
from damier.games.course.state import DEAL, DRAW

LOST = -1
MOST_TURNS = 20_000

# What is written down of every turn.
SEAT, POINTS, DRAWN, PILES = range(4)


@compiled
def play_game(memory: StateData, sensible: bool, turns: Ints, rng: Ints) -> int:
    """Play a game from `memory[0]` in `memory[1]`, write down its turns and return how many there were.

    LOST if after some event the cards were not all there.
    """
    actions = np.empty(MAX_ACTIONS, np.int64)
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    state = memory[1]
    copy(state, memory[0])
    turns[:] = 0
    n = 0
    dealing = True
    who = actors(state)
    while who != OVER:
        seat = 0
        while who >> seat & 1 == 0:
            seat += 1
        if state.phase != DEAL and dealing:
            dealing = False
        turn = int(state.turn)
        total = int(state.totals[turn])
        if not dealing:
            turns[n, SEAT] = turn
            turns[n, PILES] = max(int(turns[n, PILES]), int(state.stock_n) + int(state.discard_n))
        if seat == 0:
            many = chances(state, outcomes, weights)
            outcome = int(outcomes[weighted(rng, weights, many)])
            if state.phase == DRAW and outcome != 0:
                turns[n, DRAWN] += 1
            apply(state, 0, outcome)
        else:
            many = legal(state, seat, actions)
            action = int(policy(state, seat, rng)) if sensible else int(actions[below(rng, many)])
            apply(state, seat, action)
            turns[n, POINTS] += int(state.totals[turn]) - total
            turns[n, PILES] = max(int(turns[n, PILES]), int(state.discard_n))
            if action >> 12 == 0:  # the end of a turn
                n += 1
        if not _all_there(state, memory[0].stock):
            return LOST
        who = actors(state)
    return n


@compiled
def _all_there(state: StateData, deck: Ints) -> bool:
    """Return whether each card of the deck is in exactly one place, and `loose` counts those not before players."""
    loose = np.zeros(KINDS, np.int64)
    there = np.zeros(KINDS, np.int64)
    for card in range(1, KINDS):
        loose[card] = state.stock[card] + state.discard[card]
    loose[state.taken] += 1
    for seat in range(1, int(state.seats) + 1):
        for i in range(int(state.held[seat])):
            loose[state.hands[seat, i]] += 1
        for i in range(int(state.laid_n[seat])):
            there[state.laid[seat, i]] += 1
        for attack in range(4):
            there[FIRST_ATTACK + attack] += int(state.attacks[seat]) >> attack & 1
        for place in range(len(DEFENCE_CARDS)):
            there[DEFENCE_CARDS[place]] += int(state.defences[seat, place])
    by_value = np.zeros(MAX_VALUE + 1, np.int64)
    wrong = 0
    for card in range(1, KINDS):
        by_value[VALUE[card]] += loose[card]
        wrong += 1 if there[card] + loose[card] != deck[card] else 0
    for value in range(1, MAX_VALUE + 1):
        wrong += 1 if by_value[value] != state.loose[value] else 0
    return wrong == 0
