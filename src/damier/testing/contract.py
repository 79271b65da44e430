"""The laws: functions of a game that raise AssertionError where the game breaks them."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import numpy as np

from damier.core.catalogue import LANGUAGES, Catalogue, sentences
from damier.core.compiled import available
from damier.core.contract import CHANCE, MAX_SEATS
from damier.core.durations import measured
from damier.core.errors import DamierError, Illegal, Malformed, NotYourTurn
from damier.core.event_text import event_sentence
from damier.core.events import Chanced, Moved
from damier.core.game import Game
from damier.core.lesson import has_lesson, lesson
from damier.core.options import Choice
from damier.core.record import DEMO, parse
from damier.core.replay import steps, verify
from damier.core.rng import below, seeded
from damier.core.state import State
from damier.testing import golden
from damier.testing.lessons import objections
from damier.testing.walks import Turn, played, variations, walk

GAMES = 3  # random games per variation
EVENTS = 60  # of each, where every state is checked


def _turns(game: Game, *, jit: bool | None = None, most: int = EVENTS) -> Iterator[Turn]:
    """Yield the turns of random games, compiled where possible: that plain Python plays the same is another law."""
    for options, seats in variations(game):
        for seed in range(GAMES):
            yield from walk(game, options, seats, f"{options}{seats}/{seed}", jit=jit, most=most)


def legal_and_apply_agree(game: Game) -> None:
    """`apply` accepts exactly what `legal` lists; everything else is refused by rule, and nothing changes."""
    rng = seeded("other actions")
    for turn in _turns(game):
        state = turn.state
        before = bytes(state.data)
        for seat in range(1, state.seats + 1):
            actions = state.actions(seat)
            assert len(actions) == len(set(actions)) <= game.rules.MAX_ACTIONS
            assert bool(actions) == (seat in state.actors), "those to act, and only they, have legal actions"
            for action in actions[:8]:
                state.play(action, seat)
            most = max(actions, default=0) + 50
            others = {below(rng, most) for _ in range(5)} | {-1, most} - set(actions)
            for action in others - set(actions):
                error = _refusal(state, seat, action)
                assert isinstance(error, Illegal if seat in state.actors else NotYourTurn), "accepted, but not listed"
                assert error.rule or seat not in state.actors, "a refusal names its rule"
                assert str(error)
        assert bytes(state.data) == before


def _refusal(state: State, seat: int, action: int) -> DamierError | None:
    try:
        state.play(action, seat)
    except DamierError as error:
        return error
    return None


def chance_is_explicit(game: Game) -> None:
    """Outcomes are listed once, ascending, with positive weights; chance acts alone."""
    seen = False
    for turn in _turns(game):
        if CHANCE not in turn.state.actors:
            assert turn.state.chances() == []
            continue
        seen = True
        assert turn.state.actors == (CHANCE,)
        outcomes = turn.state.chances()
        numbers = [outcome for outcome, _ in outcomes]
        assert numbers == sorted(set(numbers))
        assert 0 < len(numbers) <= game.rules.MAX_OUTCOMES
        assert all(weight > 0 for _, weight in outcomes)
        for outcome in numbers[:: 1 + len(numbers) // 8]:
            turn.state.play(outcome, CHANCE)
    assert seen == game.has_chance


def functions_are_pure(game: Game) -> None:
    """Reading a state or playing from it does not change it, and gives the same result every time."""
    for turn in _turns(game):
        state = turn.state
        before = bytes(state.data)
        for _ in range(2):
            read = (state.actions(turn.actor), state.chances(), state.scores, state.key, state.outcome)
            views = [state.view(seat) for seat in range(state.seats + 1)]
            after = state.play(turn.action, turn.actor)
            assert bytes(state.data) == before
        assert read == (state.actions(turn.actor), state.chances(), state.scores, state.key, state.outcome)
        assert views == [state.view(seat) for seat in range(state.seats + 1)]
        assert after == state.play(turn.action, turn.actor)


def games_end(game: Game) -> None:
    """Random games come to an end, with a reason and places."""
    for options, seats in variations(game):
        session = played(game, options, seats, f"end {options}")
        outcome = session.outcome
        assert outcome is not None
        assert outcome.reason in game.rules.ENDINGS[1:]
        assert len(outcome.places) == seats
        assert min(outcome.places) == 1
        assert sorted(game.rules.seating(outcome)) == list(range(1, seats + 1))


def records_replay(game: Game) -> None:
    """A record replays to the same game, its chance verifies, and its text writes back the same."""
    for options, seats in variations(game):
        session = played(game, options, seats, f"record {options}")
        text = session.record().write()
        record = parse(text)
        assert record == session.record()
        assert record.write() == text
        replayed = list(steps(record))
        assert [step.event for step in replayed] == session.events
        assert replayed[-1].after == session.state
        assert replayed[-1].outcome == session.outcome
        assert verify(record) == sum(isinstance(event, Chanced) for event in session.events)


def a_seat_reads_no_more_than_it_may(game: Game) -> None:
    """A seat's record differs from the full one by `?` only, and without hidden things not at all."""
    for options, seats in variations(game):
        session = played(game, options, seats, f"seat record {options}")
        full = session.record()
        for seat in range(seats + 1):
            mine = session.record(seat)
            assert parse(mine.write()) == mine
            for line, redacted in zip(full.lines, mine.lines, strict=True):
                assert line.actor == redacted.actor
                if line.text != redacted.text:
                    assert game.view.HIDES
                    pattern = ".+".join(map(re.escape, redacted.text.split("?")))
                    assert re.fullmatch(pattern, line.text), f"{redacted.text} hides {line.text}"


