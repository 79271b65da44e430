"""Looking ahead by whole turns: every throw, every use of it, and an estimate of how the round stands afterwards.

Each seat is expected to play for its own chance to win the game. A turn here is one placement: another throw after a
double counts as the next turn. A use of a throw is the pawn that moves and the square it goes to.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.foumath.bot.line_chances import EXTRA_THROWS, FACES, Floats, points_made, reserve_index, turn_chance
from damier.games.foumath.bot.outlook import add_result, outlook, update
from damier.games.foumath.bot.scratchpad import MEAN_GAIN, SCRATCHPAD, load, move_pawn
from damier.games.foumath.bot.win_chances import NOW
from damier.games.foumath.rules import CHOOSE, FIRST, NO_NUMBER, PLACE, ROLL, THROW, doubles
from damier.games.foumath.squares import FROM, MOST_SEATS, PAWNS

# How far a bot looks ahead: its own lines in reach now; everybody's lines on their next turn; also what later turns may
# bring; also every throw of the next player's turn. Each includes the ones before.
OWN_LINES, EVERYBODY, LATER_TURNS, WHOLE_TURN = range(4)

SHORTLIST = 3  # how many of the up to eight uses of a throw are followed further
KEPT_DOUBLE = FACES  # the column for a double made with a kept die, which may give no other throw (R9)
ROUNDING = 1e-9
PATIENCE = 0.85  # a discount on giving the turn away: one position does not show that others may wait as well
LOST = -1  # in place of a pawn's index: nothing can be moved (R6, R8)


@compiled
def values(state: StateData, seat: int, actions: Ints, depth: int, out: Floats) -> None:
    """Write the seat's chance to win the game after each of its actions, as far as `depth` looks ahead."""
    _values(np.zeros(1, SCRATCHPAD), state, seat, actions, depth, out)


@compiled
def _values(pads: StateData, state: StateData, seat: int, actions: Ints, depth: int, out: Floats) -> None:
    """Do the work on a zeroed scratchpad.

    It comes as an array because compiled code frees an array too early if only a record taken out of it is in use.
    """
    pad = pads[0]
    load(pad, state)
    pad.only_seat = seat if depth < EVERYBODY else 0
    pad.ignores_later = 1 if depth < LATER_TURNS else 0
    turns = 1 if depth >= WHOLE_TURN else 0  # to look through after the seat's own placement
    memory = np.zeros((turns + 1, FACES, FACES + 1, MOST_SEATS + 1))
    chances = np.zeros(MOST_SEATS + 1)
    if state.phase == CHOOSE:
        look_ahead(pad, seat, turns, memory)
        for i in range(len(actions)):
            _mean_of_throw(pad, memory[turns], -1 if actions[i] == ROLL else int(actions[i]), chances)
            waiting = (
                actions[i] == 0 and state.kept != 0 and (state.first if state.kept == FIRST else state.second) == 0
            )
            out[i] = 0.0 if waiting else chances[seat]  # two players who wait for each other would never end
        return
    dice = np.array([int(state.first), int(state.second)])
    another = state.phase == PLACE and doubles(int(dice[0]), int(dice[1]), int(state.kept), int(state.again))
    following = seat if another else seat % int(pad.seats) + 1
    for i in range(len(actions)):
        target = int(actions[i]) % FROM
        index = LOST
        if state.phase == PLACE:
            index = 0
            while pad.pawns[seat, index] != actions[i] // FROM:
                index += 1
        if _evaluate_use(pad, seat, index, target, following, dice, chances) and turns > 0:
            origin = move_pawn(pad, seat, index, target)
            look_ahead(pad, following, turns - 1, memory)
            _best_throw(pad, memory[turns - 1], following, dice, chances)
            move_pawn(pad, seat, index, origin)
        out[i] = chances[seat]


# Two functions for two turns instead of one that calls itself: numba does not find recursive functions in its cache.


