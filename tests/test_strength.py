"""How the strength of levels is measured and written down."""

import json
from pathlib import Path

from damier.analysis.arena import tournament
from damier.analysis.strength import Finding, matches, remember, write_down
from damier.analysis.tally import Share
from damier.core.registry import game
from damier.core.thinking import LADDER
from damier.players.levels import STRENGTH, describe_level, levels, measured

FOUND = [
    Finding("gentle", "random", Share(9.5, 10), 0.001, 0.002),
    Finding("steady", "gentle", Share(7, 10), 0.001, 0.002),
    Finding("strong", "random", Share(10, 10), 0.01, 0.02),
]


def test_every_level_meets_the_one_below_and_strong_meets_chance() -> None:
    pairings = [match.bots for match in matches("quatre", {}, 2, 0)]
    assert pairings[0] == ("gentle", "random")
    assert set(zip(LADDER[1:], LADDER, strict=False)) < set(pairings)
    assert ("perfect", "master") in pairings
    assert ("strong", "random") in pairings
    assert ("perfect", "master") not in [match.bots for match in matches("quatre", {"variant": "mix"}, 2, 0)]


def test_a_finding_is_about_the_first_of_two() -> None:
    found = Finding.of(tournament(matches("miniature", {}, 4, 1)[0]))
    assert (found.level, found.against, found.share.games) == ("gentle", "random", 4)
    assert 0 < found.median <= found.p95


def test_a_page_keeps_the_other_games(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "strength.md"
    write_down(page, "quatre", FOUND[:1])
    write_down(page, "foumath", FOUND[1:])
    first = page.read_text()
    assert first.index("## foumath") < first.index("## quatre")
    assert "| gentle | random | 10 | 95.0 % (" in first
    write_down(page, "quatre", FOUND[:1])
    assert page.read_text() == first, "the same again changes nothing"


def test_levels_tell_how_they_did_against_the_level_below(tmp_path: Path) -> None:
    remember(tmp_path, FOUND)
    told = json.loads((tmp_path / STRENGTH).read_text())
    assert told == measured(tmp_path)
    assert told["gentle"] == {"against": "random", "games": 10, "score": 0.95}
    assert "strong" not in told, "against chance says little of it"


def test_sentences_in_both_languages() -> None:
    for lang in ("en", "fr"):
        for level in levels(game("quatre")):
            assert describe_level(level, game("quatre"), lang).endswith(".")
