"""`* draw 2 5`, `* dice 8`, `1 roll`, `1 lost`, `1 challenge 3`, `3 show`, `3 concede`, `2 stay`, `2 go`."""

import re

from damier.core.catalogue import message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from miniature.rules import CHALLENGE, DEAL

WORDS = ("roll", "lost", "show", "concede", "stay", "go")


def write(state: StateData, actor: int, action: int) -> str:
    if actor == CHANCE:
        return f"draw {state.dealing} {action}" if state.phase == DEAL else f"dice {action}"
    return f"challenge {action - CHALLENGE}" if action > CHALLENGE else WORDS[action]


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    return [write(state, actor, action) for action in actions]


def read(state: StateData, actor: int, text: str) -> int:
    if text in WORDS and actor != CHANCE:
        return WORDS.index(text)
    if actor == CHANCE:
        pattern = rf"draw {state.dealing} ([1-9])" if state.phase == DEAL else r"dice ([1-9][0-9]?)"
        if match := re.fullmatch(pattern, text):
            return int(match[1])
    elif match := re.fullmatch(r"challenge ([1-9])", text):
        return CHALLENGE + int(match[1])
    raise Malformed(message("malformed.move", text=text))


def explain(state: StateData, seat: int, action: int) -> Illegal:
    return Illegal(message("illegal.not-now"), "R4")
