"""Moves of Mathable as text.

`12@8I` places 12 on 8I; `12@8I<^` claims the pairs on the left and above (R14). `take` and `leave` (R7), `swap 17 42`,
`end`, `contest 3`, `accept`; a draw is written `draw 2 12`: seat 2 draws 12.

`write` gives this notation; `read` also takes what people type instead: `12 @ 8i`, `12–I8`, `swap 17, 42`, `12@8I ←`.
"""

import re
import unicodedata
from functools import cache

from damier.core.catalogue import Message, message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from damier.games.mathable.equations import (
    DIRECTIONS,
    MARGIN,
    PLACE,
    RACK,
    SIGN,
    SIGNS,
    SIZE,
    STEPS,
    STRIDE,
    TOKEN,
    VALUES,
    claim_of,
    equations,
    kinds_of,
    pairs,
    placement,
    square_at,
    square_of,
    token_of,
)
from damier.games.mathable.rules import ACCEPT, ASK, CONTEST, END, LEAVE, MAX_STEPS, OFFER, SWAP, TAKE

_COLUMNS = "ABCDEFGHIJKLMN"
_WORDS = {"end": END, "take": TAKE, "leave": LEAVE, "accept": ACCEPT}
_TEXTS = {action: text for text, action in _WORDS.items()}
_FACES = ("", *map(str, VALUES))  # by token
_PLACES = [
    [i for i in range(RACK) if places >> i & 1] for places in range(1 << RACK)
]  # the places an exchange names, by its bits
_DASHES = "-‐‑‒–—―−"
_ARROWS = str.maketrans("←→↑↓", "<>^v")
_TOKEN_FIRST = rf"([0-9]{{1,2}})(?: ?@ ?| ?[{_DASHES}] ?| )"
_PLACE = re.compile(_TOKEN_FIRST + r"(?:([0-9]{1,2}) ?([a-z])|([a-z]) ?([0-9]{1,2}))((?: ?[<>^v])*)")
_NUMBERS = re.compile(rf"[0-9]{{1,2}}(?:(?: |,|;| ?[{_DASHES}] ?)+[0-9]{{1,2}})*")
SHOWN_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
_SIDES = ("left", "right", "above", "below")  # where a pair lies, by direction
_LAST = placement(square_at(SIZE - 1, SIZE - 1), len(VALUES), 15)


def square_name(square: int) -> str:
    """R1: return the name of a square; `8I` is row 8, column I."""
    return f"{square // STRIDE - MARGIN + 1}{_COLUMNS[square % STRIDE]}"


def values_of(rack: StateData) -> list[int]:
    """Return the tokens of a rack, as numbers."""
    return [VALUES[token - 1] for token in rack.tolist() if token]


def swapped(rack: StateData, action: int) -> list[int]:
    """R12: return the numbers an exchange gives away."""
    tokens = rack.tolist()
    return [VALUES[tokens[i] - 1] for i in _PLACES[action - SWAP]]


@cache  # a game has some thousand different ones
def place_text(action: int) -> str:
    """Return a placement in notation."""
    claim = claim_of(action)
    named = "".join(sign for d, sign in enumerate(DIRECTIONS) if claim >> d & 1)
    return f"{VALUES[token_of(action) - 1]}@{square_name(square_of(action))}{named}"


def write(state: StateData, actor: int, action: int) -> str:
    """Return the notation of an action, or of a draw."""
    if actor == CHANCE:
        return f"draw {state.drawing} {VALUES[action - 1]}"
    if action >= PLACE:
        return place_text(action)
    if action >= SWAP:
        return f"swap {' '.join(map(str, swapped(state.rack[actor], action)))}"
    return _TEXTS.get(action) or f"contest {action - CONTEST + 1}"


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """Return the notations of several actions. Most are exchanges, so the rack is read only once."""
    rack = [_FACES[token] for token in state.rack[actor].tolist()]
    return [
        place_text(action)
        if action >= PLACE
        else f"swap {' '.join([rack[i] for i in _PLACES[action - SWAP]])}"
        if action >= SWAP
        else write(state, actor, action)
        for action in actions
    ]


