"""What happened, as messages for people."""

from damier.core.catalogue import Message, message
from damier.core.compiled import count
from damier.core.contract import CHANCE, Ints, StateData
from damier.games.foumath.moves import landed
from damier.games.foumath.options import EXPERT, JUNIOR
from damier.games.foumath.rules import LOST_TAKEN, LOST_ZERO, OPEN, ROLL, doubles, highest_opened
from damier.games.foumath.squares import FROM, highest, line, line_points, line_squares, put, value


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """Return an event as one or more sentences: what was done, and what follows from it."""
    if actor == CHANCE:
        return _opened(state, action) if state.phase == OPEN else _thrown(state, action)
    who = _name(actor)
    if action == ROLL:
        return message("event.roll", who=who)
    if action < ROLL:
        return message("event.keep", who=who, number=action)
    if action == LOST_ZERO:
        return message("event.lost-zero", who=who)
    if action == LOST_TAKEN:
        return message("event.lost-taken", who=who, n=1 if state.first == state.second else 2)
    return _placed(state, actor, action)


def _name(seat: int) -> Message:
    return message("seat", seat=seat)


def _opened(state: StateData, number: int) -> Message:
    """Return the sentence for a throw that decides who begins (R4); after the last one it also says who that is."""
    seat = int(state.turn)
    said = message("event.open", who=_name(seat), number=number)
    if int(state.due) != 1 << seat:
        return said
    opened = state.opened.copy()
    opened[seat] = number
    best = highest_opened(opened, int(state.contest))
    if count(best) > 1:
        return _and_then(said, message("event.open-tie", number=int(opened[lowest_seat(best)])))
    return _and_then(said, message("event.begins", who=_name(lowest_seat(best))))


def lowest_seat(seats: int) -> int:
    """Return the lowest seat of a bit mask."""
    return (seats & -seats).bit_length() - 1


def _thrown(state: StateData, number: int) -> Message:
    """Return the sentence for the dice, with the calculation that gives the number of the square."""
    first, second = landed(state, number)
    if first == 0 or second == 0:
        return message("event.dice", first=first, second=second)
    sign = "+" if state.addition else "×"
    shown = value(10 * first + second, int(state.addition))
    return message("event.dice-sum", first=first, sign=sign, second=second, value=shown)


def _placed(state: StateData, seat: int, action: int) -> Message:
    """Return the sentences for a pawn that was placed or moved (R8) and for what follows (R9, R10)."""
    origin, target = divmod(action, FROM)
    who, addition = _name(seat), int(state.addition)
    if origin:
        said = message(
            "event.move", who=who, origin=square_message(origin, addition), target=square_message(target, addition)
        )
    else:
        said = message("event.place", who=who, target=square_message(target, addition))
    pawns = state.pawns[seat].copy()
    put(pawns, origin, target)
    if found := line(pawns, addition):
        return _won(state, seat, found, said)
    if doubles(int(state.first), int(state.second), int(state.kept), int(state.again)):
        return _and_then(said, message("event.double", who=who))
    return said


def _won(state: StateData, seat: int, found: int, said: Message) -> Message:
    """Return the sentences for a line: its sum, and the points that it gives and takes (R10, R11)."""
    addition = int(state.addition)
    first, second, third = (value(square, addition) for square in line_squares(found))
    points = line_points(found, addition)
    said = _and_then(said, message("event.line", first=first, second=second, third=third, points=points))
    if int(state.level) == JUNIOR:
        return said
    said = _and_then(said, message("event.total", who=_name(seat), total=int(state.totals[seat]) + points))
    if int(state.level) == EXPERT:
        for other in range(1, int(state.seats) + 1):
            total, most = int(state.totals[other]), highest(_pawns(state, other), addition)
            if other != seat and total and most:
                left = max(0, total - most)
                said = _and_then(said, message("event.minus", who=_name(other), points=total - left, total=left))
    return said


def _pawns(state: StateData, seat: int) -> Ints:
    pawns: Ints = state.pawns[seat]
    return pawns


def square_message(square: int, addition: int) -> Message:
    """Return a square as people say it: its number, row and column."""
    return message("square", value=value(square, addition), row=square // 10, column=square % 10)


def _and_then(first: Message, then: Message) -> Message:
    return message("event.then", first=first, then=then)