@compiled
def look_ahead(pad: StateData, mover: int, turns: int, memory: Floats) -> None:
    """Write each seat's chance for every pair of numbers the mover may throw (the lower first) into `memory[turns]`."""
    if turns == 0:
        _look_ahead_last(pad, mover, memory[0])
        return
    dice = np.zeros(2, np.int64)
    uses = np.empty((2 * PAWNS, 2), np.int64)
    estimates = np.empty(2 * PAWNS)
    trial = np.zeros(MOST_SEATS + 1)
    for low in range(FACES):
        for column in range(low, FACES + 1):
            if not _set_dice(pad, low, column, dice):
                continue
            best = memory[1, low, column]
            n = _evaluate_uses(pad, mover, dice, column, False, uses, estimates, trial, best)
            following = _following(pad, mover, dice, column, uses)
            for i in range(n):
                better = 0
                for j in range(n):
                    better += 1 if estimates[j] > estimates[i] else 0
                if estimates[i] >= 0.0 and better < SHORTLIST:
                    index = int(uses[i, 0])
                    origin = move_pawn(pad, mover, index, int(uses[i, 1]))
                    _look_ahead_last(pad, following, memory[0])
                    _best_throw(pad, memory[0], following, dice, trial)
                    move_pawn(pad, mover, index, origin)
                    _keep_better(pad, mover, trial, best)


@compiled
def _look_ahead_last(pad: StateData, mover: int, chances: Floats) -> None:
    """Do the same for the last turn of the look-ahead."""
    dice = np.zeros(2, np.int64)
    uses = np.empty((2 * PAWNS, 2), np.int64)
    estimates = np.empty(2 * PAWNS)
    trial = np.zeros(MOST_SEATS + 1)
    for low in range(FACES):
        for column in range(low, FACES + 1):
            if _set_dice(pad, low, column, dice):
                _evaluate_uses(pad, mover, dice, column, True, uses, estimates, trial, chances[low, column])


@compiled
def _set_dice(pad: StateData, low: int, column: int, dice: Ints) -> bool:
    """Write the dice of a row and column; return False if the column for kept doubles is not needed here."""
    dice[0] = low
    dice[1] = low if column == KEPT_DOUBLE else column
    return column != KEPT_DOUBLE or (low != 0 and pad.again == 0)


@compiled
def _following(pad: StateData, mover: int, dice: Ints, column: int, uses: Ints) -> int:
    """Return whose turn it is after these dice were used (R9)."""
    another = column == dice[0] and uses[0, 0] != LOST
    return mover if another else mover % int(pad.seats) + 1


@compiled
def _evaluate_uses(
    pad: StateData,
    mover: int,
    dice: Ints,
    column: int,
    last: bool,
    uses: Ints,
    estimates: Floats,
    trial: Floats,
    best: Floats,
) -> int:
    """List the uses of a throw with the mover's estimated chance, -1 where the use ends the round; return how many.

    `best` gets the best result so far for the mover: of all uses if `last`, else of those that end the round.
    """
    n = _list_uses(pad, mover, dice, uses)
    following = _following(pad, mover, dice, column, uses)
    best[mover] = -1.0
    for i in range(n):
        goes_on = _evaluate_use(pad, mover, int(uses[i, 0]), int(uses[i, 1]), following, dice, trial)
        estimates[i] = trial[mover] if goes_on else -1.0
        if last or not goes_on:
            _keep_better(pad, mover, trial, best)
    return n


@compiled
def _keep_better(pad: StateData, mover: int, trial: Floats, best: Floats) -> None:
    if trial[mover] > best[mover]:
        for seat in range(1, int(pad.seats) + 1):
            best[seat] = trial[seat]


@compiled
def _list_uses(pad: StateData, mover: int, dice: Ints, out: Ints) -> int:
    """Write each pawn that may move and the square it may go to (R8), or one row LOST; return how many rows."""
    only = reserve_index(pad.pawns, mover)
    n = 0
    for way in range(0 if dice[0] == 0 else 1 if dice[0] == dice[1] else 2):
        target = 10 * dice[way] + dice[1 - way]
        if pad.board[target] == 0:
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
def _evaluate_use(pad: StateData, mover: int, index: int, target: int, following: int, dice: Ints, out: Floats) -> bool:
    """Write each seat's estimated chance after this use of a throw; return whether the round goes on."""
    points = 0 if index == LOST else points_made(pad.pawns, mover, index, target, int(pad.addition))
    if points > 0:
        update(pad)
        for seat in range(1, int(pad.seats) + 1):
            out[seat] = 0.0
        add_result(pad, mover, 1.0, pad.win_chances[mover, points], out)
        return False
    origin = move_pawn(pad, mover, index, target)
    outlook(pad, following, dice, out)
    move_pawn(pad, mover, index, origin)
    return True


