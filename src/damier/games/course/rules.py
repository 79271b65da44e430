"""The rules of the Course (R1–R14): the start, and what every action and outcome does.

The record is in `table.py`; who may do what when is in `choices.py`.
"""

from damier.core.compiled import compiled
from damier.core.contract import CHANCE, Ints, StateData
from damier.core.outcome import Outcome
from damier.games.course.cards import (
    AGAINST,
    DEMI_TOUR,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_PRODUCT,
    GOAL,
    GUARD_OF,
    GUARDS,
    HORLOGE,
    KINDS,
    NO_CARD,
    VALUE,
)
from damier.games.course.choices import actors as actors
from damier.games.course.choices import chances as chances
from damier.games.course.choices import legal as legal
from damier.games.course.notes import note_exchanged, note_played, note_shown, note_taken
from damier.games.course.options import (
    ACTION_CARDS,
    BEGINS,
    BY_LOT,
    CORRECTIONS,
    MULTIPLICATIONS,
    PRODUCTS,
    SEATS,
    WITHOUT,
)
from damier.games.course.state import (
    ANSWER,
    ATTACK,
    DEAD,
    DEAL,
    DEALT,
    DISCARD,
    DRAW,
    END,
    EXACT,
    EXTRA,
    GIVE,
    LAY,
    LOT,
    ONTO,
    PASS,
    SHOWN_ABOVE,
    TAKE,
    TURN,
    insert,
    remove,
)
from damier.games.course.state import ENDINGS as ENDINGS
from damier.games.course.state import MAX_ACTIONS as MAX_ACTIONS
from damier.games.course.state import MAX_OUTCOMES as MAX_OUTCOMES
from damier.games.course.state import STATE as STATE


@compiled
def start(state: StateData, options: Ints) -> None:
    """R1, R2."""
    state.seats = options[SEATS]
    for card in range(1, KINDS):
        if card < FIRST_PRODUCT:
            copies = int(options[MULTIPLICATIONS])
        elif card < FIRST_CORRECTION:
            copies = int(options[PRODUCTS])
        elif card < FIRST_ATTACK:
            copies = 0 if options[CORRECTIONS] == WITHOUT else 1
        else:
            copies = int(options[ACTION_CARDS + card - FIRST_ATTACK])
        state.stock[card] = copies
        state.stock_n += copies
    state.fruitful = 1  # the first time, the stock is always rebuilt
    if options[BEGINS] == BY_LOT:
        state.phase = LOT
    else:
        _begin(state, 1)


@compiled
def _begin(state: StateData, first: int) -> None:
    """R2: the first player gets the first card."""
    state.turn = first
    state.drawer = first
    _deal_on(state)


@compiled
def _deal_on(state: StateData) -> None:
    """R2: one card after another round the table, until all have eight or nothing is left; then the first turn."""
    if state.stock_n > 0 and state.held[state.drawer] < DEALT:
        state.phase = DEAL
    else:
        _draw_due(state, int(state.turn))


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """R2–R14."""
    if actor == CHANCE:
        _chance(state, action)
        return
    verb = action >> 12
    card = action >> 4 & 255
    target = action & 15
    if verb == END:
        _end_turn(state)
    elif verb == DISCARD:
        _play(state, actor, card)
        _discard(state, card)
        state.done = 1
    elif verb == LAY:
        state.done = 1
        _lay(state, actor, card)
    elif verb == EXTRA:
        _lay(state, actor, card)
        if state.ending == 0:
            _draw_due(state, actor)
    elif verb == ONTO:
        _put_onto(state, actor, card, target)
    elif verb == ATTACK:
        _attack(state, actor, card, target)
    elif verb == PASS:
        state.phase = TAKE if state.weapon == HORLOGE else TURN
        if state.phase == TURN:
            _calm(state)
    else:
        _exchange(state, actor, card)  # RETURN names no card


@compiled
def _chance(state: StateData, outcome: int) -> None:
    if state.phase == LOT:
        _begin(state, outcome)
    elif state.phase == DEAL:
        drawer = int(state.drawer)
        _draw(state, drawer, outcome)
        state.drawer = drawer % int(state.seats) + 1
        _deal_on(state)
    elif state.phase == TAKE:
        rival = int(state.rival)
        remove(state, rival, outcome)
        state.taken = outcome
        note_taken(state, int(state.turn), rival, outcome)
        state.phase = GIVE
    elif outcome == NO_CARD:
        _rebuild(state)
    else:
        drawer = int(state.drawer)
        _draw(state, drawer, outcome)
        state.stirred = 1
        if VALUE[outcome] > SHOWN_ABOVE and int(state.attacks[drawer]) >> DEMI_TOUR & 1 != 0:
            _lift(state, drawer, DEMI_TOUR)
            note_shown(state, drawer, outcome)
        _to_turn(state)


@compiled
def _play(state: StateData, seat: int, card: int) -> None:
    """A card leaves a hand and everybody sees it."""
    remove(state, seat, card)
    note_played(state, seat, card)


@compiled
def _discard(state: StateData, card: int) -> None:
    state.discard[card] += 1
    state.discard_n += 1
    state.top = card
    state.stirred = 1


@compiled
def _draw(state: StateData, seat: int, card: int) -> None:
    state.stock[card] -= 1
    state.stock_n -= 1
    insert(state, seat, card)