def read(state: StateData, actor: int, text: str) -> int:
    """Return the action a text names, legal or not.

    Spaces, dashes, capital letters, and the order of row and column are free, as long as only one move can be meant.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_ARROWS).lower().split())
    if actor == CHANCE:
        return _drawn(state, plain, text)
    if match := _PLACE.fullmatch(plain):
        value, row, column, other_column, other_row, claims = match.groups()
        return _placement(state, text, value, row or other_row, column or other_column, claims.replace(" ", ""))
    word, _, rest = plain.partition(" ")
    if word in _WORDS and not rest:
        return _WORDS[word]
    numbers = [int(number) for number in re.findall("[0-9]+", rest)] if _NUMBERS.fullmatch(rest) else []
    if word == "swap" and numbers:
        return _exchange(state.rack[actor].tolist(), [_token(number) for number in numbers])
    if word == "contest" and len(numbers) == 1 and 1 <= numbers[0] <= MAX_STEPS:
        return CONTEST + numbers[0] - 1
    raise _malformed(state, text)


def _malformed(state: StateData, text: str) -> Malformed:
    """Return the error for a text that is no move, with the moves that could be written now."""
    if state.phase == OFFER:
        return Malformed(message("malformed.offer", text=text))
    if state.phase == ASK:
        return Malformed(message("malformed.asked", text=text, n=int(state.steps)))
    example = "12@8I<" if state.declared else "12@8I"
    can_swap = not state.steps and state.left
    return Malformed(message("malformed.move" if can_swap else "malformed.no-swap", text=text, example=example))


def _drawn(state: StateData, plain: str, text: str) -> int:
    match = re.fullmatch("draw ([0-9]) ([0-9]{1,2})", plain)
    if match is None or int(match[1]) != state.drawing:
        raise Malformed(message("malformed.draw", text=text, seat=int(state.drawing)))
    return _token(int(match[2]))


def _token(number: int) -> int:
    if number not in TOKEN:
        raise Malformed(message("malformed.token", token=number))
    return TOKEN[number]


def _placement(state: StateData, text: str, value: str, row: str, column: str, claims: str) -> int:
    if column.upper() not in _COLUMNS or not 1 <= int(row) <= SIZE:
        raise Malformed(message("malformed.square", square=f"{int(row)}{column.upper()}"))
    if len(set(claims)) < len(claims):
        raise _malformed(state, text)
    claim = sum(1 << DIRECTIONS.index(sign) for sign in claims)
    return placement(square_at(int(row) - 1, _COLUMNS.index(column.upper())), _token(int(value)), claim)


def _exchange(rack: list[int], tokens: list[int]) -> int:
    """R12: return the exchange of these tokens (of equal ones the first), or of none where the rack lacks one."""
    places = 0
    for token in tokens:
        free = [i for i in range(RACK) if rack[i] == token and not places >> i & 1]
        if not free:
            return SWAP
        places |= 1 << free[0]
    return SWAP + places


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Return why a move is refused, by rule."""
    if state.phase == OFFER:
        return Illegal(message("illegal.offer"), "R7")
    if state.phase == ASK:
        key = "illegal.no-step" if CONTEST <= action < SWAP else "illegal.asked"
        return Illegal(message(key, n=int(state.steps)), "R15")
    if PLACE <= action <= _LAST:
        return _why_not(state, seat, action)
    if SWAP <= action < SWAP + (1 << RACK):
        return _no_exchange(state, seat, action)
    if action in (TAKE, LEAVE):
        return Illegal(message("illegal.no-offer"), "R7")
    if action == ACCEPT or CONTEST <= action < CONTEST + MAX_STEPS:
        return Illegal(message("illegal.no-contest" if state.contest else "illegal.strict"), "R15")
    return Illegal(message("illegal.unknown"), "R9")


