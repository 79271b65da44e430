"""Every sentence is true: reasons, events and refusals, each claim held against the naive game by brute force.

Positions come from random and sensible games with the usual deck, and from random games with a deck that is rich in
what is rare. In each, the reason of every legal move and the refusal of many others are checked, and in each event what
every seat is told.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from damier.core.catalogue import LANGUAGES, Message, sentences
from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.errors import Illegal, Malformed
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.bot import hooks, plans
from damier.games.course.cards import NAMES
from damier.games.course.moves import _ACTIONS
from damier.games.course.tests.naive import MATCHING, Naive, lifts, points

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
POSITIONS = 2000 if LONG else 700 if available() else 60  # of each of three kinds of play
EVERY = 5 if available() else 60  # one decision in so many is looked at: all parts of a game
RARE = {"multiplications": 0, "products": 2, "horloge": 6, "demi-tour": 6, "cadeau": 4, "fromage": 4, "piege": 4}
KINDS_OF_PLAY = ("random", "sensible", "rare cards")


def called(name: object) -> str:
    """The card or attack that a gap of a sentence speaks of."""
    assert isinstance(name, Message)
    gaps = name.gaps
    if name.key == "card.multiplication":
        return f"{gaps['a']}x{gaps['b']}"
    return f"={gaps['value']}" if name.key == "card.product" else name.key.removeprefix("card.")


def seat_of(gap: object) -> int:
    assert isinstance(gap, Message)
    return int(str(gap.gaps["seat"]))


class Event(NamedTuple):
    """An event of a game that both engines play, the states before it, and the naive game after it."""

    state: State
    naive: Naive
    actor: int
    text: str
    after: Naive


def events(play: str) -> Iterator[Event]:
    """Games without end, one after another."""
    random = Random(f"sentences {play}")
    rng = seeded("sentences", play)
    rare = RARE if play == "rare cards" else {}
    options = {f"deck-{kind}": str(count) for kind, count in rare.items()}
    number = 0
    while True:
        number += 1
        seats = 2 + number % 3
        lot = number % 2 == 0
        state = State.start(GAME, {**options, "begins": "lot" if lot else "seat-1"}, seats)
        naive = Naive(seats, rare, lot=lot)
        policy = state.engine.bind(hooks).policy
        while (actor := naive.asked()) is not None:
            if actor == CHANCE:
                weighed = naive.chances()
                text = random.choices(list(weighed), list(weighed.values()))[0]
            elif play == "sensible" and random.random() < 0.9:
                text = state.write(actor, int(policy(state.data[0], actor, rng)))
            else:
                text = random.choice(sorted(naive.moves()))
            after = naive.after(text)
            yield Event(state, naive, actor, text, after)
            state = state.play(text, actor)
            naive = after


def decisions(play: str) -> Iterator[Event]:
    """So many positions in which a seat decides."""
    found = 0
    for number, event in enumerate(event for event in events(play) if event.actor != CHANCE):
        if number % EVERY == 0:
            yield event
            found += 1
            if found == POSITIONS:
                return


def said(message: Message) -> None:
    """It can be said in both languages."""
    for language in LANGUAGES:
        text = GAME.catalogue(language)(message)
        assert text.lstrip("“« ")[0] in "0123456789" or text.lstrip("“« ")[0].isupper(), text
        assert text.endswith("."), text


# Reasons


def finishes(naive: Naive, seat: int) -> bool:
    """Whether some way through this turn makes 400 with cards that are held, every move tried; draws are of no use."""
    for move in naive.moves():
        if move == "end" or ">2" in move or ">1" in move or move.startswith("discard"):
            continue
        after = without_luck(naive.after(move), seat)
        if after.reason == "exact" or (not after.reason and finishes(after, seat)):
            return True
    return False


def without_luck(naive: Naive, seat: int) -> Naive:
    if not naive.reason and naive.stage == "draw":
        if not naive.stock:
            naive.apply_event("rebuild")
        naive.apply_event(f"draw {seat} horloge")
    return naive


def off_the_table(naive: Naive) -> list[int]:
    cards = [*naive.stock.elements(), *naive.discard.elements(), *naive.taken]
    return [points(card) for card in [*cards, *(card for hand in naive.hands.values() for card in hand)]]


def check_reason(state: State, naive: Naive, seat: int, move: str, reason: Message) -> None:
    """Hold what a reason claims against the rules."""
    gaps = reason.gaps
    key = reason.key.removeprefix("reason.")
    after = naive.after(move)
    total, hand = naive.total(seat), naive.hands[seat]
    gained = after.total(seat) - total
    card = move.removeprefix("discard ").removeprefix("give ").removesuffix(" main").split(">")[0]
    taken = naive.taken[0] if naive.taken else ""
    for name, value in gaps.items():
        if name in ("card", "taken"):
            assert called(value) == {"card": card, "taken": taken}[name]
    attack = called(gaps["attack"]) if "attack" in gaps else ""
    victim = seat_of(gaps["other"]) if "other" in gaps else 0
    n = gaps.get("n")
    assert gaps.get("goal", 400) == 400
    if "other" in gaps:
        assert move == f"{card}>{victim}"

    def combination(size: int) -> bool:
        others = list(hand)
        others.remove(card)
        return any(
            total + points(card) + sum(map(points, chosen)) == 400
            for chosen in combinations([other for other in others if points(other)], size)
        )

    def stopped(value: int) -> bool:
        passed = after.after("pass")
        return not passed.can_lay(victim, f"={value}")

    claims: dict[str, Callable[[], bool]] = {
        "finish": lambda: after.reason == "exact" and after.total(seat) == 400,
        "finish-soon": lambda: finishes(without_luck(after.copied(), seat), seat),
        "parry": lambda: (
            naive.victim == seat
            and naive.attack == attack
            and attack not in after.attacks[seat]
            and after.victim == 0
            and not after.can_be_attacked(seat, attack)
        ),
        "no-defence": lambda: attack == naive.attack and not set(MATCHING[attack]) & set(hand),
        "keep-defence": lambda: attack == naive.attack and bool(set(MATCHING[attack]) & set(hand)),
        "clock": lambda: card == "horloge" and after.victim == victim and after.after("pass").stage == "take",
        "stop": lambda: n == naive.total(victim) and not naive.attacks[victim] and stopped(1),
        "slow": lambda: (
            n == naive.total(victim)
            and not naive.attacks[victim]
            and gaps["most"] == 10
            and (naive.total(victim) > 390 or (stopped(11) and not stopped(10)))
        ),
        "another": lambda: (
            n == len(naive.attacks[victim]) > 0
            and len(after.after("pass").attacks[victim]) == len(naive.attacks[victim]) + 1
        ),
        "take-exact": lambda: total + points(taken) == 400 and taken in after.hands[seat],
        "give-useless": lambda: total + points(card) > 400,
        "take-more": lambda: (
            n == points(taken) - points(card)
            and points(card) > 0
            and total + points(taken) <= 400
            and points(taken) > points(card)
        ),
        "exchange": lambda: taken in after.hands[seat] and card in after.hands[naive.victim],
        "return-useless": lambda: total + points(taken) > 400,
        "return": lambda: Counter(after.hands[seat]) == Counter(hand),
        "end": lambda: naive.moves() == {"end"},
        "end-keep": lambda: len(naive.moves()) > 1,
        "lift": lambda: (
            attack in naive.attacks[seat] and attack not in after.attacks[seat] and after.attacks[seat] != []
        ),
        "lift-last": lambda: attack in naive.attacks[seat] and after.attacks[seat] == [],
        "useless": lambda: total + points(card) > 400,
        "least": lambda: is_least(state, seat, card),
        "play": lambda: after.hands[seat].count(card) == hand.count(card) - 1,
        "protect": lambda: naive.can_be_attacked(seat, attack) and not after.can_be_attacked(seat, attack),
        "replaced": lambda: after.stage == "draw" and after.drawer == seat,
        "extra": lambda: n == gained == points(card) and after.stage == "draw" and after.drawer == seat,
        "plan": lambda: isinstance(n, int) and n > 0 and combination(n),
        "leaves": lambda: (
            gaps["rest"] == 400 - after.total(seat) and n == off_the_table(after).count(400 - after.total(seat)) > 0
        ),
        "points": lambda: n == gained == points(card),
    }
    assert claims[key](), f"{move}: {reason}"


def is_least(state: State, seat: int, card: str) -> bool:
    """What the bot's estimate says of every card of the hand."""
    data = state.data[0]
    planned = int(plans.plan(data, seat))
    hand = [NAMES[number] for number in state.fields.hands[seat].tolist() if number]
    kept = {name: int(plans.keeping(data, seat, place, planned)) for place, name in reversed(list(enumerate(hand)))}
    return kept[card] == min(kept.values())


