"""An estimate of how a round will end, seen between two turns: whoever completes a line first wins it.

The chance of a line on a seat's next turn is counted exactly. For later turns it is estimated from the pawns on the
board, with coefficients fitted to games between strong bots.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.foumath.bot.line_chances import FACES, NUMBERS, RESERVE, SQUARES, THIRDS, Floats
from damier.games.foumath.bot.scratchpad import BOTH_GAIN, LATER_TURN, MEAN_GAIN, NEXT_TURN, SHARE_LEFT, VALID
from damier.games.foumath.bot.win_chances import LOSS, NOW, TYPICAL
from damier.games.foumath.squares import PAWNS

# The chance of a line on a later turn: a constant for 0 to 4 pawns on the board, plus a part of the chance on the next
# turn (STAY), plus something for every line of the board that a pawn stands on (ROOM).
TUNING = np.array([0.069, 0.0647, 0.0584, 0.0435, 0.0243, 0.323, 0.00224])
STAY = PAWNS + 1
ROOM = STAY + 1


def _lines_through() -> Ints:
    """Return on how many lines of three each square lies."""
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
def outlook(pad: StateData, mover: int, dice: Ints, out: Floats) -> None:
    """Write each seat's chance to win the game when the mover is about to throw and these dice lie on the table."""
    seats = int(pad.seats)
    nobody = 1.0  # the chance that nobody completes a line while everybody has one later turn
    update(pad)
    for seat in range(1, seats + 1):
        nobody *= 1.0 - pad.summary[seat, LATER_TURN]
        out[seat] = 0.0
    still = 1.0
    for i in range(seats):
        seat = (mover - 1 + i) % seats + 1
        chance = line_chance_now(pad, seat, dice) if i == 0 else pad.summary[seat, NEXT_TURN]
        if chance > 0.0:
            add_result(pad, seat, still * chance, pad.win_chances[seat, NOW] + pad.summary[seat, MEAN_GAIN], out)
            still *= 1.0 - chance
    still /= 1.0 - nobody
    for i in range(seats):
        seat = (mover - 1 + i) % seats + 1
        add_result(pad, seat, still * pad.summary[seat, LATER_TURN], pad.win_chances[seat, TYPICAL], out)
        still *= 1.0 - pad.summary[seat, LATER_TURN]


@compiled
def line_chance_now(pad: StateData, seat: int, dice: Ints) -> float:
    """Return the chance of a line with the best of the three throws (R5), with these dice on the table."""
    summary = pad.summary[seat]
    if summary[MEAN_GAIN] == 0.0:
        return 0.0
    best = max(summary[BOTH_GAIN], pad.keep_gains[seat, dice[0]], pad.keep_gains[seat, dice[1]])
    return min(1.0, float(best / summary[MEAN_GAIN]))


@compiled
def add_result(pad: StateData, winner: int, weight: float, chance: float, out: Floats) -> None:
    """Add to `out`, weighted, each seat's chance to win the game after a round whose winner then has this chance."""
    others = 1.0 - pad.win_chances[winner, NOW]
    left = 1.0
    for seat in range(1, pad.seats + 1):
        if seat != winner:
            part = (1.0 - chance) * pad.win_chances[seat, NOW] / others * pad.summary[seat, SHARE_LEFT]
            out[seat] += weight * part
            left -= part
    out[winner] += weight * left


@compiled
def update(pad: StateData) -> None:
    """Bring the summaries that are out of date up to date."""
    for seat in range(1, int(pad.seats) + 1):
        if pad.summary[seat, VALID] == 0.0:
            _summarize(pad, seat)


@compiled
def _summarize(pad: StateData, seat: int) -> None:
    """Write one seat's summary."""
    summary = pad.summary[seat]
    keep_gains = pad.keep_gains[seat]
    pawns = pad.pawns[seat]
    stamp = pad.stamps[seat] + 1
    pad.stamps[seat] = stamp
    once = pad.stamps[0] + 1
    pad.stamps[0] = once
    for number in range(FACES):
        keep_gains[number] = 0.0
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
        highest = max(highest, NUMBERS[pad.addition, one])
        for j in range(i + 1, PAWNS):
            two = pawns[j]
            for way in range(2):
                square = THIRDS[one, two, way]
                if square == 0:
                    break
                pad.depends_on[seat, square] = stamp
                if pad.board[square] != 0 or pad.only_seat not in (0, seat):
                    continue
                points = NUMBERS[pad.addition, one] + NUMBERS[pad.addition, two] + NUMBERS[pad.addition, square]
                gain = pad.win_chances[seat, points] - pad.win_chances[seat, NOW]
                row = square // 10
                column = square % 10
                throw = 10 * min(row, column) + max(row, column)
                if pad.counted_throws[throw] == once:
                    continue  # the same dice point at both squares
                pad.counted_throws[throw] = once
                found += 1
                gained += gain
                keep_gains[row] += 0.1 * gain
                if row != column:
                    keep_gains[column] += 0.1 * gain
                both += 0.01 * gain if row == column else 0.02 * gain
    summary[VALID] = 1.0
    summary[BOTH_GAIN] = both
    summary[MEAN_GAIN] = 0.0
    summary[NEXT_TURN] = 0.0
    if gained > 0.0:  # close to the target a small line may gain nothing
        summary[MEAN_GAIN] = gained / found
        summary[NEXT_TURN] = min(1.0, _over_all_dice(keep_gains, both, pad.sorted_gains) / summary[MEAN_GAIN])
    summary[LATER_TURN] = TUNING[placed] + TUNING[STAY] * summary[NEXT_TURN] + TUNING[ROOM] * room
    if pad.ignores_later != 0:
        summary[LATER_TURN] = TUNING[0]
    summary[SHARE_LEFT] = pad.win_chances[seat, LOSS + highest]


@compiled
def _over_all_dice(keep_gains: Floats, both: float, sorted_gains: Floats) -> float:
    """Return the mean gain of the best of the three throws, over all pairs of numbers that may lie on the table."""
    for i in range(FACES):
        j = i
        while j > 0 and sorted_gains[j - 1] > keep_gains[i]:
            sorted_gains[j] = sorted_gains[j - 1]
            j -= 1
        sorted_gains[j] = keep_gains[i]
    total = 0.0
    for i in range(FACES):
        total += (2 * i + 1) * max(both, sorted_gains[i])
    return total / (FACES * FACES)
