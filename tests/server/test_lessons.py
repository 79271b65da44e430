"""Learning by playing: every lesson there is, from its first step to its last, over HTTP."""

from collections.abc import Iterator

import pytest

from damier.core.lesson import has_lesson, lesson
from damier.core.registry import game, games
from server.serving import Server

TAUGHT = [name for name, known in games().items() if has_lesson(known)]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server.on(tmp_path_factory.mktemp("school")) as running:
        yield running
        assert "Traceback" not in running.errors()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_to_its_end(school: Server, name: str, lang: str) -> None:
    status, told = school.ask("GET", f"/api/games/{name}/lesson?lang={lang}")
    assert status == 200
    scenes = lesson(game(name), jit=False)
    assert len(told["steps"]) == len(scenes)
    say = game(name).catalogue(lang)
    for scene, step in zip(scenes, told["steps"], strict=True):
        assert step["sentence"] == say(scene.key)
        assert step["find"] == bool(scene.find)
        assert step["view"] == scene.state.view(scene.seat).show()
        assert (step["seat"], step["seats"]) == (scene.seat, scene.state.seats)
        assert bool(step["last"]) == bool(scene.last)
        path = f"/api/games/{name}/lesson/{scene.number}?lang={lang}"
        if not scene.find:
            assert step["legal"] == []
            assert school.ask("POST", path, {"move": "anything"})[0] == 409
            continue
        assert step["legal"] == scene.state.moves(scene.seat)
        for move in step["legal"]:
            status, tried = school.ask("POST", path, {"move": move})
            assert status == 200
            looked_for = scene.state.read(scene.seat, move) in scene.find
            assert tried["good"] == looked_for
            assert tried["rule"] is None
            if looked_for:
                after = scene.state.play(move, scene.seat)
                assert tried["sentence"] == say(f"{scene.key}.good")
                assert tried["event"] == move
                assert tried["view"] == after.view(scene.seat).show()
                assert tried["scores"] == list(after.scores)
                assert tried["actors"] == [actor or "*" for actor in after.actors]
            else:
                assert (tried["event"], tried["view"], tried["scores"], tried["actors"]) == (None,) * 4
                assert tried["sentence"]


def test_a_try_that_breaks_a_rule_is_told_which(school: Server) -> None:
    path = "/api/games/quatre/lesson/2"
    _, tried = school.ask("POST", path, {"move": "F1-F2"})
    assert (tried["good"], tried["rule"], tried["sentence"]) == (False, "R4", "F2 is taken (R4).")
    _, tried = school.ask("POST", f"{path}?lang=fr", {"move": "rubbish"})
    assert (tried["good"], tried["rule"]) == (False, None)
    assert "n’est pas un coup" in tried["sentence"]
    assert not school.ask("POST", path, {"move": "resign"})[1]["good"]


def test_what_is_not_taught(school: Server) -> None:
    assert school.ask("GET", "/api/games/miniature/lesson")[0] == 404
    assert school.ask("POST", "/api/games/quatre/lesson/99", {"move": "F1-E2"})[0] == 404
    status, problem = school.ask("GET", "/api/games/chess/lesson?lang=fr")
    assert (status, problem["code"]) == (404, "unknown")
    assert "Il n’y a pas de jeu" in problem["sentence"]


def test_the_last_event_is_told_in_words(school: Server) -> None:
    _, told = school.ask("GET", "/api/games/quatre/lesson")
    assert told["steps"][0]["last"] is None
    third = told["steps"][2]
    assert third["last"] == {"seq": 2, "actor": 2, "event": "A1-B2", "sentence": "Player 2 steps from A1 to B2."}
    assert third["actors"] == [1]
    assert third["scores"] == [0, 0]
