"""Every sentence about a move is true: 2,000 positions, each reason and each event checked by plain enumeration.

A reason is checked for every legal move, not only for the one a bot would choose. The checks know the naive game and
nothing else. What a reason says of a judgement ("looks better") is not checked; every number and every comparison is.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from random import Random

from damier.core.catalogue import LANGUAGES, Catalogue, Message
from damier.core.contract import CHANCE
from damier.core.event_text import with_names
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.tests.drawn import drawn
from damier.games.foumath.tests.naive import LINES, NUMBERS, SQUARES, Event, Naive, Square
from damier.games.foumath.tests.odds import Pawns, lines_up, naive_chance, squares_of_lines
from damier.games.foumath.tests.test_naive import BOARDS, LEVELS, SEATS, random_options, written

POSITIONS = 2000
NAMES = ["Ada", "Bo", "Édith", "Yann"]

Gaps = dict[str, object]

# The positions: games played at random and games played with some sense, for each kind of table


def positions(seed: str) -> Iterator[tuple[Naive, State]]:
    """Yield positions in which somebody, or chance, is to act, from every level, board and number of seats."""
    kinds = list(product(LEVELS, BOARDS, SEATS, (True, False)))
    for kind, (level, board, seats, sensible) in enumerate(kinds):
        random = Random(f"{seed} {kind}")
        # Decisions of seats; chance comes on top. Random games seldom come to a line.
        wanted = POSITIONS // len(kinds) * (3 if sensible else 1) // 2 + 1
        while wanted > 0:
            options = GAME.read_options(random_options(random, level, board)).pairs()
            naive, state = Naive(seats, options), State.start(GAME, options, seats)
            while not naive.ending and wanted > 0:
                wanted -= naive.actor != CHANCE
                yield naive, state
                event = choose(naive, random, sensible)
                naive.play(event)
                state = state.play(written(0, event))


def choose(naive: Naive, random: Random, sensible: bool) -> Event:
    if naive.actor == CHANCE:
        return random.choice(sorted(naive.outcomes()))
    moves = sorted(naive.moves(), key=str)
    if not sensible or random.random() < 0.1:
        return random.choice(moves)
    return max(moves, key=lambda move: (worth(naive, move), random.random()))


def worth(naive: Naive, move: Event) -> float:
    """Return what a sensible player makes of a move: lines first, then blocks, then pawns close to each other."""
    match move:
        case ("place" | "move", *_, (int(row), int(column))):
            own = own_after(naive, move)
            blocks = any((row, column) in completing(naive, seat) for seat in naive.seats if seat != naive.turn)
            return 100 * lines_up(own) + 10 * blocks + len(squares_of_lines(own, others(naive)))
        case ("roll",):
            return chance(naive, None)
        case ("keep", int(number)):
            return chance(naive, number)
    return 0.0


# What a position has, by plain enumeration


def others(naive: Naive, seat: int | None = None) -> Pawns:
    """Return the pawns of everybody but a seat, by default the one to move."""
    mover = seat or naive.turn
    return frozenset(pawn for other in naive.seats if other != mover for pawn in naive.pawns[other])


def completing(naive: Naive, seat: int) -> Pawns:
    return squares_of_lines(frozenset(naive.pawns[seat]), others(naive, seat))


def chance(naive: Naive, kept: int | None) -> float:
    """Return the chance, in percent, of a line by one throw."""
    return 100 * naive_chance(frozenset(naive.pawns[naive.turn]), others(naive), kept, True, 0)


def own_after(naive: Naive, event: Event) -> Pawns:
    own = frozenset(naive.pawns[naive.turn])
    match event:
        case ("place", (int(row), int(column))):
            return own | {(row, column)}
        case ("move", (int(from_row), int(from_column)), (int(row), int(column))):
            return (own - {(from_row, from_column)}) | {(row, column)}
    raise AssertionError(event)


def target_of(event: Event) -> Square:
    match event:
        case ("place" | "move", *_, (int(row), int(column))):
            return row, column
    raise AssertionError(event)


def after(naive: Naive, *events: Event) -> Naive:
    game = deepcopy(naive)
    for event in events:
        game.play(event)
    return game


def close(found: float, said: object) -> bool:
    assert isinstance(said, int)
    return abs(found - said) < 1e-9


# Reasons: the claim of each sentence


def first(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert naive.dice is None
    assert naive.moves() == {("roll",)}


def lost(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert naive.moves() == {event}
    assert event[0] == "lost"


def zero(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("keep", 0)
    for number in after(naive, event).outcomes():
        thrown = after(naive, event, number)
        assert thrown.moves() == {("lost", "zero")}
        passed = after(thrown, ("lost", "zero"))
        assert passed.turn != naive.turn
        assert passed.pawns == naive.pawns


def both(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("roll",)
    reached: dict[Event, set[Square]] = {}
    for choice in naive.moves():
        reached[choice] = set()
        for number in after(naive, choice).outcomes():
            thrown = after(naive, choice, number)
            reached[choice] |= {square for square in thrown.pointed() if 0 not in square}
            if thrown.phase == "place":
                assert not any(lines_up(own_after(thrown, move)) for move in thrown.moves())
    assert reached.pop(event) == set(SQUARES)
    assert not any(squares == set(SQUARES) for squares in reached.values())


def both_line(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("roll",)
    assert gaps["n"] == len(completing(naive, naive.turn))
    assert close(chance(naive, None), gaps["percent"])
    assert all(chance(naive, number) <= chance(naive, None) for number in naive.dice or ())


def both_other(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("roll",)
    assert ("keep", gaps["number"]) in naive.moves()
    assert close(chance(naive, None), gaps["percent"])
    assert close(max(chance(naive, number) for number in naive.dice or ()), gaps["other"])
    assert close(chance(naive, kept(gaps)), gaps["other"])
    assert chance(naive, None) < chance(naive, kept(gaps)), "“but” claims so"


def kept(gaps: Gaps) -> int:
    assert isinstance(gaps["number"], int)
    return gaps["number"]


def keep_line(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("keep", gaps["number"])
    assert gaps["n"] == sum(kept(gaps) in square for square in completing(naive, naive.turn)) > 0
    assert close(chance(naive, kept(gaps)), gaps["percent"])
    assert close(chance(naive, None), gaps["other"])
    assert all(chance(naive, kept(gaps)) >= chance(naive, number) for number in (None, *(naive.dice or ())))
    assert chance(naive, kept(gaps)) > chance(naive, None)


def keep_other(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("keep", gaps["number"])
    rest = [number for number in (None, *(naive.dice or ())) if number != gaps["number"]]
    assert close(chance(naive, kept(gaps)), gaps["percent"])
    assert close(max(chance(naive, number) for number in rest), gaps["other"])


def keep_block(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("keep", gaps["number"])
    found = set()
    for number in after(naive, event).outcomes():
        thrown = after(naive, event, number)
        if thrown.phase == "place":
            found |= {target_of(move) for move in thrown.moves()}
    assert found & completing(naive, who(gaps))
    assert who(gaps) != naive.turn


def who(gaps: Gaps) -> int:
    assert isinstance(gaps["who"], int)
    return gaps["who"]


def keep(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert event == ("keep", gaps["number"])
    for number in after(naive, event).outcomes():
        pointed = after(naive, event, number).pointed()
        if not any(0 in square for square in pointed):
            assert any(square[0] == gaps["number"] for square in pointed)
            assert any(square[1] == gaps["number"] for square in pointed)
            assert all(gaps["number"] in square for square in pointed)


def line(naive: Naive, event: Event, gaps: Gaps) -> None:
    ended = after(naive, event)
    assert gaps["square"] == square(naive, event)
    assert (ended.winner, ended.ending) == (naive.turn, "")
    assert ended.rounds[-1][naive.turn] == gaps["points"]
    assert ended.totals[naive.turn] == naive.totals[naive.turn] + int(str(gaps["points"]))


def square(naive: Naive, event: Event) -> tuple[int, int, int]:
    """Return the number, row and column a sentence should name."""
    return (naive.number(target_of(event)), *target_of(event))


def line_wins(naive: Naive, event: Event, gaps: Gaps) -> None:
    ended = after(naive, event)
    assert gaps["square"] == square(naive, event)
    assert lines_up(frozenset(ended.pawns[naive.turn]))
    assert ended.winner == naive.turn
    assert ended.ending


def block(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert gaps["square"] == square(naive, event)
    assert who(gaps) != naive.turn
    assert target_of(event) in completing(naive, who(gaps))
    assert target_of(event) not in completing(after(naive, event), who(gaps))


def build(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert gaps["square"] == square(naive, event)
    moved = after(naive, event)
    assert not moved.winner
    assert gaps["n"] == len(completing(moved, naive.turn)) > 0


def room(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert gaps["square"] == square(naive, event)
    assert gaps["n"] == sum(target_of(event) in three and not three & others(naive) for three in LINES) > 0


def best(naive: Naive, event: Event, gaps: Gaps) -> None:
    assert gaps["square"] == square(naive, event)


Check = Callable[[Naive, Event, Gaps], None]
REASONS: dict[str, Check] = {
    "reason.first": first,
    "reason.lost": lost,
    "reason.zero": zero,
    "reason.both": both,
    "reason.both-line": both_line,
    "reason.both-other": both_other,
    "reason.keep-line": keep_line,
    "reason.keep-other": keep_other,
    "reason.keep-block": keep_block,
    "reason.keep": keep,
    "reason.line": line,
    "reason.line-wins": line_wins,
    "reason.block": block,
    "reason.build": build,
    "reason.room": room,
    "reason.best": best,
}


def plain(message: Message) -> tuple[str, Gaps]:
    """Return a message's key and gaps; a seat as its number, a square as its number, row and column."""
    return message.key, {name: plain_gap(gap) for name, gap in message.gaps.items()}


