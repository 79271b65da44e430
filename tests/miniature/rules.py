"""The rules of the miniature (R1–R5)."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from miniature.options import NO_VOTE, ROUNDS, SEATS, VOTE

KINDS = 9  # tokens are worth 1..9, three of each
COPIES = 3

DEAL, CHOOSE, THROW, LOSE, ANSWER, BALLOT = range(6)
ROLL, LOST, SHOW, CONCEDE, STAY, GO = range(6)
CHALLENGE = 10  # + the seat challenged
SEVEN = 7

ENDINGS: tuple[str, ...] = ("", "rounds", "vote")
ALL_ROUNDS, ALL_VOTED = 1, 2

MAX_ACTIONS = 8
MAX_OUTCOMES = 11

STATE = state_type(
    "miniature",
    ("seats", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),
    ("lap", np.int8),
    ("laps", np.int8),
    ("votes", np.int8),  # whether there are any
    ("dealing", np.int8),  # the seat that gets a token in DEAL
    ("challenged", np.int8),
    ("asked", np.int16),  # bit mask of those who have still to vote
    ("stays", np.int8),
    ("totals", np.int16, (5,)),
    ("tokens", np.int8, (5,)),  # by seat; hidden from the others
    ("bag", np.int8, (KINDS + 1,)),  # in a view: all tokens the seat does not see, those of the others included
)


@compiled
def start(state: StateData, options: Ints) -> None:
    """R1: a bag of tokens, one for each seat."""
    state.seats = options[SEATS]
    state.laps = options[ROUNDS]
    state.votes = 0 if options[VOTE] == NO_VOTE else 1
    for kind in range(1, KINDS + 1):
        state.bag[kind] = COPIES
    state.phase = DEAL
    state.dealing = 1
    state.turn = 1
    state.lap = 1


@compiled
def actors(state: StateData) -> int:
    """Who may act, by phase."""
    if state.ending != 0:
        return OVER
    if state.phase == DEAL or state.phase == THROW:
        return 1
    if state.phase == ANSWER:
        return 1 << int(state.challenged)
    if state.phase == BALLOT:
        return int(state.asked)
    return 1 << int(state.turn)


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """R2–R5."""
    if (actors(state) >> seat) & 1 == 0:
        return 0
    if state.phase == LOSE:
        out[0] = LOST
        return 1
    if state.phase == ANSWER or state.phase == BALLOT:
        first = SHOW if state.phase == ANSWER else STAY
        out[0] = first
        out[1] = first + 1
        return 2
    out[0] = ROLL
    n = 1
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            out[n] = CHALLENGE + other
            n += 1
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """R1: each token as often as the bag holds it. R2: the sum of two dice."""
    n = 0
    if state.phase == DEAL:
        for kind in range(1, KINDS + 1):
            if state.bag[kind] > 0:
                outcomes[n] = kind
                weights[n] = state.bag[kind]
                n += 1
    elif state.phase == THROW:
        for total in range(2, 13):
            outcomes[n] = total
            weights[n] = 6 - abs(total - SEVEN)
            n += 1
    return n


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """R1–R5."""
    if state.phase == DEAL:
        state.tokens[state.dealing] = action
        state.bag[action] -= 1
        _deal_on(state)
    elif state.phase == THROW:
        if action == SEVEN:
            state.phase = LOSE
        else:
            state.totals[state.turn] += action
            _pass_on(state)
    elif state.phase == LOSE:
        _pass_on(state)
    elif state.phase == CHOOSE:
        if action == ROLL:
            state.phase = THROW
        else:
            state.challenged = action - CHALLENGE
            state.phase = ANSWER
    elif state.phase == ANSWER:
        _answer(state, actor, action)
    else:
        _vote(state, actor, action)


@compiled
def _deal_on(state: StateData) -> None:
    """To the next seat without a token, then on with the game."""
    for seat in range(1, int(state.seats) + 1):
        if state.tokens[seat] == 0:
            state.phase = DEAL
            state.dealing = seat
            return
    state.dealing = 0
    state.phase = CHOOSE


@compiled
def _answer(state: StateData, seat: int, action: int) -> None:
    """R3: conceding costs two; a shown token is compared, goes out of the game and is replaced."""
    if action == CONCEDE:
        state.totals[state.turn] += 2
    else:
        higher = seat if state.tokens[seat] >= state.tokens[state.turn] else int(state.turn)
        state.totals[higher] += 5
        state.tokens[seat] = 0
    state.challenged = 0
    _pass_on(state)
    if action == SHOW and state.phase == CHOOSE:
        _deal_on(state)


@compiled
def _pass_on(state: StateData) -> None:
    """The next seat; after the last one the vote, or the end."""
    state.phase = CHOOSE
    if state.turn < state.seats:
        state.turn += 1
        return
    state.turn = 1
    if state.lap == state.laps:
        state.ending = ALL_ROUNDS
        return
    state.lap += 1
    if state.votes != 0:
        state.phase = BALLOT
        state.stays = 0
        state.asked = ((1 << int(state.seats)) - 1) << 1
    else:
        _deal_on(state)


@compiled
def _vote(state: StateData, seat: int, action: int) -> None:
    """R5: the game stops when all want to."""
    state.asked ^= 1 << seat
    if action == STAY:
        state.stays += 1
    if state.asked == 0:
        if state.stays == 0:
            state.ending = ALL_VOTED
        else:
            _deal_on(state)


@compiled
def scores(state: StateData, out: Ints) -> None:
    """The totals."""
    for seat in range(1, int(state.seats) + 1):
        out[seat] = state.totals[seat]


@compiled
def position_key(state: StateData) -> int:
    """Small numbers side by side."""
    key = int(state.phase) * 10 + int(state.turn)
    for seat in range(1, 5):
        key = (key * 200 + int(state.totals[seat])) * 10 + int(state.tokens[seat])
    return key


def seating(outcome: Outcome) -> tuple[int, ...]:
    """The same order again."""
    return tuple(range(1, len(outcome.places) + 1))
