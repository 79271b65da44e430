"""The rules of Foumath and MadMath (R1–R14): who throws, who places, who wins. `squares.py` knows the board.

An action of a seat is a number to keep (0 to 9), ROLL, one of the two LOST, or 100·from + to, where the reserve is 0.
An outcome of chance is the number of the die thrown, or 10·first + second for two dice.
"""

import numpy as np

from damier.core.compiled import compiled, count, lowest
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from damier.games.foumath.options import (
    ADDITION,
    AGAIN,
    BOARD,
    EXPERT,
    JUNIOR,
    KEPT_DOUBLE,
    LEFT,
    LEVEL,
    NEXT_ROUND,
    OPENING,
    RULESET,
    SEAT_1,
    SEATS,
    TARGET,
    WINNER,
)
from damier.games.foumath.squares import (
    FROM,
    MOST_SEATS,
    PAWNS,
    highest,
    is_free,
    line,
    line_points,
    places,
    pointed,
    put,
)

FACES = 10  # of a die

OPEN, CHOOSE, THROW, PLACE, LOSE = range(5)  # what is to be done: the phases
ROLL = 10
LOST_ZERO, LOST_TAKEN = 100, 101

NO_NUMBER = -1  # no die lies on the table
FIRST, SECOND = 1, 2  # which die was kept; 0 for none

ENDINGS: tuple[str, ...] = ("", "line", "target")
LINE_MADE, TARGET_PASSED = 1, 2

MAX_ACTIONS = 2 * PAWNS
MAX_OUTCOMES = FACES * FACES

STATE = state_type(
    "foumath",
    ("ruleset", np.int8),
    ("level", np.int8),
    ("addition", np.int8),  # whether the board shows sums
    ("rolled_opening", np.int8),
    ("next_round", np.int8),
    ("again", np.int8),  # whether a double made with a kept die counts as one
    ("seats", np.int8),
    ("target", np.int16),
    ("phase", np.int8),
    ("turn", np.int8),  # in OPEN: whose die is thrown next
    ("begin", np.int8),  # who began the round
    ("contest", np.int8),  # bit mask of the seats that throw to see who begins ...
    ("due", np.int8),  # ... and of those among them that have not thrown yet
    ("opened", np.int8, (MOST_SEATS + 1,)),  # the last number each seat threw to see who begins
    ("first", np.int8),  # the dice on the table
    ("second", np.int8),
    ("kept", np.int8),
    ("winner", np.int8),  # of the round that has just ended; 0 while one is played
    ("rounds", np.int32),  # begun so far
    ("pawns", np.int8, (MOST_SEATS + 1, PAWNS)),  # by seat, ascending; they stay until the next round's first throw
    ("gains", np.int16, (MOST_SEATS + 1,)),  # the points that each seat won or lost in the round that has just ended
    ("totals", np.int16, (MOST_SEATS + 1,)),
)


@compiled
def start(state: StateData, options: Ints) -> None:
    """Set up the first round (R2, R4, R14)."""
    state.seats = options[SEATS]
    state.ruleset = options[RULESET]
    state.level = options[LEVEL]
    state.target = options[TARGET]
    state.addition = 1 if options[BOARD] == ADDITION else 0
    state.rolled_opening = 0 if options[OPENING] == SEAT_1 else 1
    state.next_round = options[NEXT_ROUND]
    state.again = 1 if options[KEPT_DOUBLE] == AGAIN else 0
    for seat in range(MOST_SEATS + 1):
        state.opened[seat] = NO_NUMBER
    _begin_with(state, 1)
    if state.rolled_opening != 0:
        _throw_for_it(state, ((1 << int(state.seats)) - 1) << 1)


@compiled
def actors(state: StateData) -> int:
    """Return the bit mask of those who may act: chance while dice roll, else the seat whose turn it is."""
    if state.ending != 0:
        return OVER
    if state.phase == OPEN or state.phase == THROW:
        return 1
    return 1 << int(state.turn)


