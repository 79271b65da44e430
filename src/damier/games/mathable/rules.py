"""The rules of Mathable (R1–R15): whose turn it is, what they may do. `equations` has the board, `racks` the tokens.

A turn's placements stay in the state until the next turn begins, so that they can be contested (R15) and shown.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from damier.games.mathable.contest import forget, take_back
from damier.games.mathable.equations import (
    CELLS,
    COPIES,
    KINDS,
    MARGIN,
    PLACE,
    PRINTED,
    RACK,
    SIGN,
    SIZE,
    TOKENS,
    VALUE,
    claim_of,
    equations,
    is_right,
    kinds_of,
    placeable,
    placements,
    points,
    put,
    square_at,
    square_of,
    token_of,
)
from damier.games.mathable.options import CLAIMS, REFEREE, SEATS
from damier.games.mathable.racks import add, draw, give, put_back, remember, wonder
from damier.kit.keys import stir

MOST_SEATS = 4
BONUS = 50  # R10

# Phases. In the first four tokens are drawn; then a seat places, is offered an extra token (R7), or is contested (R15).
OPENING, DEAL, FILL, EXTRA, EXCHANGE, PLAY, OFFER, ASK = range(8)

ENDINGS: tuple[str, ...] = ("", "out", "stuck", "idle")
OUT, STUCK, IDLE = 1, 2, 3

# Action numbers. Placements begin at PLACE, see `equations.placement`.
END, TAKE, LEAVE, ACCEPT = range(4)
CONTEST = 8  # plus the index of the placement
SWAP = 128  # plus the places of the rack, as bits

# An extra token comes with each of the 32 restriction squares, so no turn has more placements than this.
MAX_STEPS = RACK + 32

# Each of the 110 numbers on the board is the nearer one of at most four pairs, so there are at most 440 pairs beside
# squares. A square with all four has 15 possible claims for each token. Then exchanges, and the end of the turn.
MAX_ACTIONS = (TOKENS + 4) * 15 * RACK + 2**RACK
MAX_OUTCOMES = KINDS

STATE = state_type(
    "mathable",
    ("seats", np.int8),
    ("declared", np.int8),  # R14
    ("contest", np.int8),  # R15
    ("phase", np.int8),
    ("turn", np.int8),  # 0 until it is known who begins
    ("drawing", np.int8),  # the seat that draws, while chance acts
    ("began", np.int8),  # how many tokens the turn began with (R10)
    ("idle", np.int8),  # turns in a row without a placement that stood (R13)
    ("asked", np.int16),  # mask of the seats that may still contest; in OPENING, of those who draw
    ("left", np.int16),  # tokens in the bag
    ("totals", np.int32, (MOST_SEATS + 1,)),
    ("gained", np.int32, (MOST_SEATS + 1,)),  # what a seat's last turn brought
    ("held", np.int8, (MOST_SEATS + 1,)),  # tokens in each rack
    ("opened", np.int8, (MOST_SEATS + 1,)),  # the token each seat drew last to begin (R3)
    ("rack", np.int8, (MOST_SEATS + 1, RACK)),  # in a view: the seat's own, and what is known of the others'
    ("known", np.int8, (MOST_SEATS + 1, RACK)),
    ("away", np.int8, (MOST_SEATS + 1, RACK)),
    ("old", np.int8, (MOST_SEATS + 1, MOST_SEATS + 1)),
    ("aside", np.int8, (RACK,)),  # tokens being exchanged (R12)
    ("put_aside", np.int8),  # how many these are
    ("bag", np.int8, (KINDS + 1,)),  # by token; in a view: all that the seat does not see, wherever it is
    ("board", np.int8, (CELLS,)),
    ("rows", np.int16, (SIZE + 2 * MARGIN,)),
    ("steps", np.int8),  # placements of this turn ...
    ("actions", np.int32, (MAX_STEPS,)),  # ... each as it was played
    ("scored", np.int16, (MAX_STEPS,)),  # its points
    ("lines", np.int8, (MAX_STEPS,)),  # the directions that scored; where it was wrong, those claimed
    ("extra", np.int8, (MAX_STEPS,)),  # the token taken after it (R7); in a view HIDDEN where another took it
    ("wrong", np.int64),  # as bits: those that are wrong,
    ("checked", np.int64),  # those contested and found right,
    ("expected", np.int64),  # those of tokens that everybody knew to be in the rack
)
HIDDEN = -1

_BAG = np.array((0, *COPIES), np.int8)
_PRINTED = np.array([(square_at(*place), number + 1) for place, number in PRINTED.items()], np.int64)


@compiled
def start(state: StateData, options: Ints) -> None:
    """Set up the board and the bag; everybody draws to see who begins (R1–R3)."""
    state.seats = options[SEATS]
    state.declared = options[CLAIMS]
    state.contest = options[REFEREE]
    state.bag[:] = _BAG
    state.left = TOKENS
    for i in range(len(_PRINTED)):
        put(state.board, state.rows, int(_PRINTED[i, 0]), int(_PRINTED[i, 1]))
    state.phase = OPENING
    state.asked = everybody(state)
    state.drawing = 1


@compiled
def everybody(state: StateData) -> int:
    """Return all seats, as a mask."""
    return ((1 << int(state.seats)) - 1) << 1


@compiled
def actors(state: StateData) -> int:
    """Return who may act, as a mask."""
    if state.ending != 0:
        return OVER
    if state.phase < PLAY:
        return 1
    if state.phase == ASK:
        return int(state.asked)
    return 1 << int(state.turn)


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat into `out` and return how many (R4–R7, R9, R12, R14, R15)."""
    if seat == 0 or (actors(state) >> seat) & 1 == 0:
        return 0
    if state.phase == OFFER:
        out[0] = TAKE
        out[1] = LEAVE
        return 2
    if state.phase == ASK:
        out[0] = ACCEPT
        for step in range(int(state.steps)):
            out[1 + step] = CONTEST + step
        return 1 + int(state.steps)
    rack = state.rack[seat]
    n = placements(state.board, state.rows, rack, int(state.declared), int(state.contest), out)
    if state.steps == 0:
        n = _exchanges(rack, int(state.left), out, n)
    out[n] = END
    return n + 1