def plain_gap(gap: object) -> object:
    if not isinstance(gap, Message):
        return gap
    return gap.gaps["seat"] if gap.key == "seat" else tuple(gap.gaps[name] for name in ("value", "row", "column"))


def catalogues() -> list[Catalogue]:
    return [GAME.catalogue(language) for language in LANGUAGES]


def numbers_are_said(message: Message, says: list[Catalogue]) -> None:
    """No number is left out of a sentence in either language. (How many squares are taken is said in words.)"""
    for say in says:
        sentence = say(with_names(message, NAMES))
        numbers = [gap for gap in message.gaps.values() if isinstance(gap, int)]
        assert message.key == "event.lost-taken" or all(str(number) in sentence for number in numbers)


def reason(state: State, seat: int, action: int) -> Message:
    found: Message = state.engine.bind(GAME.bot).reason(state.view(seat), action)  # type: ignore[arg-type]
    return found


def test_every_reason_has_its_check() -> None:
    for say in catalogues():
        assert {key for key in say._sentences if key.startswith("reason.")} == set(REASONS)


def test_reasons_are_true() -> None:
    met: Counter[str] = Counter()
    says = catalogues()
    for naive, state in positions("reasons"):
        if naive.actor == CHANCE:
            continue
        for event in sorted(naive.moves(), key=str):
            found = reason(state, naive.turn, state.read(naive.turn, written(0, event)))
            key, gaps = plain(found)
            REASONS[key](naive, event, gaps)
            if met[key] < 20:
                numbers_are_said(found, says)
            met[key] += 1
    assert set(REASONS) - set(met) <= {"reason.best"}, "each was met"


