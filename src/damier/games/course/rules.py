"""The rules of the Course (R1–R14): the start, and what every action and outcome does.

The state is in `state.py`, who may do what is in `choices.py`, and when a game is dead is in `endings.py`.
"""

from damier.core.compiled import compiled
from damier.core.contract import CHANCE, Ints, StateData
from damier.core.outcome import Outcome
from damier.games.course.cards import (
    COUNTERS,
    DEFENCE_CARDS,
    DEFENCE_PLACE,
    DEMI_TOUR,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_PRODUCT,
    GOAL,
    HORLOGE,
    KINDS,
    NO_CARD,
    VALUE,
)
from damier.games.course.choices import actors as actors
from damier.games.course.choices import chances as chances
from damier.games.course.choices import legal as legal
from damier.games.course.endings import can_be_won, is_stalled, piles_pause_after, points_pause_after
from damier.games.course.known import forget_played, learn_exchanged, learn_shown, learn_taken
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
    LAST_ROUND_OVER,
    LAY,
    LIFT,
    LOT,
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
    """Put the deck together (R1) and deal, or draw the lot first (R2)."""
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
        if VALUE[card] > 0:
            state.loose[VALUE[card]] += copies
    if options[BEGINS] == BY_LOT:
        state.phase = LOT
    else:
        _deal_first(state, 1)


@compiled
def _deal_first(state: StateData, first: int) -> None:
    """R2: the player who begins gets the first card."""
    state.turn = first
    state.drawer = first
    _deal_next(state)


@compiled
def _deal_next(state: StateData) -> None:
    """R2: one card after another round the table, until all have eight or nothing is left; then the first turn."""
    if state.stock_n > 0 and state.held[state.drawer] < DEALT:
        state.phase = DEAL
    else:
        _begin_turn(state)


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """Carry out a legal action, or an outcome where the actor is chance (R2–R14)."""
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
        _lay(state, actor, card, target)
    elif verb == EXTRA:
        _lay(state, actor, card, target)
        if state.ending == 0:
            _draw_if_possible(state, actor)
    elif verb == LIFT:
        _play(state, actor, card)
        _discard(state, card)
        _lift(state, actor, target)
        state.done = 1
    elif verb == ATTACK:
        _attack(state, actor, card, target)
    elif verb == PASS:
        _pass(state)
    else:
        _exchange(state, actor, card)  # RETURN names no card


@compiled
def _chance(state: StateData, outcome: int) -> None:
    if state.phase == LOT:
        _deal_first(state, outcome)
    elif state.phase == DEAL:
        drawer = int(state.drawer)
        _draw(state, drawer, outcome)
        state.drawer = drawer % int(state.seats) + 1
        _deal_next(state)
    elif state.phase == TAKE:
        victim = int(state.victim)
        remove(state, victim, outcome)
        state.taken = outcome
        learn_taken(state, int(state.turn), victim, outcome)
        state.phase = GIVE
    elif outcome == NO_CARD:
        _rebuild(state)
    else:
        drawer = int(state.drawer)
        _draw(state, drawer, outcome)
        if VALUE[outcome] > SHOWN_ABOVE and int(state.attacks[drawer]) >> DEMI_TOUR & 1 != 0:
            _lift(state, drawer, DEMI_TOUR)
            learn_shown(state, drawer, outcome)
        _after_draw(state)


# Turns


@compiled
def _begin_turn(state: StateData) -> None:
    """R14: the end of a dead game, or the beginning of its last round; then the turn's draw (R3)."""
    state.done = 0
    state.scored = 0
    state.piles_used = 1 if state.stock_n > 0 or state.discard_n > 0 else 0
    if not can_be_won(state):
        state.drawer = 0
        state.ending = DEAD
        return
    stalled = is_stalled(state, int(state.turns_without_points), int(state.turns_without_piles))
    if stalled and state.last_round == 0:
        state.last_round = state.seats
    _draw_if_possible(state, int(state.turn))


@compiled
def _end_turn(state: StateData) -> None:
    """R3: the next player's turn. R14: after the last round the game is over."""
    without_points = points_pause_after(state)
    without_piles = piles_pause_after(state)
    state.turns_without_points = without_points
    state.turns_without_piles = without_piles
    if state.last_round == 1:
        state.ending = LAST_ROUND_OVER
        return
    if state.last_round != 0:
        state.last_round -= 1
    state.turn = state.turn % state.seats + 1
    _begin_turn(state)


@compiled
def _draw_if_possible(state: StateData, seat: int) -> None:
    """R13: the seat draws unless there is no card. R14: in the last round nobody draws."""
    if state.last_round != 0 or (state.stock_n == 0 and state.discard_n == 0):
        _after_draw(state)
    else:
        state.drawer = seat
        state.phase = DRAW


@compiled
def _after_draw(state: StateData) -> None:
    """Go on with the turn, or ask the victim again whose attack still stands (R11)."""
    state.drawer = 0
    victim = int(state.victim)
    if victim != 0 and state.pending != HORLOGE and int(state.attacks[victim]) >> int(state.pending) & 1 == 0:
        _settle_attack(state)  # a Demi-tour that the draw has lifted (R8)
    state.phase = ANSWER if state.victim != 0 else TURN