@compiled
def _draw_due(state: StateData, seat: int) -> None:
    """R13, R14: a draw, after rebuilding the stock where it is empty; none if there is no card; or the end."""
    _calm(state)
    if state.stock_n == 0 and state.fruitful == 0:
        state.ending = DEAD
    elif state.stock_n == 0 and state.discard_n == 0:
        _to_turn(state)
    else:
        state.drawer = seat
        state.phase = DRAW


@compiled
def _rebuild(state: StateData) -> None:
    """R13."""
    for card in range(1, KINDS):
        state.stock[card] = state.discard[card]
        state.discard[card] = 0
    state.stock_n = state.discard_n
    state.discard_n = 0
    state.top = NO_CARD
    state.fruitful = 0


@compiled
def _to_turn(state: StateData) -> None:
    state.drawer = 0
    state.phase = TURN
    _calm(state)


@compiled
def _calm(state: StateData) -> None:
    """Nobody is under an attack that waits for an answer."""
    state.rival = 0
    state.weapon = 0


@compiled
def _end_turn(state: StateData) -> None:
    """R3, R14: the next seat draws, unless a whole round has passed in which nothing could be drawn or gained."""
    state.quiet = 0 if state.stirred != 0 else state.quiet + 1
    state.stirred = 0
    if state.quiet >= state.seats:
        state.ending = DEAD
        return
    state.done = 0
    state.turn = state.turn % state.seats + 1
    _draw_due(state, int(state.turn))


@compiled
def _lay(state: StateData, seat: int, card: int) -> None:
    """R5: points. R11: a defence, which lifts the attack it is good against."""
    _play(state, seat, card)
    if VALUE[card] == 0:
        _guard(state, seat, card)
        return
    state.laid[seat, state.laid_n[seat]] = card
    state.laid_n[seat] += 1
    state.totals[seat] += VALUE[card]
    state.fruitful = 1
    state.stirred = 1
    if state.totals[seat] == GOAL:
        state.ending = EXACT


@compiled
def _guard(state: StateData, seat: int, card: int) -> None:
    place = int(GUARD_OF[card])
    state.guards[seat, place] += 1
    attack = AGAINST[place]
    if int(state.attacks[seat]) >> attack & 1 != 0:
        _lift(state, seat, attack)


@compiled
def _lift(state: StateData, seat: int, attack: int) -> None:
    """An attack that lay before a seat goes to the discard."""
    state.attacks[seat] ^= 1 << attack
    _discard(state, FIRST_ATTACK + attack)


@compiled
def _put_onto(state: StateData, seat: int, card: int, attack: int) -> None:
    """R7, R9: lift an attack. R10, R11: a product against the clock, in one's turn or as an answer."""
    _play(state, seat, card)
    if attack != HORLOGE:
        _discard(state, card)
        _lift(state, seat, attack)
        state.done = 1
        return
    _guard(state, seat, card)
    if state.phase == ANSWER:
        _draw_due(state, seat)
    else:
        state.done = 1


@compiled
def _attack(state: StateData, seat: int, card: int, rival: int) -> None:
    """R6, R10, R12: the attack is laid, and the rival is asked."""
    _play(state, seat, card)
    attack = card - FIRST_ATTACK
    if attack == HORLOGE:
        _discard(state, card)
    else:
        state.attacks[rival] |= 1 << attack
    state.done = 1
    state.rival = rival
    state.weapon = attack
    state.phase = ANSWER


@compiled
def _exchange(state: StateData, seat: int, given: int) -> None:
    """R10: keep the card that was taken and give another; or return it."""
    rival = int(state.rival)
    taken = int(state.taken)
    state.taken = NO_CARD
    if given == NO_CARD:
        insert(state, rival, taken)
    else:
        remove(state, seat, given)
        insert(state, seat, taken)
        insert(state, rival, given)
    note_exchanged(state, seat, rival, taken, given)
    _to_turn(state)


@compiled
def scores(state: StateData, out: Ints) -> None:
    """R5, R14: the totals."""
    for seat in range(1, int(state.seats) + 1):
        out[seat] = state.totals[seat]


@compiled
def position_key(state: StateData) -> int:
    """A hash of all that matters for going on: not what lies before the players, but what that adds up to."""
    key = _mixed(int(state.phase) * 8 + int(state.turn), int(state.drawer) * 8 + int(state.rival))
    key = _mixed(key, int(state.weapon) * 8 + int(state.seats))
    key = _mixed(key, int(state.done) + 2 * int(state.fruitful) + 4 * int(state.stirred) + 8 * int(state.quiet))
    key = _mixed(key, int(state.taken))
    for seat in range(1, int(state.seats) + 1):
        key = _mixed(key, int(state.totals[seat]) * 16 + int(state.attacks[seat]))
        guards = state.guards[seat]
        for place in range(len(GUARDS)):
            key = _mixed(key, int(guards[place]))
        hand = state.hands[seat]
        for i in range(int(state.held[seat])):
            key = _mixed(key, int(hand[i]))
    stock = state.stock
    discard = state.discard
    for card in range(1, KINDS):
        key = _mixed(key, int(stock[card]) * 8 + int(discard[card]))
    return key


@compiled
def _mixed(key: int, number: int) -> int:
    """A key and one more number: two sums modulo primes below 2**31, side by side."""
    high = ((key >> 31) * 1000003579 + number) % 2147483629
    low = ((key & 2147483647) * 998244353 + number) % 2147483587
    return high << 31 | low


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Another game begins with the next player on the left."""
    seats = len(outcome.places)
    return (*range(2, seats + 1), 1)
