"""How a round stands between two turns: a race in which each seat may line up whenever it is its turn.

The chance at a seat's next turn is counted out; after that it is a guess from what stands on the board. The numbers of
that guess were fitted to positions of games between strong bots.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.foumath.bot.chances import FACES, NUMBERS, RESERVE, SQUARES, THIRDS, Floats
from damier.games.foumath.bot.scratch import BOTH, FRESH, KEPT, LATER, MEAN, NEXT
from damier.games.foumath.bot.stakes import LOSS, NOW, TYPICAL
from damier.games.foumath.squares import PAWNS

# What a later turn brings: by the number of pawns on the board, for each part of the chance at the next turn, for each
# line that a pawn could be part of.
TUNING = np.array([0.069, 0.0647, 0.0584, 0.0435, 0.0243, 0.323, 0.00224])
STAY = PAWNS + 1
ROOM = STAY + 1


def _lines_through() -> Ints:
    """On how many lines of three each square lies."""
    found = np.zeros(SQUARES, np.int64)
    for low in range(SQUARES):
        for high in range(low + 1, SQUARES):
            for way in range(2):
                third = THIRDS[low, high, way]
                if third > high:
                    for square in (low, high, third):
                        found[square] += 1
    return found


LINES_THROUGH = _lines_through()


@compiled
def outlook(table: StateData, mover: int, dice: Ints, out: Floats) -> None:
    """Write each seat's chance to win the game when the mover is to choose a throw with these dice on the table."""
    seats = int(table.seats)
    nobody = 1.0  # lines up in a later round of turns
    learn(table)
    for seat in range(1, seats + 1):
        nobody *= 1.0 - table.known[seat, LATER]
        out[seat] = 0.0
    still = 1.0
    for i in range(seats):
        seat = (mover - 1 + i) % seats + 1
        chance = now(table, seat, dice) if i == 0 else table.known[seat, NEXT]
        if chance > 0.0:
            settle(table, seat, still * chance, table.stakes[seat, NOW] + table.known[seat, MEAN], out)
            still *= 1.0 - chance
    still /= 1.0 - nobody
    for i in range(seats):
        seat = (mover - 1 + i) % seats + 1
        settle(table, seat, still * table.known[seat, LATER], table.stakes[seat, TYPICAL], out)
        still *= 1.0 - table.known[seat, LATER]


@compiled
def now(table: StateData, seat: int, dice: Ints) -> float:
    """The chance to line up by the best of the three throws (R5), with these dice on the table."""
    known = table.known[seat]
    if known[MEAN] == 0.0:
        return 0.0
    best = max(known[BOTH], table.needed[seat, dice[0]], table.needed[seat, dice[1]])
    return min(1.0, float(best / known[MEAN]))


@compiled
def settle(table: StateData, winner: int, weight: float, chance: float, out: Floats) -> None:
    """Add to each seat, so weighted, its chance to win the game once the winner of this round has such a chance."""
    others = 1.0 - table.stakes[winner, NOW]
    left = 1.0
    for seat in range(1, table.seats + 1):
        if seat != winner:
            part = (1.0 - chance) * table.stakes[seat, NOW] / others * table.known[seat, KEPT]
            out[seat] += weight * part
            left -= part
    out[winner] += weight * left


@compiled
def learn(table: StateData) -> None:
    """Find out what is not known of any seat."""
    for seat in range(1, int(table.seats) + 1):
        if table.known[seat, FRESH] == 0.0:
            _learn(table, seat)


@compiled
def _learn(table: StateData, seat: int) -> None:
    """Find out what is not known of a seat."""
    known = table.known[seat]
    needed = table.needed[seat]
    pawns = table.pawns[seat]
    stamp = table.stamps[seat] + 1
    table.stamps[seat] = stamp
    once = table.stamps[0] + 1
    table.stamps[0] = once
    for number in range(FACES):
        needed[number] = 0.0
    both = 0.0
    gained = 0.0
    found = 0
    placed = 0
    room = 0
    highest = 0
    for i in range(PAWNS):
        one = pawns[i]
        if one == RESERVE:
            continue
        placed += 1
        room += LINES_THROUGH[one]
        highest = max(highest, NUMBERS[table.addition, one])
        for j in range(i + 1, PAWNS):
            two = pawns[j]
            for way in range(2):
                square = THIRDS[one, two, way]
                if square == 0:
                    break
                table.watched[seat, square] = stamp
                if table.board[square] != 0 or table.only not in (0, seat):
                    continue
                points = NUMBERS[table.addition, one] + NUMBERS[table.addition, two] + NUMBERS[table.addition, square]
                gain = table.stakes[seat, points] - table.stakes[seat, NOW]
                row = square // 10
                column = square % 10
                throw = 10 * min(row, column) + max(row, column)
                if table.counted[throw] == once:
                    continue  # by a square that these dice point at too
                table.counted[throw] = once
                found += 1
                gained += gain
                needed[row] += 0.1 * gain
                if row != column:
                    needed[column] += 0.1 * gain
                both += 0.01 * gain if row == column else 0.02 * gain
    known[FRESH] = 1.0
    known[BOTH] = both
    known[MEAN] = 0.0
    known[NEXT] = 0.0
    if gained > 0.0:  # close to the target a small line may add nothing
        known[MEAN] = gained / found
        known[NEXT] = min(1.0, _over_all_dice(needed, both, table.rising) / known[MEAN])
    known[LATER] = TUNING[placed] + TUNING[STAY] * known[NEXT] + TUNING[ROOM] * room
    if table.near != 0:
        known[LATER] = TUNING[0]
    known[KEPT] = table.stakes[seat, LOSS + highest]


@compiled
def _over_all_dice(needed: Floats, both: float, rising: Floats) -> float:
    """The mean of the best of three throws, when any two numbers may lie on the table."""
    for i in range(FACES):
        j = i
        while j > 0 and rising[j - 1] > needed[i]:
            rising[j] = rising[j - 1]
            j -= 1
        rising[j] = needed[i]
    total = 0.0
    for i in range(FACES):
        total += (2 * i + 1) * max(both, rising[i])
    return total / (FACES * FACES)