def views_hide(game: Game) -> None:
    """A seat's view, choices and own moves do not depend on what is hidden from it.

    They are the same in the real state and in a determinization of the seat's view. Only a game whose view module says
    `REVEALS = True` may show a seat something hidden as the result of its own move, and such a game must do so.
    """
    reveals = getattr(game.view, "REVEALS", False)
    revealed = False
    for turn in _turns(game):
        state = turn.state
        for seat in range(state.seats + 1):
            view = state.view(seat)
            if not game.view.HIDES:
                seen = state.engine.blank()
                state.engine.bridge.view_of(state.data, seat, seen)
                assert bytes(seen) == bytes(state.data), "a game that hides nothing must show everything"
                assert view.show() == state.view(0).show(), "where nothing is hidden, everybody is shown the same"
                continue
            sampled = determinize(state, seat, seeded("sampled", seat))
            assert sampled.view(seat) == view
            assert sampled.view(seat).show() == view.show()
            assert sampled.actors == state.actors
            if seat:
                assert sampled.actions(seat) == state.actions(seat)
            if seat and turn.actor == seat:  # 0 is the watcher here, chance there
                if sampled.play(turn.action, seat).view(seat) != state.play(turn.action, seat).view(seat):
                    assert reveals, f"{state.write(seat, turn.action)} shows seat {seat} what was hidden from it"
                    revealed = True
                for text_of in (game.view.notation, game.view.sentence):
                    args = (turn.actor, turn.action, seat)
                    assert text_of(sampled.fields, *args) == text_of(state.fields, *args)
    assert revealed == reveals, "REVEALS, but no move showed anything"


def determinize(state: State, seat: int, rng: np.typing.NDArray[np.int64]) -> State:
    """Return a state that the seat cannot tell from the real one, made from its view alone."""
    view = state.view(seat)
    data = state.engine.blank()
    data[0] = view.data[0]
    module = next(module for module in state.game.modules if hasattr(module, "determinize"))
    state.engine.bind(module).determinize(data[0], seat, rng)
    return state._next(data, state._mask)


def plain_and_compiled_agree(game: Game) -> None:
    """The same source runs plain and compiled, and gives the same game event for event."""
    if not available():
        return
    for number, (options, seats) in enumerate(variations(game)):
        for seed in range(GAMES):
            most = 100 if number else 400  # the usual game far on, every other one well into it
            turns = islice(walk(game, options, seats, f"both {seed}", jit=True), most)
            plain = State.start(game, options, seats, jit=False)
            for turn in turns:
                fast = turn.state
                assert bytes(plain.data) == bytes(fast.data)
                assert plain.actors == fast.actors
                assert plain.chances() == fast.chances()
                assert plain.scores == fast.scores
                assert plain.key == fast.key
                for seat in range(1, seats + 1):
                    assert plain.actions(seat) == fast.actions(seat)
                    assert bytes(plain.view(seat).data) == bytes(fast.view(seat).data)
                plain = plain.play(turn.action, turn.actor)


def notation_round_trips(game: Game) -> None:
    """Each action has one notation and each notation names one action; what is no notation is Malformed."""
    for turn in _turns(game):
        state = turn.state
        for actor in state.actors:
            actions = state.actions(actor) if actor else [outcome for outcome, _ in state.chances()]
            texts = [state.write(actor, action) for action in actions]
            assert len(set(texts)) == len(texts)
            for action, text in zip(actions, texts, strict=True):
                assert state.read(actor, text) == action
                assert text == " ".join(text.split())
                assert "#" not in text
                assert "?" not in text
            for rubbish in RUBBISH:
                assert _is_malformed(state, actor, rubbish), f"“{rubbish}” is read as a move"
            assert _is_malformed(state, actor, f"{texts[0]} {texts[0]} x"), (
                f"“{texts[0]} {texts[0]} x” is read as a move"
            )
            for unclear in ("0", "-", "9" * 50):  # may name an action; if not, it is refused without a traceback
                with suppress(Malformed, Illegal):
                    state.play(unclear, actor)


