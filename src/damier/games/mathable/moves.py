"""Moves of Mathable as text.

`12@8I` places 12 on 8I; `12@8I<^` claims the pairs on the left and above (R14). `take` and `leave` (R7), `swap 17 42`,
`end`, `contest 3`, `accept`; chance says `draw 2 12`: seat 2 draws 12.
"""

import re
from functools import cache

from damier.core.catalogue import message
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
_PLACES = [[i for i in range(RACK) if places >> i & 1] for places in range(1 << RACK)]  # the bits of an exchange
_PLACE = re.compile(r"([0-9]{1,2})@([0-9]{1,2})([A-N])([<>^V]*)")
_LAST = placement(square_at(SIZE - 1, SIZE - 1), len(VALUES), 15)


def square_name(square: int) -> str:
    """R1: `8I` is row 8, column I."""
    return f"{square // STRIDE - MARGIN + 1}{_COLUMNS[square % STRIDE]}"


def values_of(rack: StateData) -> list[int]:
    """The tokens of a rack, as numbers."""
    return [VALUES[token - 1] for token in rack.tolist() if token]


def swapped(rack: StateData, action: int) -> list[int]:
    """R12: the numbers an exchange gives away."""
    tokens = rack.tolist()
    return [VALUES[tokens[i] - 1] for i in _PLACES[action - SWAP]]


@cache  # there are some thousand in a game
def place_text(action: int) -> str:
    """A placement in notation."""
    claim = claim_of(action)
    named = "".join(sign for d, sign in enumerate(DIRECTIONS) if claim >> d & 1)
    return f"{VALUES[token_of(action) - 1]}@{square_name(square_of(action))}{named}"


def write(state: StateData, actor: int, action: int) -> str:
    """The notation of an action, or of what chance drew."""
    if actor == CHANCE:
        return f"draw {state.drawing} {VALUES[action - 1]}"
    if action >= PLACE:
        return place_text(action)
    if action >= SWAP:
        return f"swap {' '.join(map(str, swapped(state.rack[actor], action)))}"
    return _TEXTS.get(action) or f"contest {action - CONTEST + 1}"


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """The notations of several actions. Most of them are exchanges, so the rack is looked at once."""
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
    """The action a text names. Letters may be large or small, claims in any order."""
    plain = " ".join(text.split()).upper()
    word, _, rest = plain.lower().partition(" ")
    numbers = [int(part) for part in rest.split() if re.fullmatch("[0-9]{1,2}", part)]
    wrong = Malformed(message("malformed.move", text=text))
    if len(numbers) != len(rest.split()):
        raise wrong
    if actor == CHANCE:
        if word != "draw" or len(numbers) != 2 or numbers[0] != state.drawing:
            raise wrong
        return _token(numbers[1])
    if match := _PLACE.fullmatch(plain):
        return _placement(wrong, *match.groups())
    if word in _WORDS and not numbers:
        return _WORDS[word]
    if word == "swap" and numbers:
        return _exchange(state.rack[actor].tolist(), [_token(number) for number in numbers])
    if word == "contest" and len(numbers) == 1 and 1 <= numbers[0] <= MAX_STEPS:
        return CONTEST + numbers[0] - 1
    raise wrong


def _token(number: int) -> int:
    if number not in TOKEN:
        raise Malformed(message("malformed.token", token=number))
    return TOKEN[number]


def _placement(wrong: Malformed, value: str, row: str, column: str, claims: str) -> int:
    if not 1 <= int(row) <= SIZE or len(set(claims)) < len(claims):
        raise wrong
    claim = sum(1 << DIRECTIONS.index(sign) for sign in claims.lower())
    return placement(square_at(int(row) - 1, _COLUMNS.index(column)), _token(int(value)), claim)


def _exchange(rack: list[int], tokens: list[int]) -> int:
    """R12: which places of the rack; of equal tokens the first. None at all where the rack has not got them."""
    places = 0
    for token in tokens:
        free = [i for i in range(RACK) if rack[i] == token and not places >> i & 1]
        if not free:
            return SWAP
        places |= 1 << free[0]
    return SWAP + places


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Why a move is refused, by rule."""
    if state.phase == OFFER:
        return Illegal(message("illegal.offer"), "R7")
    if state.phase == ASK:
        if CONTEST <= action < SWAP:
            return Illegal(message("illegal.no-step", n=int(state.steps)), "R15")
        return Illegal(message("illegal.asked"), "R15")
    if PLACE <= action <= _LAST:
        return _why_not(state, seat, action)
    if SWAP <= action < SWAP + (1 << RACK):
        return _no_exchange(state, action)
    if action in (TAKE, LEAVE):
        return Illegal(message("illegal.no-offer"), "R7")
    if action == ACCEPT or CONTEST <= action < CONTEST + MAX_STEPS:
        return Illegal(message("illegal.too-late"), "R15")
    return Illegal(message("illegal.unknown"), "R9")


def _why_not(state: StateData, seat: int, action: int) -> Illegal:
    """Why a token cannot go on a square."""
    square, token, claim = square_of(action), token_of(action), claim_of(action)
    row, column = square // STRIDE - MARGIN, square % STRIDE
    if not (0 <= row < SIZE and 0 <= column < SIZE and 1 <= token <= len(VALUES)):
        return Illegal(message("illegal.unknown"), "R1")
    gaps = {"token": VALUES[token - 1], "square": square_name(square)}
    if not kinds_of(state.rack[seat]) >> token & 1:
        return Illegal(message("illegal.not-held", **gaps), "R9")
    if state.board[square]:
        return Illegal(message("illegal.taken", **gaps), "R4")
    beside, made = pairs(state.board, square), equations(state.board, square, token)
    if not beside:
        return Illegal(message("illegal.no-pair", **gaps), "R4")
    if not (made or state.contest):
        sign = int(SIGN[square])
        if sign:
            return Illegal(
                message("illegal.sign", sign=SIGNS[sign - 1].replace("*", "×").replace("/", "÷"), **gaps), "R6"
            )
        return Illegal(message("illegal.no-equation", **gaps), "R4")
    if not state.declared:
        return Illegal(message("illegal.no-claims"), "R14")
    if not claim:
        return Illegal(message("illegal.claim-nothing", **gaps), "R14")
    return Illegal(message("illegal.claim-wrong", **gaps), "R14")


def _no_exchange(state: StateData, action: int) -> Illegal:
    """Why tokens cannot be exchanged."""
    if state.steps:
        return Illegal(message("illegal.swap-late"), "R12")
    if (action - SWAP).bit_count() > state.left:
        return Illegal(message("illegal.swap-bag", n=int(state.left)), "R12")
    return Illegal(message("illegal.swap-rack"), "R12")