# What may be done


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat into `out` and return how many (R5–R8)."""
    if state.ending != 0 or seat != state.turn:
        return 0
    if state.phase == CHOOSE:
        return _choices(state, out)
    if state.phase == PLACE:
        return places(state.pawns, seat, int(state.first), int(state.second), out)
    if state.phase == LOSE:
        out[0] = LOST_ZERO if state.first == 0 or state.second == 0 else LOST_TAKEN
        return 1
    return 0


@compiled
def _choices(state: StateData, out: Ints) -> int:
    """Write the possible throws and return how many: both dice, or one of the two numbers kept (R5)."""
    out[0] = ROLL
    if state.first == NO_NUMBER:
        return 1
    out[1] = state.first
    if state.first == state.second:
        return 2
    out[2] = state.second
    return 3


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Write the outcomes of a throw, all equally likely (R3), and return how many."""
    if state.ending != 0 or (state.phase != OPEN and state.phase != THROW):
        return 0
    n = FACES if state.phase == OPEN or state.kept != 0 else FACES * FACES
    for i in range(n):
        outcomes[i] = i
        weights[i] = 1
    return n


# What happens


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """Apply one step of a turn."""
    if state.phase == CHOOSE:
        _choose(state, action)
    elif state.phase == THROW:
        _land(state, action)
    elif state.phase == PLACE:
        _place(state, actor, action)
    elif state.phase == LOSE:
        _pass_on(state)
    else:
        _open(state, action)


@compiled
def _throw_for_it(state: StateData, seats: int) -> None:
    """Let these seats throw one die each to see who begins (R4)."""
    state.phase = OPEN
    state.contest = seats
    state.due = seats
    state.turn = lowest(seats)


@compiled
def _open(state: StateData, number: int) -> None:
    """Apply a throw that decides who begins: after the last one the highest begins, ties throw again (R4)."""
    state.opened[state.turn] = number
    due = int(state.due) & ~(1 << int(state.turn))
    if due != 0:
        state.due = due
        state.turn = lowest(due)
        return
    best = highest_opened(state.opened, int(state.contest))
    if count(best) > 1:
        _throw_for_it(state, best)
        return
    state.contest = 0
    state.due = 0
    _begin_with(state, lowest(best))


@compiled
def highest_opened(opened: Ints, contest: int) -> int:
    """Return the bit mask of the seats in the contest that threw the highest number (R4)."""
    most = NO_NUMBER
    best = 0
    for seat in range(1, MOST_SEATS + 1):
        if (contest >> seat) & 1 != 0:
            number = int(opened[seat])
            if number > most:
                most = number
                best = 0
            if number == most:
                best |= 1 << seat
    return best


@compiled
def _begin_with(state: StateData, seat: int) -> None:
    """Prepare a new round; the pawns of the last one stay on the board until its first throw."""
    state.begin = seat
    state.turn = seat
    state.phase = CHOOSE
    state.first = NO_NUMBER
    state.second = NO_NUMBER
    state.kept = 0


@compiled
def _choose(state: StateData, action: int) -> None:
    """Apply the choice of a throw (R5); the first throw of a round clears the board (R2)."""
    if state.first == NO_NUMBER:
        state.rounds += 1
        state.winner = 0
        for seat in range(1, int(state.seats) + 1):
            state.gains[seat] = 0
            for i in range(PAWNS):
                state.pawns[seat, i] = 0
    state.kept = 0 if action == ROLL else FIRST if action == state.first else SECOND
    state.phase = THROW


@compiled
def _land(state: StateData, thrown: int) -> None:
    """Apply a throw (R5), by which the turn may be lost (R6, R8)."""
    if state.kept == 0:
        state.first = thrown // 10
        state.second = thrown % 10
    elif state.kept == FIRST:
        state.second = thrown
    else:
        state.first = thrown
    first = int(state.first)
    second = int(state.second)
    zero = first == 0 or second == 0
    free = is_free(state.pawns, pointed(first, second, 0)) or is_free(state.pawns, pointed(first, second, 1))
    state.phase = LOSE if zero or not free else PLACE