@compiled
def _exchanges(rack: StateData, most: int, out: Ints, n: int) -> int:
    """Append exchanges of up to `most` tokens to `out` and return its length (R12). Of equal tokens the first go."""
    for places in range(1, 1 << RACK):
        chosen = 0
        fits = True
        for i in range(RACK):
            if (places >> i) & 1:
                chosen += 1
                skipped = i > 0 and rack[i - 1] == rack[i] and (places >> (i - 1)) & 1 == 0
                fits = fits and rack[i] != 0 and not skipped
        if fits and chosen <= most:
            out[n] = SWAP + places
            n += 1
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Write each token in the bag, weighted by how many there are, and return how many kinds (R2)."""
    if state.ending != 0 or state.phase >= PLAY:
        return 0
    bag = state.bag  # looked up once: in plain Python a field of a record is slow to find
    n = 0
    for token in range(1, KINDS + 1):
        if bag[token] > 0:
            outcomes[n] = token
            weights[n] = bag[token]
            n += 1
    return n


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """Change the state by an action or a draw (R3–R15)."""
    if state.phase < PLAY:
        _drawn(state, action)
    elif action >= PLACE:
        _place(state, actor, action)
    elif action >= SWAP:
        _swap(state, actor, action - SWAP)
    elif action == TAKE:
        state.phase = EXTRA
        state.drawing = actor
    elif action == LEAVE:
        state.phase = PLAY
    elif action != END:
        _reply(state, actor, action)
    elif state.contest != 0 and state.steps != 0:
        state.phase = ASK
        state.asked = everybody(state) ^ (1 << actor)
    else:
        _settle(state)


# Drawing


@compiled
def _drawn(state: StateData, token: int) -> None:
    """Draw a token from the bag; the phase says what for."""
    seat = int(state.drawing)
    draw(state, seat, token)
    if state.phase == OPENING:
        add(state.known[seat], token)
        state.opened[seat] = token
        _opened(state)
    elif state.phase == EXTRA:
        state.extra[state.steps - 1] = token
        state.phase = PLAY
        state.drawing = 0
    elif state.phase == EXCHANGE:
        if state.held[seat] == state.began:
            _exchanged(state)
    else:
        _fill(state)


@compiled
def _opened(state: StateData) -> None:
    """Go on to the next seat that draws to begin; then the highest begins, or those who tie draw again (R3)."""
    for seat in range(int(state.drawing) + 1, int(state.seats) + 1):
        if (int(state.asked) >> seat) & 1:
            state.drawing = seat
            return
    highest = 0
    best = 0
    for seat in range(1, int(state.seats) + 1):
        if (int(state.asked) >> seat) & 1:
            if state.opened[seat] > highest:
                highest = int(state.opened[seat])
                best = 0
            if state.opened[seat] == highest:
                best |= 1 << seat
    first = 1
    while (best >> first) & 1 == 0:
        first += 1
    state.asked = best
    if best != 1 << first and state.held[first] < RACK:
        state.drawing = first
        return
    state.asked = 0
    state.turn = first
    state.phase = DEAL
    state.drawing = first
    _fill(state)


@compiled
def _fill(state: StateData) -> None:
    """Go on filling racks to seven (R3, R11). At the start all racks are filled in turn, then the first turn begins."""
    while state.left == 0 or state.held[state.drawing] == RACK:
        following = int(state.drawing) % int(state.seats) + 1
        if state.phase == FILL:
            _close(state)
            return
        if following == state.turn:
            _begin(state, int(state.turn))
            return
        state.drawing = following


# A turn


@compiled
def _begin(state: StateData, seat: int) -> None:
    """Begin a turn, and clear the placements of the last one."""
    state.phase = PLAY
    state.turn = seat
    state.drawing = 0
    state.began = state.held[seat]
    for step in range(int(state.steps)):
        forget(state, step)
    state.steps = 0


@compiled
def _place(state: StateData, seat: int, action: int) -> None:
    """Place a token and score it (R4–R8, R14, R15)."""
    step = int(state.steps)
    square = square_of(action)
    token = token_of(action)
    scored = points(state.board, action)
    claim = claim_of(action)
    state.lines[step] = claim if claim != 0 else equations(state.board, square, token)
    if not is_right(state.board, action):
        state.wrong |= 1 << step
    if give(state, seat, token):
        state.expected |= 1 << step
    put(state.board, state.rows, square, token)
    state.totals[seat] += scored
    state.actions[step] = action
    state.scored[step] = scored
    state.steps = step + 1
    if SIGN[square] != 0 and state.left > 0:
        state.phase = OFFER


@compiled
def _swap(state: StateData, seat: int, places: int) -> None:
    """Set tokens aside for an exchange; the others cannot tell whether those they knew of are among them (R12)."""
    doubtful = state.known[seat].copy()
    for i in range(RACK):
        if (places >> i) & 1:
            add(state.aside, int(state.rack[seat, i]))
            state.put_aside += 1
    for i in range(int(state.put_aside)):
        give(state, seat, int(state.aside[i]))
    state.known[seat] = 0
    wonder(state, seat, doubtful)
    state.phase = EXCHANGE
    state.drawing = seat


@compiled
def _exchanged(state: StateData) -> None:
    """Put the old tokens back into the bag, now that the new ones are drawn (R12)."""
    seat = int(state.turn)
    for i in range(int(state.put_aside)):
        put_back(state, int(state.aside[i]))
    remember(state, seat, state.aside)
    state.aside[:] = 0
    state.put_aside = 0
    _settle(state)


@compiled
def _settle(state: StateData) -> None:
    """Score the turn as it now stands (R10), count idle turns (R13), then fill the rack (R11)."""
    seat = int(state.turn)
    gained = 0
    for step in range(int(state.steps)):
        gained += int(state.scored[step])
    if state.began == RACK and state.held[seat] == 0:
        gained += BONUS
        state.totals[seat] += BONUS
    state.gained[seat] = gained
    state.idle = 0 if state.steps > 0 else int(state.idle) + 1
    state.asked = 0
    state.phase = FILL
    state.drawing = seat
    _fill(state)


@compiled
def _close(state: StateData) -> None:
    """End the game (R13), or begin the next turn."""
    seats = int(state.seats)
    tokens = 0
    out = False
    for seat in range(1, seats + 1):
        tokens |= kinds_of(state.rack[seat])
        out = out or state.held[seat] == 0
    if state.left == 0 and out:
        state.ending = OUT
    elif state.left == 0 and not placeable(state.board, state.rows, tokens):
        state.ending = STUCK
    elif state.idle == 2 * seats:
        state.ending = IDLE
    if state.ending == 0:
        _begin(state, int(state.turn) % seats + 1)
        return
    for seat in range(1, seats + 1):
        for i in range(RACK):
            state.totals[seat] -= VALUE[state.rack[seat, i]]


# Contest


@compiled
def _reply(state: StateData, seat: int, action: int) -> None:
    """Let a seat accept the turn or contest one placement (R15)."""
    step = action - CONTEST
    if action != ACCEPT and (int(state.wrong) >> step) & 1:
        take_back(state, step)
        _settle(state)
        return
    if action != ACCEPT:
        state.checked |= 1 << step
    state.asked ^= 1 << seat
    if state.asked == 0:
        _settle(state)


@compiled
def scores(state: StateData, out: Ints) -> None:
    """Write the totals into `out`; at the end of the game the tokens left over are already deducted (R13)."""
    for seat in range(1, int(state.seats) + 1):
        out[seat] = state.totals[seat]


@compiled
def position_key(state: StateData) -> int:
    """Return a hash of everything that matters for what may still happen."""
    key = np.zeros(2, np.int64)
    stir(key, state.board)
    stir(key, state.bag)
    stir(key, state.aside)
    stir(key, state.totals)
    stir(key, state.actions)
    stir(key, state.extra)
    for seat in range(1, int(state.seats) + 1):
        stir(key, state.rack[seat])
    rest = np.zeros(7, np.int64)
    rest[0] = state.phase
    rest[1] = state.turn
    rest[2] = state.asked
    rest[3] = state.drawing
    rest[4] = state.began
    rest[5] = state.idle
    rest[6] = state.ending
    stir(key, rest)
    return (int(key[0]) << 31) | int(key[1])


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Return the same order again: a draw decides who begins (R3)."""
    return tuple(range(1, len(outcome.places) + 1))