def test_reasons_are_true() -> None:
    given = Counter(key for play in KINDS_OF_PLAY for key in check_reasons(play))
    assert set(given) == keys("reason.") or not available()


def keys(prefix: str) -> set[str]:
    return {key for key in sentences(GAME.folder, "en") if key.startswith(prefix)}


def check_reasons(play: str) -> Iterator[str]:
    """Check the reason of every move in so many positions, and yield their keys."""
    for state, naive, seat, _, _ in decisions(play):
        view = state.view(seat)
        reason = state.engine.bind(hooks).reason
        for move, action in zip(state.moves(seat), state.actions(seat), strict=True):
            given = reason(view, action)
            check_reason(state, naive, seat, move, given)
            said(given)
            yield given.key


# Events


def check_event(event: Event, seat: int, told: Message) -> None:
    """Hold what a seat is told of an event against what happened."""
    _, naive, actor, text, after = event
    gaps = told.gaps
    key = told.key.removeprefix("event.")
    own, you = key.endswith("-own"), key.endswith("-you")
    key = key.removesuffix("-own").removesuffix("-you")
    doer = {"draw": naive.drawer, "show": naive.drawer, "take": naive.player, "rebuild": 0}.get(key, actor)
    if key == "begins":
        doer = after.player
    other = {"attack": after.victim}.get(key, naive.victim)
    if key != "rebuild":
        assert own is (seat == doer)
        assert ("who" in gaps) is not own
        assert own or seat_of(gaps["who"]) == doer
    if "other" in gaps:
        assert seat_of(gaps["other"]) == other != seat
    if you:
        assert seat == other
    card = text.removeprefix("discard ").removeprefix("give ").removesuffix(" main").split(">")[0].split()[-1]
    taken = naive.taken[0] if naive.taken else ""
    if "card" in gaps:
        assert called(gaps["card"]) == (taken if key == "return" else card)
    if "taken" in gaps:
        assert called(gaps["taken"]) == taken
    attack = called(gaps["attack"]) if "attack" in gaps else ""
    secret = key in ("draw", "take", "exchange", "give", "return")
    allowed = {"draw": {naive.drawer}}.get(key, {naive.player, naive.victim})
    if secret and seat not in allowed:
        assert "card" not in gaps
        assert "taken" not in gaps
    thrown = after.discard - naive.discard
    claims: dict[str, Callable[[], bool]] = {
        "begins": lambda: text == f"begins {after.player}",
        "draw": lambda: len(after.hands[doer]) == len(naive.hands[doer]) + 1 and not thrown,
        "show": lambda: (
            points(card) > 50
            and "demi-tour" in naive.attacks[doer]
            and "demi-tour" not in after.attacks[doer]
            and card in after.hands[doer]
        ),
        "rebuild": lambda: (
            not naive.stock and gaps["n"] == naive.discard.total() == after.stock.total() and not after.discard
        ),
        "lay": lambda: (
            gaps["n"] == points(card) == after.total(actor) - naive.total(actor) and gaps["total"] == after.total(actor)
        ),
        "attack": lambda: attack == card == after.attack and after.stage == "answer",
        "pass": lambda: naive.victim == actor and text == "pass",
        "defence-parry": lambda: naive.victim == actor and naive.attack == attack and after.victim == 0,
        "defence-lift": lambda: (
            attack in naive.attacks[actor] and attack not in after.attacks[actor] and thrown == Counter([attack])
        ),
        "defence-protect": lambda: (
            attack not in naive.attacks[actor]
            and after.attacks[actor] == naive.attacks[actor]
            and not after.can_be_attacked(actor, attack)
        ),
        "lift": lambda: (
            attack in naive.attacks[actor] and attack not in after.attacks[actor] and thrown == Counter([card, attack])
        ),
        "discard": lambda: thrown == Counter([card]),
        "take": lambda: after.taken == [card] and len(after.hands[other]) == len(naive.hands[other]) - 1,
        "exchange": lambda: naive.stage == "give" and text.split()[0] in ("give", "return"),
        "give": lambda: taken in after.hands[actor] and card in after.hands[other] and text == f"give {card}",
        "return": lambda: taken in after.hands[other] and text == "return",
        "end": lambda: text == "end" and (naive.last_round or not after.last_round),
        "end-last-round": lambda: (
            after.last_round and not naive.last_round and len(after.last_turns) == len(after.seats) and not after.reason
        ),
    }
    if key.startswith("defence") or key == "lift":
        assert card in (MATCHING[attack] if key != "lift" else [card])
        assert key != "lift" or lifts(card, attack)
    assert claims[key](), f"{text}: {told}"


