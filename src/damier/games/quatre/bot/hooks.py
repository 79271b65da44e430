"""What computer players know of Quatre: how good a position is, which moves to try first, what a beginner misses."""

from damier.core.compiled import compiled, count
from damier.core.contract import SURE, Ints, StateData
from damier.core.thinking import Level
from damier.games.quatre.bot.lines import builders, completions, has_three, open_windows, worth
from damier.games.quatre.bot.reasons import reason
from damier.games.quatre.bot.starts import known
from damier.games.quatre.bot.symmetry import table_key
from damier.games.quatre.rules import BLUE, RED, apply, chain, has_line, moved, origin_of, steps, target_of

__all__ = [
    "LEVELS",
    "apply_in_search",
    "evaluate",
    "known",
    "miss_chance",
    "must_respond",
    "rank",
    "reason",
    "table_key",
]

LEVELS = {
    "gentle": Level("alphabeta", nodes=1_000, depth=1, misses=100),
    "steady": Level("alphabeta", nodes=4_000, depth=2),
    "strong": Level("alphabeta", nodes=200_000, depth=4),
    "master": Level("alphabeta", nodes=250_000),
    "perfect": Level("proof", nodes=1_000_000, only={"variant": "plain"}),
}

THREAT = 60  # for each square on which a side could complete a line
TEMPO = 15  # for being to move

BLOCK_RANK, THREE_RANK = SURE // 10, 600

STEP_MISSED, JUMP_MISSED, MOST_MISSED = 15, 20, 85  # percent of beginners; JUMP_MISSED for every jump of a chain


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Return how good a position is for a seat: open windows of both sides, and lines about to be completed."""
    mover = int(state.turn)
    other = RED + BLUE - mover
    mine = open_windows(state, mover)
    if has_three(mine) and completions(state, mover) != 0:
        return SURE if mover == seat else -SURE
    theirs = open_windows(state, other)
    value = worth(mine) - worth(theirs) + TEMPO
    if has_three(theirs):
        value -= THREAT * count(completions(state, other))
    return value if mover == seat else -value


@compiled
def must_respond(state: StateData, seat: int) -> int:
    """Return 1 if the other side threatens to complete a line, else 0."""
    return 1 if completions(state, RED + BLUE - seat) != 0 else 0


@compiled
def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Write how early each action should be tried: lines first, then blocks, then threes that leave no other three."""
    own = int(state.pawns[seat])
    enemy = int(state.pawns[RED + BLUE - seat])
    lines = completions(state, seat)
    blocks = completions(state, RED + BLUE - seat)
    marked = own & int(state.marked)
    if state.mix == 0:
        for_plain, _ = builders(own, own, enemy)
        for_marked = for_plain
    else:
        for_plain, for_marked = builders(own ^ marked, marked, enemy)
        also_marked, also_plain = builders(marked, own ^ marked, enemy)
        for_plain |= also_plain
        for_marked |= also_marked
    for i in range(n):
        origin = int(actions[i]) >> 6
        target = int(actions[i]) & 63
        builds = for_marked if (marked >> origin) & 1 else for_plain
        ranks[i] = THREE_RANK * ((builds >> target & 1) - (builds >> origin & 1)) + BLOCK_RANK * (blocks >> target & 1)
    if lines != 0:
        for i in range(n):
            if target_of(int(actions[i])) & lines != 0 and makes_line(state, seat, int(actions[i])):
                ranks[i] = SURE


@compiled
def makes_line(state: StateData, seat: int, action: int) -> bool:
    """Return whether an action completes a line (R8, R12)."""
    return has_line(state, moved(int(state.pawns[seat]), action), moved(int(state.marked), action))


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the percentage of beginners who overlook this action: the more jumps, the more; a line is seen better."""
    occupied = int(state.pawns[RED]) | int(state.pawns[BLUE])
    jumps_made = 0
    if steps(origin_of(action), target_of(action)) == 0:
        squares = chain(action, occupied) >> 6
        while squares > 1:
            squares >>= 6
            jumps_made += 1
    missed = min(STEP_MISSED + JUMP_MISSED * jumps_made, MOST_MISSED)
    if makes_line(state, seat, action):
        missed = missed // 2
    return missed


@compiled
def apply_in_search(before: StateData, after: StateData, seat: int, action: int) -> None:
    """Play an action without copying the history: R9 forbids only what had occurred twice when the search began.

    So a position has the same value however a search reaches it. Proofs remain true under the full rules: a side that
    wins as fast as it can never repeats a position on the way, so none of its moves can become illegal; the other side
    may have fewer moves than the search assumed, never more. (Of the history that `apply` writes, a search reads only
    the other side's latest army, which is right.)
    """
    after.pawns[RED] = before.pawns[RED]
    after.pawns[BLUE] = before.pawns[BLUE]
    after.marked = before.marked
    after.ply = before.ply
    after.turn = before.turn
    after.winner = before.winner
    after.ending = before.ending
    after.repeated = before.repeated
    apply(after, seat, action)
    after.repeated = before.repeated