def test_a_square_without_an_open_line_only_looks_best() -> None:
    """In the corner all three lines are closed: nothing is said but that the bot prefers it."""
    state = drawn(
        """
          123456789
        1 .2.......
        2 22.......
        3 .........
        4 .........
        5 .........
        6 .........
        7 .........
        8 .........
        9 .........
        """,
        dice=(1, 5),
    )
    state = state.play("keep 1").play("dice 1 1")
    assert plain(reason(state, 1, state.read(1, "1x1"))) == ("reason.best", {"square": (1, 1, 1)})


# Events: what should be said, told a second time from the naive game


def told(naive: Naive, event: Event) -> list[tuple[str, Gaps]]:
    """Return the sentences that an event deserves."""
    then = after(naive, event)
    seat = naive.turn if naive.phase != "open" else 0
    match event:
        case ("open", int(thrower), int(number)):
            return [("event.open", {"who": thrower, "number": number}), *told_opening(naive, thrower, number)]
        case ("roll",):
            return [("event.roll", {"who": seat})]
        case ("keep", int(number)):
            return [("event.keep", {"who": seat, "number": number})]
        case ("dice", int(one), int(two)) if 0 in (one, two):
            return [("event.dice", {"first": one, "second": two})]
        case ("dice", int(one), int(two)):
            sign = "+" if naive.options["board"] == "addition" else "×"
            value = one + two if sign == "+" else one * two
            return [("event.dice-sum", {"first": one, "second": two, "sign": sign, "value": value})]
        case ("lost", "zero"):
            assert naive.dice is not None
            assert 0 in naive.dice
            return [("event.lost-zero", {"who": seat})]
        case ("lost", "taken"):
            taken = naive.pointed()
            assert not naive.free()
            return [("event.lost-taken", {"who": seat, "n": len(taken)})]
    gaps: Gaps = {"who": seat, "target": square(naive, event)}
    if event[0] == "move":
        origin = next(iter(set(naive.pawns[seat]) - set(then.pawns[seat])))
        said = [("event.move", {**gaps, "origin": (naive.number(origin), *origin)})]
    else:
        said = [("event.place", gaps)]
    if lines_up(frozenset(then.pawns[seat])):
        return said + told_line(naive, then, seat)
    if then.turn == seat:
        said.append(("event.double", {"who": seat}))
    return said