def test_events_are_told_as_they_happened() -> None:
    told = Counter(key for play in KINDS_OF_PLAY for key in check_events(play))
    assert set(told) == keys("event.") or not available()


def check_events(play: str) -> Iterator[str]:
    """Check what every seat is told of so many events, and yield the keys."""
    view = GAME.engine().view
    for number, event in enumerate(events(play)):
        action = event.state.read(event.actor, event.text)
        for seat in range(len(event.naive.seats) + 1):
            told = view.sentence(event.state.fields, event.actor, action, seat)
            check_event(event, seat, told)
            if number % EVERY == 0:
                said(told)
            yield told.key
        if number > 10 * POSITIONS:
            break


# Refusals


def check_fits(naive: Naive, seat: int, card: str, instead: Message) -> None:
    """Hold what a refusal proposes against the legal moves."""
    legal, hand = naive.moves(), naive.hands[seat]
    against = sorted(move[-1] for move in legal if move.startswith(f"{card}>"))
    fits: dict[str, Callable[[], bool]] = {
        "main": lambda: naive.stage == "turn" and {f"discard {held}" for held in hand} <= legal and len(hand) > 0,
        "extra": lambda: naive.stage == "turn" and "end" in legal and len(legal) > 1,
        "end": lambda: legal == {"end"},
        "defend": lambda: "pass" in legal and len(legal) > 1,
        "pass": lambda: legal == {"pass"},
        "give": lambda: "return" in legal and len(legal) > 1,
        "return": lambda: legal == {"return"},
        "victims": lambda: str(instead.gaps["seats"]).split(", ") == against and instead.gaps["n"] == len(against),
        "no-victim": lambda: not against,
    }
    assert fits[instead.key.removeprefix("fits.")](), instead