RUBBISH = ("", "?", "rubbish", "é" * 50, "\0", "1 2 3 4 5 6 7 8 9 10 11 12", "rubbish 1 2", "*")


def _is_malformed(state: State, actor: int, text: str) -> bool:
    try:
        state.read(actor, text)
    except Malformed as refusal:
        return bool(str(refusal))
    return False


def speaks_both_languages(game: Game) -> None:
    """Every sentence exists in both languages, with the same gaps; every event and ending can be said."""
    first, *others = (sentences(game.folder, language) for language in LANGUAGES)
    for other in others:
        assert set(first) == set(other)
        for key, sentence in first.items():
            assert _gaps(sentence) == _gaps(other[key]), key
    for language in LANGUAGES:
        say = game.catalogue(language)
        needed = {"name", "tagline", *(f"facts.{fact}" for fact in ("players", "luck", "trains"))}
        if not measured(game.folder):  # how long it takes must be said then
            needed.add("facts.minutes")
        needed |= {f"end.{reason}" for reason in game.rules.ENDINGS[1:]}
        for name, kind in game.options.kinds().items():
            needed.add(f"option.{name}")
            if isinstance(kind, Choice):
                needed |= {f"option.{name}.{value}" for value in kind.values}
        assert not [key for key in sorted(needed) if key not in say]
        _say_everything(game, say)
    english, french = ((game.folder / f"rules.{language}.md").read_text("utf-8") for language in LANGUAGES)
    rules = re.findall(r"\*\*(R\d+)", english)
    assert rules == re.findall(r"\*\*(R\d+)", french), "both rules pages have the same rules in the same order"
    assert rules == [f"R{n}" for n in range(1, len(rules) + 1)]


def _say_everything(game: Game, say: Catalogue) -> None:
    names = [f"Player {seat}" for seat in range(1, MAX_SEATS + 1)]
    for turn in _turns(game):
        text = turn.state.write(turn.actor, turn.action)
        event = Moved(turn.actor, turn.action, text) if turn.actor else Chanced(turn.action, text)
        for seat in range(turn.state.seats + 1):
            assert say(event_sentence(turn.state, event, seat, names))


def _gaps(sentence: object) -> set[str]:
    return set(re.findall(r"{(\w+)(?::\w+)?}", json.dumps(sentence)))


def golden_transcripts_hold(game: Game) -> None:
    """There is a golden record, and its stored transcript is what it gives today."""
    records = golden.records(game)
    assert records, f"no golden record in {game.folder / 'tests' / 'golden'}: make golden"
    for path in records:
        kept = path.with_suffix(".txt").read_text(encoding="utf-8")
        assert golden.transcript(path.read_text(encoding="utf-8")) == kept, f"the transcript of {path.name} has changed"


def lessons_teach(game: Game) -> None:
    """Every step of the lesson can be played, every move to find is legal, and both catalogues have its sentences."""
    if not has_lesson(game):
        assert not _is_ours(game), f"no lesson.json in {game.folder}"
        return
    needed, allowed = set(), set()
    for scene in lesson(game, jit=False):
        needed.add(scene.key)
        if scene.find:
            needed.add(f"{scene.key}.good")
            allowed.add(f"{scene.key}.other")
    for language in LANGUAGES:
        said = {key for key in sentences(game.folder, language) if key.startswith("lesson.")}
        assert needed <= said <= needed | allowed, f"{language}: {sorted(said ^ needed)}"


def lessons_agree_with_the_engine(game: Game) -> None:
    """No move that the lesson teaches is worse than another by what the level `master` finds."""
    if not has_lesson(game) or not available():  # in plain Python it would take minutes
        return
    found = [objection for scene in lesson(game) if scene.find for objection in objections(scene)]
    assert not found, "; ".join(found)


def demos_end(game: Game) -> None:
    """The demo is a complete game."""
    path = game.folder / DEMO
    if not path.is_file():
        assert not _is_ours(game), f"no {DEMO} in {game.folder}"
        return
    record = parse(path.read_text(encoding="utf-8"))
    assert record.game == game.id
    *_, last = steps(record, jit=False)
    assert last.outcome is not None


def _is_ours(game: Game) -> bool:
    """Return whether a game lies among Damier's own, which must have everything that the pages show."""
    home, _, name = game.package.rpartition(".")
    return home == "damier.games" and not name.startswith("_")


LAWS: tuple[Callable[[Game], None], ...] = (
    legal_and_apply_agree,
    chance_is_explicit,
    functions_are_pure,
    games_end,
    records_replay,
    a_seat_reads_no_more_than_it_may,
    views_hide,
    plain_and_compiled_agree,
    notation_round_trips,
    speaks_both_languages,
    golden_transcripts_hold,
    lessons_teach,
    lessons_agree_with_the_engine,
    demos_end,
)