@compiled
def _place(state: StateData, seat: int, action: int) -> None:
    """Place or move a pawn (R8); then the round ends (R10), the seat throws again (R9), or the next seat does."""
    put(state.pawns[seat], action // FROM, action % FROM)
    found = line(state.pawns[seat], int(state.addition))
    if found != 0:
        _end_round(state, seat, found)
    elif doubles(int(state.first), int(state.second), int(state.kept), int(state.again)):
        state.phase = CHOOSE
    else:
        _pass_on(state)


@compiled
def doubles(first: int, second: int, kept: int, again: int) -> bool:
    """Return whether the dice show a double that gives another throw (R9)."""
    return first == second and (again != 0 or kept == 0)


@compiled
def _pass_on(state: StateData) -> None:
    """Give the turn to the player on the left."""
    state.turn = state.turn % state.seats + 1
    state.phase = CHOOSE


# The end of a round


@compiled
def _end_round(state: StateData, winner: int, found: int) -> None:
    """Count the points (R10, R11); then the game is over (R13) or the next round begins."""
    state.winner = winner
    if state.level == JUNIOR:
        state.ending = LINE_MADE
        return
    addition = int(state.addition)
    for seat in range(1, int(state.seats) + 1):
        gain = 0
        if seat == winner:
            gain = line_points(found, addition)
        elif state.level == EXPERT:
            gain = -min(int(state.totals[seat]), highest(state.pawns[seat], addition))
        state.gains[seat] = gain
        state.totals[seat] += gain
    if state.totals[winner] > state.target:
        state.ending = TARGET_PASSED
        return
    _begin_with(state, _next_to_begin(state, winner))


@compiled
def _next_to_begin(state: StateData, winner: int) -> int:
    """Return who begins the next round (R4)."""
    seats = int(state.seats)
    if state.next_round == LEFT:
        return int(state.begin) % seats + 1
    if state.next_round == WINNER:
        return winner
    loser = winner % seats + 1
    for i in range(1, seats):
        seat = (winner + i) % seats + 1
        if state.totals[seat] < state.totals[loser]:
            loser = seat
    return loser


@compiled
def scores(state: StateData, out: Ints) -> None:
    """Write the totals (R11); in a junior game one point for the winner."""
    for seat in range(1, int(state.seats) + 1):
        if state.level == JUNIOR:
            out[seat] = 1 if state.winner == seat else 0
        else:
            out[seat] = state.totals[seat]


# The key: two polynomials over a field of prime size, side by side, as the position does not fit into 63 bits.

_PRIME = 2**31 - 1
_BASE_1, _BASE_2 = 1_103_515_245, 662_608_749


@compiled
def _mixed(key: int, number: int) -> int:
    high = ((key >> 31) * _BASE_1 + number + 2) % _PRIME
    low = ((key & _PRIME) * _BASE_2 + number + 2) % _PRIME
    return (high << 31) | low


@compiled
def position_key(state: StateData) -> int:
    """Return a key that is equal for positions that play on alike.

    The order of the dice does not matter, nor do the pawns on a board that is about to be cleared.
    """
    key = _mixed(1, int(state.phase) * 8 + int(state.turn))
    key = _mixed(key, int(state.begin) * 4 + int(state.ending))
    low = min(int(state.first), int(state.second))
    high = max(int(state.first), int(state.second))
    if state.phase == THROW:
        low = NO_NUMBER
        high = NO_NUMBER if state.kept == 0 else int(state.first) if state.kept == FIRST else int(state.second)
    key = _mixed(key, 16 * (low + 1) + high)
    if state.phase == PLACE:
        another = doubles(int(state.first), int(state.second), int(state.kept), int(state.again))
        key = _mixed(key, 1 if another else 0)
    elif state.phase == OPEN:
        key = _mixed(key, int(state.contest) * 32 + int(state.due))
        for seat in range(1, int(state.seats) + 1):
            thrown = ((int(state.contest) & ~int(state.due)) >> seat) & 1 != 0
            key = _mixed(key, int(state.opened[seat]) if thrown else NO_NUMBER)
    cleared = state.phase == CHOOSE and state.first == NO_NUMBER
    for seat in range(1, int(state.seats) + 1):
        key = _mixed(key, int(state.totals[seat]))
        for i in range(PAWNS):
            key = _mixed(key, 0 if cleared else int(state.pawns[seat, i]))
    return key


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Return who sits where in the next game: everybody moves on by one seat, so that another player begins (R4)."""
    return (*range(2, len(outcome.places) + 1), 1)