def told_opening(naive: Naive, thrower: int, number: int) -> list[tuple[str, Gaps]]:
    opened = {**naive.opened, thrower: number}
    if len(opened) < len(naive.in_contest):
        return []
    best_seats = [seat for seat in naive.in_contest if opened[seat] == max(opened.values())]
    if len(best_seats) > 1:
        return [("event.open-tie", {"number": max(opened.values())})]
    return [("event.begins", {"who": best_seats[0]})]


def told_line(naive: Naive, then: Naive, seat: int) -> list[tuple[str, Gaps]]:
    """Return the sentences for a line: of four pawns in it, the three that count most (R12)."""
    lines = [three for three in LINES if three <= then.pawns[seat]]
    three = max(lines, key=lambda squares: (sum(map(naive.number, squares)), [-n for n in flat(squares)]))
    one, two, last = (naive.number(square) for square in sorted(three))
    said: list[tuple[str, Gaps]] = [
        ("event.line", {"first": one, "second": two, "third": last, "points": one + two + last})
    ]
    if naive.options["level"] == "junior":
        return said
    said.append(("event.total", {"who": seat, "total": then.totals[seat]}))
    for other in naive.seats:
        loss = naive.totals[other] - then.totals[other]
        if other != seat and loss:
            said.append(("event.minus", {"who": other, "points": loss, "total": then.totals[other]}))
    return said


def flat(squares: frozenset[Square]) -> list[int]:
    return [number for square in sorted(squares) for number in square]


def parts(message: Message) -> list[Message]:
    if message.key != "event.then":
        return [message]
    earlier, later = message.gaps["first"], message.gaps["then"]
    assert isinstance(earlier, Message)
    assert isinstance(later, Message)
    return parts(earlier) + parts(later)


def test_events_are_told_as_they_were() -> None:
    met: Counter[str] = Counter()
    says = catalogues()
    for naive, state in positions("events"):
        events = sorted(naive.outcomes() if naive.actor == CHANCE else naive.moves(), key=str)
        for event in events if len(events) <= len(NUMBERS) else events[:: len(NUMBERS) + 1]:
            actor = state.actors[0]
            action = state.read(actor, written(0, event))
            found = parts(state.engine.view.sentence(state.fields, actor, action, 0))
            assert [plain(part) for part in found] == told(naive, event)
            for part in found:
                if met[part.key] < 20:
                    numbers_are_said(part, says)
                met[part.key] += 1
    sentences = {key for key in says[0]._sentences if key.startswith("event.")} - {"event.then", "event.resign"}
    assert set(met) == sentences, "each was met"