def _why_not(state: StateData, seat: int, action: int) -> Illegal:
    """Return why a token cannot go on a square."""
    square, token, claim = square_of(action), token_of(action), claim_of(action)
    row, column = square // STRIDE - MARGIN, square % STRIDE
    if not (0 <= row < SIZE and 0 <= column < SIZE and 1 <= token <= len(VALUES)):
        return Illegal(message("illegal.unknown"), "R1")
    gaps: dict[str, str | int | Message] = {"token": VALUES[token - 1], "square": square_name(square)}
    if not kinds_of(state.rack[seat]) >> token & 1:
        return _not_held(state, seat, message("illegal.not-held", rack=_rack_text(state, seat), **gaps), "R9")
    if state.board[square]:
        return Illegal(message("illegal.taken", **gaps), "R4")
    beside, made = pairs(state.board, square), equations(state.board, square, token)
    if not beside:
        return Illegal(message("illegal.no-pair", **gaps), "R4")
    if not (made or state.contest):
        return _no_equation(state, square, gaps)
    if not state.declared:
        return Illegal(message("illegal.no-claims", **gaps), "R14")
    if not claim:
        return Illegal(message("illegal.claim-nothing", **gaps), "R14")
    return _wrong_claim(state, square, claim, gaps)


def _no_equation(state: StateData, square: int, gaps: dict[str, str | int | Message]) -> Illegal:
    """Return that no pair beside the square makes the token, and which pairs there are."""
    found = [_pair(state, square, d) for d in range(len(STEPS)) if pairs(state.board, square) >> d & 1]
    listed = found.pop()
    while found:
        listed = message("pairs", first=found.pop(), rest=listed)
    if sign := int(SIGN[square]):
        return Illegal(message("illegal.sign", sign=SHOWN_SIGNS[SIGNS[sign - 1]], pairs=listed, **gaps), "R6")
    return Illegal(message("illegal.no-equation", pairs=listed, **gaps), "R4")


def _wrong_claim(state: StateData, square: int, claim: int, gaps: dict[str, str | int | Message]) -> Illegal:
    """Return the first direction named that has no pair, or whose pair does not make the token."""
    beside = pairs(state.board, square)
    missing = [d for d in range(len(STEPS)) if claim & ~beside & 1 << d]
    if missing:
        return Illegal(message("illegal.claim-no-pair", side=message(f"side.{_SIDES[missing[0]]}"), **gaps), "R14")
    made = equations(state.board, square, TOKEN[int(str(gaps["token"]))])
    wrong = next((d for d in range(len(STEPS)) if claim & ~made & 1 << d), None)
    if wrong is None:
        return Illegal(message("illegal.unknown"), "R14")
    gaps |= {"pair": _pair(state, square, wrong), "side": message(f"side.{_SIDES[wrong]}")}
    if sign := int(SIGN[square]):
        return Illegal(message("illegal.claim-sign", sign=SHOWN_SIGNS[SIGNS[sign - 1]], **gaps), "R14")
    return Illegal(message("illegal.claim-wrong", **gaps), "R14")


def _pair(state: StateData, square: int, direction: int) -> Message:
    """Return the two numbers in a direction, as one reads: from the left, from above."""
    step = STEPS[direction]
    first, second = sorted((square + step, square + 2 * step))
    return message("pair", first=VALUES[state.board[first] - 1], second=VALUES[state.board[second] - 1])


def _rack_text(state: StateData, seat: int) -> str:
    return ", ".join(map(str, values_of(state.rack[seat])))


def _not_held(state: StateData, seat: int, what: Message, rule: str) -> Illegal:
    return Illegal(what if state.held[seat] else message("illegal.rack-empty"), rule)


def _no_exchange(state: StateData, seat: int, action: int) -> Illegal:
    """Return why tokens cannot be exchanged."""
    places = _PLACES[action - SWAP]
    if state.steps:
        return Illegal(message("illegal.swap-late"), "R12")
    if not state.left:
        return Illegal(message("illegal.swap-empty"), "R12")
    if not places or not all(state.rack[seat][i] for i in places):
        return _not_held(state, seat, message("illegal.swap-rack", rack=_rack_text(state, seat)), "R12")
    if len(places) > state.left:
        return Illegal(message("illegal.swap-bag", n=int(state.left)), "R12")
    return Illegal(message("illegal.unknown"), "R12")
