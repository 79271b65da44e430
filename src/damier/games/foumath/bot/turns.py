"""Whole turns looked through: every throw, the uses of it, and how the round stands after so many turns.

Each seat is expected to play for its own chance to win the game. A turn is one placement: another throw after a double
counts as the next turn.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.foumath.bot.chances import EXTRA_THROWS, FACES, Floats, first_to_move, line_made, turn_chance
from damier.games.foumath.bot.race import learn, outlook, settle
from damier.games.foumath.bot.scratch import MEAN, TABLE, lay, shift
from damier.games.foumath.bot.stakes import NOW
from damier.games.foumath.rules import CHOOSE, FIRST, NO_NUMBER, PLACE, ROLL, THROW, doubles
from damier.games.foumath.squares import FROM, MOST_SEATS, PAWNS

# How far one looks: at the lines in reach at the next turn, one's own or everybody's; besides, at what later turns may
# bring; besides, through the next player's whole turn.
OWN_LINES, EVERYBODY, LATER_TURNS, WHOLE_TURN = range(4)

SHORTLIST = 3  # of up to eight uses of a throw, only so many are followed further
KEPT_DOUBLE = FACES  # where the use of a double made with a kept die stands, as that may give no other throw (R9)
ROUNDING = 1e-9
PATIENCE = 0.85  # giving a turn away must be worth so much: who looks at one position cannot see others wait as well
LOST = -1  # in place of a pawn: nothing can be moved (R6, R8)


@compiled
def values(state: StateData, seat: int, actions: Ints, depth: int, out: Floats) -> None:
    """Write what each action of the seat is worth to it, as far as it looks."""
    _values(np.zeros(1, TABLE), state, seat, actions, depth, out)


@compiled
def _values(tables: StateData, state: StateData, seat: int, actions: Ints, depth: int, out: Floats) -> None:
    """On a zeroed table. (Who takes a record out of an array must be lent the array: machine code frees it early.)"""
    table = tables[0]
    lay(table, state)
    table.only = seat if depth < EVERYBODY else 0
    table.near = 1 if depth < LATER_TURNS else 0
    turns = 1 if depth >= WHOLE_TURN else 0  # looked through after the own next placement
    memory = np.zeros((turns + 1, FACES, FACES + 1, MOST_SEATS + 1))
    chances = np.zeros(MOST_SEATS + 1)
    if state.phase == CHOOSE:
        look(table, seat, turns, memory)
        for i in range(len(actions)):
            _throw(table, memory[turns], -1 if actions[i] == ROLL else int(actions[i]), chances)
            waiting = (
                actions[i] == 0 and state.kept != 0 and (state.first if state.kept == FIRST else state.second) == 0
            )
            out[i] = 0.0 if waiting else chances[seat]  # two who wait for each other would never end
        return
    dice = np.array([int(state.first), int(state.second)])
    another = state.phase == PLACE and doubles(int(dice[0]), int(dice[1]), int(state.kept), int(state.again))
    following = seat if another else seat % int(table.seats) + 1
    for i in range(len(actions)):
        target = int(actions[i]) % FROM
        index = LOST
        if state.phase == PLACE:
            index = 0
            while table.pawns[seat, index] != actions[i] // FROM:
                index += 1
        if _use(table, seat, index, target, following, dice, chances) and turns > 0:
            origin = shift(table, seat, index, target)
            look(table, following, turns - 1, memory)
            _choose(table, memory[turns - 1], following, dice, chances)
            shift(table, seat, index, origin)
        out[i] = chances[seat]


# Two functions for two turns, not one that calls itself: numba's cache does not find such a one again.


@compiled
def look(table: StateData, mover: int, turns: int, memory: Floats) -> None:
    """Write each seat's chance for every two numbers the mover may throw, the lower first, into `memory[turns]`."""
    if turns == 0:
        _look_last(table, mover, memory[0])
        return
    dice = np.zeros(2, np.int64)
    uses = np.empty((2 * PAWNS, 2), np.int64)
    promise = np.empty(2 * PAWNS)
    trial = np.zeros(MOST_SEATS + 1)
    for low in range(FACES):
        for column in range(low, FACES + 1):
            if not _lie(table, low, column, dice):
                continue
            best = memory[1, low, column]
            n = _judge(table, mover, dice, column, False, uses, promise, trial, best)
            following = _following(table, mover, dice, column, uses)
            for i in range(n):
                better = 0
                for j in range(n):
                    better += 1 if promise[j] > promise[i] else 0
                if promise[i] >= 0.0 and better < SHORTLIST:
                    index = int(uses[i, 0])
                    origin = shift(table, mover, index, int(uses[i, 1]))
                    _look_last(table, following, memory[0])
                    _choose(table, memory[0], following, dice, trial)
                    shift(table, mover, index, origin)
                    _keep_better(table, mover, trial, best)


