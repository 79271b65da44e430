"""What a search must know of Quatre: how near each side is to a line, what to try first, what a beginner misses."""

from damier.core.compiled import compiled, count
from damier.core.contract import SURE, Ints, StateData
from damier.core.thinking import Level
from damier.games.quatre.bot.lines import builders, completions, has_three, open_windows, worth
from damier.games.quatre.bot.reasons import reason
from damier.games.quatre.bot.symmetry import table_key
from damier.games.quatre.rules import BLUE, RED, apply, chain, has_line, moved, origin_of, steps, target_of

__all__ = ["LEVELS", "apply_in_search", "evaluate", "miss_chance", "must_respond", "rank", "reason", "table_key"]

LEVELS = {
    "gentle": Level("alphabeta", nodes=1_000, depth=1, misses=100),
    "steady": Level("alphabeta", nodes=4_000, depth=2),
    "strong": Level("alphabeta", nodes=200_000, depth=4),
    "master": Level("alphabeta", nodes=250_000),
}

THREAT = 60  # that the other must answer
TEMPO = 15

BLOCK_RANK, THREE_RANK = SURE // 10, 600

STEP_MISSED, JUMP_MISSED, MOST_MISSED = 15, 20, 85  # of a hundred beginners


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Open windows of one's own against the other's, and what threatens to be completed."""
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
    """Whether the other would complete a line."""
    return 1 if completions(state, RED + BLUE - seat) != 0 else 0


@compiled
def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Lines first, then what keeps the other from one, then threes; from farther away rather than out of a three."""
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
    """Whether an action completes a line (R8, R12)."""
    return has_line(state, moved(int(state.pawns[seat]), action), moved(int(state.marked), action))


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Steps are seen, single jumps mostly, long chains seldom; a line on a diagonal hides better than another."""
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
    """Copy all but the history, and forbid only what had stood twice when the search began (R9).

    So a position is worth the same on whatever way a search comes to it. What is proved like that is true: a side
    that wins as fast as it can never meets a position twice on its way, so none of its moves can become illegal; the
    other side may have fewer moves than thought, never more. (What `apply` writes into the history is read only as
    the other side's army of just now, which is right.)
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
