"""The rules of Quatre and Mix (R1–R12), over bit boards.

A board is one number with a bit for each square: 7·row + column, rows and columns counted from 0. The seventh column
stays empty, so that a shift over the right or left edge lands on a bit that no mask lets through. A square is the
number of its bit. An action is 64·from + to.
"""

import numpy as np

from damier.core.compiled import compiled, count, lowest
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from damier.games.quatre.options import MAX_PLIES, MIRRORED, MIX, PLY_LIMIT, START, VARIANT

SIZE = 6
STRIDE = 7

RED, BLUE = 1, 2
ENDINGS: tuple[str, ...] = ("", "line", "blocked", "ply-limit")
LINE, BLOCKED, LIMIT = 1, 2, 3

# Each pawn reaches at most the other 24 free squares.
MAX_ACTIONS = 6 * 24
MAX_OUTCOMES = 0

STATE = state_type(
    "quatre",
    ("mix", np.int8),
    ("turn", np.int8),
    ("winner", np.int8),
    ("ply", np.int32),
    ("ply_limit", np.int32),
    ("repeated", np.int32),  # how many positions have occurred twice (R9) ...
    ("twice", np.int16, (MAX_PLIES // 2,)),  # ... and the ply of each second time
    ("pawns", np.int64, (3,)),  # by seat
    ("marked", np.int64),  # the marked ones of both (R12)
    (
        "armies",
        np.int64,
        (2, MAX_PLIES // 2 + 1),
    ),  # each side's pawns at the start and after each of its moves
)

ROW = (1 << SIZE) - 1
BOARD = sum(ROW << (STRIDE * row) for row in range(SIZE))
DIRECTIONS = (1, STRIDE - 1, STRIDE, STRIDE + 1)  # and the four opposite ones

# A jump keeps the parity of row and column, so the squares fall into four lattices that no chain ever leaves.
_EVEN, _ODD = 0b010101, 0b101010
LATTICES = (
    sum(_EVEN << (STRIDE * row) for row in (0, 2, 4)),
    sum(_ODD << (STRIDE * row) for row in (0, 2, 4)),
    sum(_EVEN << (STRIDE * row) for row in (1, 3, 5)),
    sum(_ODD << (STRIDE * row) for row in (1, 3, 5)),
)

# choose[k, i] = how many ways to choose k of i: the key numbers the sets of pawns with it.
_CHOOSE = np.zeros((SIZE + 1, STRIDE * SIZE + 1), np.int64)
_CHOOSE[0] = 1
for _i in range(1, STRIDE * SIZE + 1):
    _CHOOSE[1:, _i] = _CHOOSE[1:, _i - 1] + _CHOOSE[:-1, _i - 1]
_SETS_OF_6 = int(_CHOOSE[6, STRIDE * SIZE])
_SETS_OF_3 = int(_CHOOSE[3, STRIDE * SIZE])


@compiled
def origin_of(action: int) -> int:
    """Return the bit of the square a move starts from."""
    return 1 << (action >> 6)


@compiled
def target_of(action: int) -> int:
    """Return the bit of the square a move ends on."""
    return 1 << (action & 63)


@compiled
def start(state: StateData, options: Ints) -> None:
    """Set up the pawns (R2, R12)."""
    alternating = 0b010101
    row_f = STRIDE * (SIZE - 1)
    red_on_a = alternating if options[START] == MIRRORED else alternating << 1
    state.pawns[RED] = (alternating << row_f) | red_on_a
    state.pawns[BLUE] = ((alternating << 1) << row_f) | (ROW ^ red_on_a)
    if options[VARIANT] == MIX:
        state.mix = 1
        state.marked = ROW
    state.turn = RED
    state.ply_limit = options[PLY_LIMIT]
    for seat in (RED, BLUE):
        state.armies[seat - RED, 0] = _army(int(state.pawns[seat]), int(state.marked))


@compiled
def actors(state: StateData) -> int:
    """Return the bit mask of those who may act: one player at a time (R3)."""
    if state.ending != 0:
        return OVER
    return 1 << int(state.turn)


@compiled
def jumps(frontier: int, occupied: int, free: int) -> int:
    """Return the squares that pawns on the frontier reach with one more jump (R5)."""
    # Written out: the compiler does not unroll a loop over the four directions.
    landed = (((frontier << 1) & occupied) << 1) | (((frontier >> 1) & occupied) >> 1)
    landed |= (((frontier << 6) & occupied) << 6) | (((frontier >> 6) & occupied) >> 6)
    landed |= (((frontier << 7) & occupied) << 7) | (((frontier >> 7) & occupied) >> 7)
    landed |= (((frontier << 8) & occupied) << 8) | (((frontier >> 8) & occupied) >> 8)
    return landed & free


@compiled
def steps(pawns: int, free: int) -> int:
    """Return the free squares that pawns reach with a step (R4)."""
    sides = pawns | (pawns << 1) | (pawns >> 1)
    return (sides | (sides << STRIDE) | (sides >> STRIDE)) & free


@compiled
def chains(pawns: int, occupied: int) -> int:
    """Return the squares that chains of jumps lead to (R5), for several pawns at once, at most one in each lattice.

    That the square a pawn left counts as free needs no code: it is in the pawn's own lattice, and what a pawn jumps
    over never is.
    """
    free = BOARD & ~occupied
    landed = 0
    frontier = pawns
    while frontier != 0:
        frontier = jumps(frontier, occupied, free) & ~landed
        landed |= frontier
    return landed


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat into `out` and return how many (R3–R7, R9)."""
    if state.ending != 0 or seat != state.turn:
        return 0
    pawns = int(state.pawns[seat])
    occupied = pawns | int(state.pawns[RED + BLUE - seat])
    free = BOARD & ~occupied
    n = 0
    while pawns != 0:
        # One pawn of each lattice; their chains cannot meet, so one search serves them all.
        several = 0
        for lattice in LATTICES:
            several |= (pawns & lattice) & -(pawns & lattice)
        pawns ^= several
        landed = chains(several, occupied)
        for lattice in LATTICES:
            pawn = several & lattice
            if pawn == 0:
                continue
            origin = lowest(pawn) << 6
            targets = (landed & lattice) | steps(pawn, free)
            while targets != 0:
                out[n] = origin | lowest(targets)
                targets &= targets - 1
                n += 1
    if state.repeated != 0:
        return _drop_third_times(state, seat, out, n)
    return n


@compiled
def _army(pawns: int, marked: int) -> int:
    """Return one side's pawns as a number whose last six bits tell which of them are marked.

    R9 needs all positions so far. A move changes one side only, so the armies of each side are enough: a position is
    red's i-th and blue's j-th, with i = j or i = j + 1.
    """
    army = pawns << 6
    marked &= pawns
    while marked != 0:
        army |= 1 << count(pawns & ((marked & -marked) - 1))
        marked &= marked - 1
    return army


@compiled
def _moves_made(seat: int, ply: int) -> int:
    """Return how many of the first `ply` moves of a game are the seat's."""
    return (ply + 2 - seat) >> 1


@compiled
def _remember(state: StateData, seat: int) -> None:
    """Store the position after the seat's move, and note it if this is its second time (R9)."""
    ply = int(state.ply)
    mine = _moves_made(seat, ply)
    theirs = ply - mine
    armies = state.armies[seat - RED]
    others = state.armies[BLUE - seat]
    army = _army(int(state.pawns[seat]), int(state.marked))
    armies[mine] = army
    same = 0  # no early exit from the loop, so that it compiles to vector code
    for i in range(mine):
        same += 1 if armies[i] == army else 0
    if same == 0:
        return
    for i in range(mine - theirs, mine):
        if armies[i] == army and others[i - mine + theirs] == others[theirs]:
            state.twice[state.repeated] = ply
            state.repeated += 1
            return


@compiled
def _drop_third_times(state: StateData, seat: int, out: Ints, n: int) -> int:
    """Leave out the moves that lead to a position for the third time (R9); return how many are left."""
    ply = int(state.ply)
    others = state.armies[BLUE - seat]
    for i in range(state.repeated):
        then = int(state.twice[i])
        mine = _moves_made(seat, then)
        if (ply + 1 - then) & 1 == 1 or others[then - mine] != others[ply - _moves_made(seat, ply)]:
            continue
        # The other side stands as it did then: one of the moves may bring our side back as well.
        kept = 0
        for j in range(n):
            action = int(out[j])
            army = _army(moved(int(state.pawns[seat]), action), moved(int(state.marked), action))
            if army != state.armies[seat - RED, mine]:
                out[kept] = action
                kept += 1
        n = kept
    return n


@compiled
def moved(pawns: int, action: int) -> int:
    """Return a set of pawns after an action; it changes only if the pawn that moves is in it."""
    origin = origin_of(action)
    return pawns ^ (origin | target_of(action)) if pawns & origin != 0 else pawns


@compiled
def has_line(state: StateData, own: int, marked: int) -> bool:
    """Return whether a side's pawns form a line (R8; in Mix R12)."""
    if state.mix == 0:
        return _line(own, own)
    marked &= own
    return _line(own ^ marked, marked) or _line(marked, own ^ marked)


@compiled
def _line(first: int, second: int) -> bool:
    for d in DIRECTIONS:
        pairs = first & (second >> d)
        if pairs & (pairs >> (2 * d)) != 0:
            return True
    return False


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """Play a move, then see whether the game is over (R8, the limit of R9, R10)."""
    state.pawns[actor] = moved(int(state.pawns[actor]), action)
    if state.mix != 0:
        state.marked = moved(int(state.marked), action)
    state.ply += 1
    state.turn = RED + BLUE - actor
    if has_line(state, int(state.pawns[actor]), int(state.marked)):
        state.winner = actor
        state.ending = LINE
        return
    if state.ply >= state.ply_limit:
        state.ending = LIMIT
        return
    _remember(state, actor)
    if not _can_move(state):
        state.winner = actor
        state.ending = BLOCKED


@compiled
def _can_move(state: StateData) -> bool:
    """Return whether the player to move has a move at all (R10)."""
    seat = int(state.turn)
    pawns = int(state.pawns[seat])
    free = BOARD & ~(pawns | int(state.pawns[RED + BLUE - seat]))
    if state.repeated == 0 and steps(pawns, free) != 0:
        return True
    return legal(state, seat, np.empty(MAX_ACTIONS, np.int64)) != 0


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Return 0: nothing in Quatre is left to chance."""
    return 0


@compiled
def scores(state: StateData, out: Ints) -> None:
    """Write one point for the winner."""
    out[RED] = 1 if state.winner == RED else 0
    out[BLUE] = 1 if state.winner == BLUE else 0


@compiled
def _rank_of(pawns: int) -> int:
    """Return the number of a set of pawns among all sets of its size."""
    number = 0
    k = 1
    while pawns != 0:
        number += int(_CHOOSE[k, lowest(pawns)])
        pawns &= pawns - 1
        k += 1
    return number


@compiled
def position_key(state: StateData) -> int:
    """Return the number of the position among all possible ones, so that different positions never share a key."""
    return number_of(state, int(state.pawns[RED]), int(state.pawns[BLUE]), int(state.marked))


@compiled
def number_of(state: StateData, red: int, blue: int, marked: int) -> int:
    """Return the number of the position with these pawns, in the same variant and with the same side to move."""
    if state.mix == 0:
        key = _rank_of(red) * _SETS_OF_6 + _rank_of(blue)
    else:
        key = _rank_of(red & ~marked) * _SETS_OF_3 + _rank_of(red & marked)
        key = key * _SETS_OF_3 + _rank_of(blue & ~marked)
        key = key * _SETS_OF_3 + _rank_of(blue & marked)
    return 2 * key + (int(state.turn) - RED)


@compiled
def chain(action: int, occupied: int) -> int:
    """Return a shortest chain of jumps for a move (R7), or 0 if there is none.

    Its squares are digits of six bits, the last square in the lowest bits, with a 1 before them all; nine digits are
    enough, as a lattice has nine squares. Of several shortest chains it is always the same one: going backwards from
    the target, each time by the lowest square.
    """
    origin = origin_of(action)
    target = target_of(action)
    free = BOARD & ~occupied
    layers = np.zeros(9, np.int64)
    layers[0] = origin
    seen = origin
    n = 0
    while layers[n] & target == 0:
        frontier = jumps(int(layers[n]), occupied, free) & ~seen
        if frontier == 0:
            return 0
        seen |= frontier
        n += 1
        layers[n] = frontier
    squares = 0
    at = target
    for i in range(n, 0, -1):
        squares |= lowest(at) << (6 * (n - i))
        before = jumps(at, occupied, int(layers[i - 1]))
        at = before & -before
    return squares | (64 | lowest(at)) << (6 * n)


@compiled
def chain_all(actions: Ints, occupied: int) -> Ints:
    """Return the chains of several moves; for a step, the action itself."""
    chains = actions.copy()
    for i in range(len(actions)):
        action = int(actions[i])
        if steps(origin_of(action), BOARD) & target_of(action) == 0:
            chains[i] = chain(action, occupied)
    return chains


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Return who sits where in the next game (R11): the loser plays red; after a draw the colours change."""
    return (RED, BLUE) if outcome.winners == (BLUE,) else (BLUE, RED)