# Cards


@compiled
def _play(state: StateData, seat: int, card: int) -> None:
    """Take a card out of a hand for everybody to see."""
    remove(state, seat, card)
    forget_played(state, seat, card)


@compiled
def _discard(state: StateData, card: int) -> None:
    state.discard[card] += 1
    state.discard_n += 1
    state.top = card
    state.piles_used = 1


@compiled
def _draw(state: StateData, seat: int, card: int) -> None:
    state.stock[card] -= 1
    state.stock_n -= 1
    insert(state, seat, card)


@compiled
def _rebuild(state: StateData) -> None:
    """R13: the discard becomes the stock."""
    for card in range(1, KINDS):
        state.stock[card] = state.discard[card]
        state.discard[card] = 0
    state.stock_n = state.discard_n
    state.discard_n = 0
    state.top = NO_CARD


@compiled
def _lay(state: StateData, seat: int, card: int, target: int) -> None:
    """R5: points. R11: a defence; a product card is one where the target is HORLOGE."""
    _play(state, seat, card)
    if VALUE[card] > 0:
        state.loose[VALUE[card]] -= 1
    if VALUE[card] == 0 or target == HORLOGE:
        _defend(state, seat, card)
        return
    state.laid[seat, state.laid_n[seat]] = card
    state.laid_n[seat] += 1
    state.totals[seat] += VALUE[card]
    state.scored = 1
    if state.totals[seat] == GOAL:
        state.ending = EXACT


# Attacks and defences


@compiled
def _attack(state: StateData, seat: int, card: int, victim: int) -> None:
    """R6, R10, R12: the attack is laid, and the victim is asked."""
    _play(state, seat, card)
    attack = card - FIRST_ATTACK
    if attack == HORLOGE:
        _discard(state, card)
    else:
        state.attacks[victim] |= 1 << attack
    state.done = 1
    state.victim = victim
    state.pending = attack
    state.phase = ANSWER


@compiled
def _defend(state: StateData, seat: int, card: int) -> None:
    """R11: a defence stays on the table and lifts the attack it counters; a victim with a matching one is safe."""
    state.defences[seat, DEFENCE_PLACE[card]] += 1
    attack = int(COUNTERS[card])
    if int(state.attacks[seat]) >> attack & 1 != 0:
        _lift(state, seat, attack)
    if state.victim == seat and state.pending == attack:
        _settle_attack(state)


@compiled
def _lift(state: StateData, seat: int, attack: int) -> None:
    """Put an attack that lies before a seat on the discard."""
    state.attacks[seat] ^= 1 << attack
    _discard(state, FIRST_ATTACK + attack)


@compiled
def _pass(state: StateData) -> None:
    """R12: the attack stays. R10: the Horloge takes a card, if the victim still has one."""
    if state.pending == HORLOGE and state.held[state.victim] > 0:
        state.phase = TAKE
    else:
        _settle_attack(state)
        state.phase = TURN


@compiled
def _settle_attack(state: StateData) -> None:
    state.victim = 0
    state.pending = 0


@compiled
def _exchange(state: StateData, seat: int, given: int) -> None:
    """R10: keep the card that was taken and give another; or return it."""
    victim = int(state.victim)
    taken = int(state.taken)
    state.taken = NO_CARD
    if given == NO_CARD:
        insert(state, victim, taken)
    else:
        remove(state, seat, given)
        insert(state, seat, taken)
        insert(state, victim, given)
    learn_exchanged(state, seat, victim, taken, given)
    _settle_attack(state)
    state.phase = TURN


@compiled
def scores(state: StateData, out: Ints) -> None:
    """Write the totals into `out` (R5, R14)."""
    for seat in range(1, int(state.seats) + 1):
        out[seat] = state.totals[seat]


@compiled
def position_key(state: StateData) -> int:
    """Return a hash of everything the rest of the game depends on: of the points laid only the totals."""
    key = _mixed(int(state.phase) * 8 + int(state.turn), int(state.drawer) * 8 + int(state.victim))
    key = _mixed(key, int(state.pending) * 8 + int(state.seats))
    key = _mixed(key, int(state.done) + 2 * int(state.scored) + 4 * int(state.piles_used) + 8 * int(state.last_round))
    key = _mixed(key, int(state.turns_without_points) * 16 + int(state.turns_without_piles))
    key = _mixed(key, int(state.taken))
    for seat in range(1, int(state.seats) + 1):
        key = _mixed(key, int(state.totals[seat]) * 16 + int(state.attacks[seat]))
        defences = state.defences[seat]
        for place in range(len(DEFENCE_CARDS)):
            key = _mixed(key, int(defences[place]))
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
    """Return the key with one more number mixed in: two sums modulo primes below 2**31, packed together."""
    high = ((key >> 31) * 1000003579 + number) % 2147483629
    low = ((key & 2147483647) * 998244353 + number) % 2147483587
    return high << 31 | low


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Return the seating for another game: the player on the left of the one who began begins."""
    seats = len(outcome.places)
    return (*range(2, seats + 1), 1)
