"""What a search must know of Mathable: points now, points next, and a rack that will find its places."""

from damier.core.compiled import compiled, count
from damier.core.contract import Record
from damier.games.mathable.equations import RACK, VALUE, best_points, kinds_of
from damier.games.mathable.rules import EXTRA, OFFER, PLAY

POINT = 8  # a point of the game, in points of the evaluation
CLUMSY = 12  # what it costs to hold a token that few pairs make: above 10, or 0
UNKNOWN = 4  # the same for a token to be drawn
DRAW = 24  # what an extra token is worth
SHAME = 500  # of a wrong placement, which will be contested


@compiled
def evaluate(state: Record, seat: int) -> int:
    """The lead, what may be placed next, and what lies on the rack."""
    best = -(10**6)
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            best = max(best, int(state.totals[other]))
    value = POINT * (int(state.totals[seat]) - best) - _burden(state, seat)
    if state.turn != seat:
        return value - count(int(state.checked))  # contesting what is right is idle
    if state.wrong != 0:
        value -= _unearned(state)
    if state.phase == PLAY or state.phase == OFFER or state.phase == EXTRA:
        value += POINT // 2 * max(0, best_points(state.board, state.rows, kinds_of(state.rack[seat])))
    if state.phase == EXTRA:
        value += DRAW
        if state.began == RACK and state.held[seat] <= 2:  # the bonus is near
            value -= 50 * POINT if state.held[seat] == 0 else 10 * POINT
    return value


@compiled
def _burden(state: Record, seat: int) -> int:
    """Tokens hard to place; once the bag is empty, what they will cost (R13)."""
    burden = UNKNOWN * (RACK - int(state.held[seat]))
    for i in range(int(state.held[seat])):
        face = int(VALUE[state.rack[seat, i]])
        if state.left == 0:
            burden += POINT * face
        elif face == 0 or face > 10:
            burden += CLUMSY
    return burden


@compiled
def _unearned(state: Record) -> int:
    """R15: what will be lost when the first wrong placement of the turn is contested."""
    lost = SHAME
    found = False
    for step in range(int(state.steps)):
        found = found or (int(state.wrong) >> step) & 1 == 1
        if found:
            lost += POINT * int(state.scored[step])
    return lost