def check_refusal(naive: Naive, seat: int, move: str, refusal: Message) -> None:
    """Hold why a move is refused, and what is proposed instead, against the rules."""
    gaps = refusal.gaps
    hand, total = naive.hands[seat], naive.total(seat)
    card = move.removeprefix("discard ").removeprefix("give ").removesuffix(" main").split(">")[0]
    target = move.removesuffix(" main").partition(">")[2]
    attack = called(gaps["attack"]) if "attack" in gaps else ""
    if "card" in gaps:
        assert called(gaps["card"]) == card
    instead = gaps.get("fits", gaps.get("others"))
    if isinstance(instead, Message):
        check_fits(naive, seat, card, instead)
    claims: dict[str, Callable[[], bool]] = {
        "exchange-first": lambda: naive.stage == "give",
        "no-exchange": lambda: naive.stage != "give",
        "not-asked": lambda: naive.victim != seat,
        "not-held": lambda: card not in hand,
        "attacked-first": lambda: naive.stage == "answer" and naive.attack == attack,
        "main-first": lambda: not naive.main_done and len(hand) > 0,
        "main-done": lambda: naive.main_done,
        "no-opponent": lambda: int(target) == seat or int(target) not in naive.seats,
        "protected": lambda: (
            bool(set(MATCHING[attack]) & set(naive.defences[int(target)])) and gaps["n"] == int(target)
        ),
        "attacked": lambda: attack in naive.attacks[int(target)] and gaps["n"] == int(target),
        "no-cards": lambda: card == "horloge" and not naive.hands[int(target)] and gaps["n"] == int(target),
        "no-defence": lambda: card not in ("=1", "=2", "=3") and target == attack == "horloge",
        "not-attacked": lambda: attack not in naive.attacks[seat],
        "stopped.poursuite": lambda: "poursuite" in naive.attacks[seat] and attack == "poursuite",
        "stopped.demi-tour": lambda: "demi-tour" in naive.attacks[seat] and attack == "demi-tour",
        "too-heavy": lambda: "sumo" in naive.attacks[seat] and points(card) > 10 and gaps["most"] == 10,
        "too-much": lambda: gaps["n"] == 400 - total and gaps["total"] == total and total + points(card) > 400,
    }
    for lying in ("poursuite", "demi-tour", "sumo"):
        claims[f"no-lift.{lying}"] = lambda lying=lying: (  # type: ignore[misc]
            lying in naive.attacks[seat] and attack == lying and not lifts(card, lying)
        )
    assert claims[refusal.key.removeprefix("illegal.")](), f"{move}: {refusal}"


