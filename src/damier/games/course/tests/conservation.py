"""Random games inside the engine, with all cards counted after every event. A module of its own, to have a twin."""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_ACTIONS, MAX_OUTCOMES, OVER, Ints, StateData, actors, apply, chances, legal
from damier.core.rng import below, weighted
from damier.games.course.cards import FIRST_ATTACK, GUARDS, KINDS

LOST = -1


@compiled
def count_cards(memory: StateData, games: int, rng: Ints) -> int:
    """How many events there were in so many games from `memory[0]`; LOST if the cards were not all there after one."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    state = memory[1]
    events = 0
    for _ in range(games):
        copy(state, memory[0])
        who = actors(state)
        while who != OVER:
            if who & 1:
                n = chances(state, outcomes, weights)
                apply(state, 0, outcomes[weighted(rng, weights, n)])
            else:
                seat = 1
                while who >> seat & 1 == 0:
                    seat += 1
                apply(state, seat, actions[below(rng, legal(state, seat, actions))])
            events += 1
            if not _all_there(state, memory[0].stock):
                return LOST
            who = actors(state)
    return events


@compiled
def _all_there(state: StateData, deck: Ints) -> bool:
    there = np.zeros(KINDS, np.int64)
    for card in range(1, KINDS):
        there[card] = state.stock[card] + state.discard[card]
    there[state.taken] += 1
    for seat in range(1, int(state.seats) + 1):
        for i in range(int(state.held[seat])):
            there[state.hands[seat, i]] += 1
        for i in range(int(state.laid_n[seat])):
            there[state.laid[seat, i]] += 1
        for attack in range(4):
            there[FIRST_ATTACK + attack] += int(state.attacks[seat]) >> attack & 1
        for place in range(len(GUARDS)):
            there[GUARDS[place]] += int(state.guards[seat, place])
    wrong = 0
    for card in range(1, KINDS):
        wrong += 1 if there[card] != deck[card] else 0
    return wrong == 0