@compiled
def _look_last(table: StateData, mover: int, chances: Floats) -> None:
    """The same for the last turn that is looked through."""
    dice = np.zeros(2, np.int64)
    uses = np.empty((2 * PAWNS, 2), np.int64)
    promise = np.empty(2 * PAWNS)
    trial = np.zeros(MOST_SEATS + 1)
    for low in range(FACES):
        for column in range(low, FACES + 1):
            if _lie(table, low, column, dice):
                _judge(table, mover, dice, column, True, uses, promise, trial, chances[low, column])


@compiled
def _lie(table: StateData, low: int, column: int, dice: Ints) -> bool:
    """Lay two numbers; False where a column for kept doubles is not needed."""
    dice[0] = low
    dice[1] = low if column == KEPT_DOUBLE else column
    return column != KEPT_DOUBLE or (low != 0 and table.again == 0)


@compiled
def _following(table: StateData, mover: int, dice: Ints, column: int, uses: Ints) -> int:
    """R9: whose turn it is after a use of these dice."""
    another = column == dice[0] and uses[0, 0] != LOST
    return mover if another else mover % int(table.seats) + 1


@compiled
def _judge(
    table: StateData,
    mover: int,
    dice: Ints,
    column: int,
    last: bool,
    uses: Ints,
    promise: Floats,
    trial: Floats,
    best: Floats,
) -> int:
    """List the uses of a throw with what they promise the mover, -1 where the round is over; answer how many.

    The best so far is kept: of all if this is the last turn, else of those that end the round.
    """
    n = _uses(table, mover, dice, uses)
    following = _following(table, mover, dice, column, uses)
    best[mover] = -1.0
    for i in range(n):
        goes_on = _use(table, mover, int(uses[i, 0]), int(uses[i, 1]), following, dice, trial)
        promise[i] = trial[mover] if goes_on else -1.0
        if last or not goes_on:
            _keep_better(table, mover, trial, best)
    return n


@compiled
def _keep_better(table: StateData, mover: int, trial: Floats, best: Floats) -> None:
    if trial[mover] > best[mover]:
        for seat in range(1, int(table.seats) + 1):
            best[seat] = trial[seat]


@compiled
def _uses(table: StateData, mover: int, dice: Ints, out: Ints) -> int:
    """R8: write the index of each pawn that may go with the square it may go to; one line LOST if there is none."""
    only = first_to_move(table.pawns, mover)
    n = 0
    for way in range(0 if dice[0] == 0 else 1 if dice[0] == dice[1] else 2):
        target = 10 * dice[way] + dice[1 - way]
        if table.board[target] == 0:
            for i in range(PAWNS):
                if only < 0 or i == only:
                    out[n, 0] = i
                    out[n, 1] = target
                    n += 1
    if n == 0:
        out[0, 0] = LOST
        out[0, 1] = 0
        n = 1
    return n


@compiled
def _use(table: StateData, mover: int, index: int, target: int, following: int, dice: Ints, out: Floats) -> bool:
    """Write each seat's chance as it looks after this use of a throw; answer whether the round goes on."""
    points = 0 if index == LOST else line_made(table.pawns, mover, index, target, int(table.addition))
    if points > 0:
        learn(table)
        for seat in range(1, int(table.seats) + 1):
            out[seat] = 0.0
        settle(table, mover, 1.0, table.stakes[mover, points], out)
        return False
    origin = shift(table, mover, index, target)
    outlook(table, following, dice, out)
    shift(table, mover, index, origin)
    return True