def test_refusals_say_why_and_what_would_fit() -> None:
    given = Counter(key for play in KINDS_OF_PLAY for key in check_refusals(play))
    assert set(given) >= keys("illegal.") - {"illegal.nothing", "illegal.no-cards"} or not available()


def check_refusals(play: str) -> Iterator[str]:
    """Check many refusals in so many positions, and yield their keys."""
    random = Random(f"refusals {play}")
    every = sorted(_ACTIONS)
    for state, naive, seat, _, _ in decisions(play):
        legal = naive.moves()
        held = [move for move in every if any(card in move for card in naive.hands[seat])]
        for move in {*random.sample(every, 3), *random.sample(held or every, min(len(held) or 3, 8)), "end", "pass"}:
            if move in legal:
                continue
            with pytest.raises(Illegal) as refusal:
                state.play(move, seat)
            check_refusal(naive, seat, move, refusal.value.what)
            said(refusal.value.what)
            yield refusal.value.what.key
        with pytest.raises(Malformed) as malformed:
            state.play("8 times 4", seat)
        assert set(str(malformed.value.what.gaps["examples"]).split(", ")) <= legal
        said(malformed.value.what)


def test_an_action_that_does_not_exist_is_refused_with_what_fits() -> None:
    for number, (state, naive, seat, _, _) in enumerate(decisions("random")):
        with pytest.raises(Illegal) as refusal:
            state.play(12345678 + number, seat)
        assert refusal.value.what.key == "illegal.nothing"
        said(refusal.value.what)
        fits = refusal.value.what.gaps["fits"]
        assert isinstance(fits, Message)
        check_fits(naive, seat, "", fits)