@compiled
def _best_throw(pad: StateData, uses: Floats, mover: int, dice: Ints, out: Floats) -> None:
    """Write each seat's chance when the mover makes the best of the three throws (R5)."""
    trial = np.zeros(MOST_SEATS + 1)
    _mean_of_throw(pad, uses, -1, out)
    for i in range(2):
        _mean_of_throw(pad, uses, int(dice[i]), trial)
        _keep_better(pad, mover, trial, out)


@compiled
def _mean_of_throw(pad: StateData, uses: Floats, kept: int, out: Floats) -> None:
    """Write each seat's mean chance over all throws; `kept` is the number kept, negative if both dice are thrown."""
    for seat in range(1, int(pad.seats) + 1):
        total = 0.0
        if kept < 0:
            for low in range(FACES):
                for high in range(low, FACES):
                    total += uses[low, high, seat] * (1 if low == high else 2)
            total /= FACES * FACES
        else:
            for number in range(FACES):
                column = KEPT_DOUBLE if number == kept > 0 and pad.again == 0 else max(number, kept)
                total += uses[min(number, kept), column, seat]
            total /= FACES
        out[seat] = total


@compiled
def standing(state: StateData, out: Floats) -> None:
    """Write each seat's chance to win the game, given the dice on the table and what is to be done next."""
    _standing(np.zeros(1, SCRATCHPAD), state, out)


@compiled
def _standing(pads: StateData, state: StateData, out: Floats) -> None:
    """Do the work on a zeroed scratchpad."""
    pad = pads[0]
    load(pad, state)
    seats = int(state.seats)
    turn = int(state.turn)
    memory = np.zeros((1, FACES, FACES + 1, MOST_SEATS + 1))
    dice = np.array([int(state.first), int(state.second)])
    if state.phase == THROW:
        look_ahead(pad, turn, 0, memory)
        kept = -1 if state.kept == 0 else int(dice[state.kept - 1])
        _mean_of_throw(pad, memory[0], kept, out)
        if kept == 0:
            out[turn] *= PATIENCE
    elif state.first == NO_NUMBER:  # between rounds
        for seat in range(1, seats + 1):
            out[seat] = pad.win_chances[seat, NOW]
    elif state.phase == PLACE:
        uses = np.empty((2 * PAWNS, 2), np.int64)
        trial = np.zeros(MOST_SEATS + 1)
        another = doubles(int(dice[0]), int(dice[1]), int(state.kept), int(state.again))
        out[turn] = -1.0
        for i in range(_list_uses(pad, turn, dice, uses)):
            following = turn if another else turn % seats + 1
            _evaluate_use(pad, turn, int(uses[i, 0]), int(uses[i, 1]), following, dice, trial)
            _keep_better(pad, turn, trial, out)
    else:
        outlook(pad, turn if state.phase == CHOOSE else turn % seats + 1, dice, out)


@compiled
def best_line_throws(state: StateData, seat: int, actions: Ints) -> int:
    """Move the throws with the best chance of a line to the front of `actions`; return how many there are.

    That is all of them if the seat has no line in reach, or one that does not win the game: then points and later
    turns count as well.
    """
    return _best_line_throws(np.zeros(1, SCRATCHPAD), state, seat, actions)


@compiled
def _best_line_throws(pads: StateData, state: StateData, seat: int, actions: Ints) -> int:
    """Do the work on a zeroed scratchpad."""
    pad = pads[0]
    load(pad, state)
    update(pad)
    n = len(actions)
    # The mean gain is as large as it can be only if every line in reach wins the game.
    if (
        pad.summary[seat, MEAN_GAIN] == 0.0
        or pad.summary[seat, MEAN_GAIN] < 1.0 - pad.win_chances[seat, NOW] - ROUNDING
    ):
        return n
    odds = np.zeros(n)
    rest = 1.0
    for extra in range(EXTRA_THROWS + 1):
        rest /= FACES  # at most this much is added by still more throws
        best = 0.0
        for i in range(n):
            kept = -1 if actions[i] == ROLL else int(actions[i])
            odds[i] = turn_chance(pad.pawns, pad.board, seat, kept, int(pad.again), extra)
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