@compiled
def _choose(table: StateData, uses: Floats, mover: int, dice: Ints, out: Floats) -> None:
    """Write each seat's chance when the mover takes the best of the three throws (R5)."""
    trial = np.zeros(MOST_SEATS + 1)
    _throw(table, uses, -1, out)
    for i in range(2):
        _throw(table, uses, int(dice[i]), trial)
        _keep_better(table, mover, trial, out)


@compiled
def _throw(table: StateData, uses: Floats, kept: int, out: Floats) -> None:
    """The mean over a throw of one die beside the number kept; of both dice if that is negative."""
    for seat in range(1, int(table.seats) + 1):
        total = 0.0
        if kept < 0:
            for low in range(FACES):
                for high in range(low, FACES):
                    total += uses[low, high, seat] * (1 if low == high else 2)
            total /= FACES * FACES
        else:
            for number in range(FACES):
                column = KEPT_DOUBLE if number == kept > 0 and table.again == 0 else max(number, kept)
                total += uses[min(number, kept), column, seat]
            total /= FACES
        out[seat] = total


@compiled
def standing(state: StateData, out: Floats) -> None:
    """Write each seat's chance to win the game: what lies on the table counts, and the throw or placement now due."""
    _standing(np.zeros(1, TABLE), state, out)


@compiled
def _standing(tables: StateData, state: StateData, out: Floats) -> None:
    """On a zeroed table."""
    table = tables[0]
    lay(table, state)
    seats = int(state.seats)
    turn = int(state.turn)
    memory = np.zeros((1, FACES, FACES + 1, MOST_SEATS + 1))
    dice = np.array([int(state.first), int(state.second)])
    if state.phase == THROW:
        look(table, turn, 0, memory)
        kept = -1 if state.kept == 0 else int(dice[state.kept - 1])
        _throw(table, memory[0], kept, out)
        if kept == 0:
            out[turn] *= PATIENCE
    elif state.first == NO_NUMBER:  # between rounds
        for seat in range(1, seats + 1):
            out[seat] = table.stakes[seat, NOW]
    elif state.phase == PLACE:
        uses = np.empty((2 * PAWNS, 2), np.int64)
        trial = np.zeros(MOST_SEATS + 1)
        another = doubles(int(dice[0]), int(dice[1]), int(state.kept), int(state.again))
        out[turn] = -1.0
        for i in range(_uses(table, turn, dice, uses)):
            following = turn if another else turn % seats + 1
            _use(table, turn, int(uses[i, 0]), int(uses[i, 1]), following, dice, trial)
            _keep_better(table, turn, trial, out)
    else:
        outlook(table, turn if state.phase == CHOOSE else turn % seats + 1, dice, out)


@compiled
def likeliest(state: StateData, seat: int, actions: Ints) -> int:
    """Move the throws that line up with the best chance to the front of `actions`; answer how many those are.

    All, where the seat has no line in reach or one that does not win the game: then there is more to weigh.
    """
    return _likeliest(np.zeros(1, TABLE), state, seat, actions)


@compiled
def _likeliest(tables: StateData, state: StateData, seat: int, actions: Ints) -> int:
    """On a zeroed table."""
    table = tables[0]
    lay(table, state)
    learn(table)
    n = len(actions)
    # The mean of what lines add reaches its most only if each of them wins.
    if table.known[seat, MEAN] == 0.0 or table.known[seat, MEAN] < 1.0 - table.stakes[seat, NOW] - ROUNDING:
        return n
    odds = np.zeros(n)
    rest = 1.0
    for extra in range(EXTRA_THROWS + 1):
        rest /= FACES  # of the chance, at most, comes by still more throws
        best = 0.0
        for i in range(n):
            kept = -1 if actions[i] == ROLL else int(actions[i])
            odds[i] = turn_chance(table.pawns, table.board, seat, kept, int(table.again), extra)
            best = max(best, odds[i])
        left = 0
        for i in range(n):
            if odds[i] + rest >= best:
                actions[left] = actions[i]
                left += 1
        n = left
        if n == 1:
            break
    return n
