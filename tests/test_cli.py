"""The command line, as people and scripts meet it: real processes, real files."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from damier import __version__
from damier.core.catalogue import Catalogue
from damier.core.errors import Malformed
from damier.core.record import parse
from damier.core.registry import game
from damier.core.replay import steps
from damier.core.thinking import LADDER
from damier.testing.walks import played


def damier(*args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damier", *args],
        input=stdin,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120", "NUMBA_DISABLE_JIT": "1", **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_help_teaches() -> None:
    done = damier("--help")
    assert done.returncode == 0
    for word in ("damier play quatre", "games", "replay", "verify", "perft", "arena", "new-game"):
        assert word in done.stdout
    for command in ("games", "rules", "play", "replay", "verify", "perft", "arena", "serve", "new-game"):
        assert damier(command, "--help").returncode == 0


def test_the_version_has_one_source() -> None:
    done = damier("--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"damier {__version__}")
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/damier/__init__.py"


def test_durations_are_written_into_the_games_folder(tmp_path: Path) -> None:
    damier("new-game", "sticks", "--into", str(tmp_path))
    env = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]), "DAMIER_GAMES": "sticks"}
    done = damier("durations", "sticks", "--games", "3", "--workers", "1", **env)
    assert done.returncode == 0, done.stderr
    assert "sticks=99" in done.stdout
    kept = json.loads((tmp_path / "sticks" / "durations.json").read_text())
    assert {length["seats"] for length in kept["lengths"]} == {2, 3, 4}
    assert kept["seconds_per_decision"] > 0


def test_a_hint_by_a_bot_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.damier"
    path.write_text("damier: 1\ngame: miniature\nseat 1: Ada\nseat 2: Bo\n\n* draw 1 6\n* draw 2 5\n", encoding="utf-8")
    done = damier("hint", str(path), "--bot", "alphabeta")
    assert done.returncode == 2
    assert "alphabeta plays only games without chance" in done.stderr
    assert "move" in json.loads(damier("hint", str(path), "--bot", "mcts:30", "--json").stdout)


@pytest.mark.parametrize(("lang", "said"), [("en", "four of your pawns"), ("fr", "quatre de ses pions")])
def test_games_lists_options_with_their_defaults(lang: str, said: str) -> None:
    done = damier("games", "--lang", lang)
    assert done.returncode == 0
    assert said in done.stdout
    for option, kind in game("quatre").options.kinds().items():
        assert f"-o {option}=" in done.stdout
        assert f"{kind.default} *" in done.stdout
    listed = {entry["id"]: entry for entry in json.loads(damier("games", "--json").stdout)}
    assert listed["quatre"]["options"]["variant"] == {"default": "plain", "allowed": ["plain", "mix"]}
    assert listed["quatre"]["levels"] == [*LADDER, "perfect"]
    assert " · ".join(listed["quatre"]["levels"]) in done.stdout


def test_the_locale_chooses_the_language() -> None:
    assert "2 joueurs" in damier("games", LC_ALL="fr_FR.UTF-8").stdout
    assert "2 joueurs" in damier("games", LC_ALL="", LC_MESSAGES="", LANG="fr_CA").stdout
    assert "2 players" in damier("games", LC_ALL="de_DE.UTF-8").stdout
    assert "Rouge commence" in damier("rules", "quatre", "--lang", "fr").stdout
    assert "Red begins" in damier("rules", "quatre", "--lang", "en").stdout
    wrong = damier("games", "--lang", "de")
    assert (wrong.returncode, "no language “de”" in wrong.stderr) == (2, True)


def test_replay_json_has_one_line_per_event(tmp_path: Path) -> None:
    session = played(game("miniature"), {}, 3, "json", jit=False)
    path = tmp_path / "game.damier"
    path.write_text(session.record().write(), encoding="utf-8")
    lines = [json.loads(line) for line in damier("replay", str(path), "--json").stdout.splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(session.events) + 1))
    assert [line["event"] for line in lines] == [event.text for event in session.events]
    assert [line["actor"] for line in lines] == [event.actor or "*" for event in session.events]
    assert all(line.keys() == {"seq", "actor", "event", "scores", "actors", "outcome"} for line in lines)
    assert session.outcome is not None
    assert lines[-1]["outcome"] == session.outcome.as_json()
    assert lines[-1]["scores"] == list(session.state.scores)
    assert lines[-1]["actors"] == []
    hidden = [
        json.loads(line)["event"]
        for line in damier("replay", str(path), "--json", "--seat", "1").stdout.split("\n")
        if line
    ]
    assert any("?" in text for text in hidden)
    assert damier("replay", str(path)).stdout.count("\n") >= len(lines)
    assert "wins" in damier("replay", str(path), str(path)).stdout or "share" in damier("replay", str(path)).stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n1 F1-E2\n2 A1-F6\n", "Line 7: F6 is taken (R4)."),
        ("damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n1 F1-C3\n", "(R5)"),
        ("rubbish", "Line 1: A record begins with"),
        ("", "Line 1: A record begins with"),
    ],
)
def test_a_bad_record_exits_2_with_line_reason_and_rule(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.damier"
    path.write_text(text, encoding="utf-8")
    for command in ("replay", "verify"):
        done = damier(command, str(path))
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "missing", tmp_path / "bytes"):
        done = damier("replay", str(path))
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert str(path.name) in done.stderr


def test_verify_says_what_it_recomputed_and_catches_a_changed_throw(tmp_path: Path) -> None:
    path = tmp_path / "game.damier"
    text = played(game("miniature"), {}, 2, "verify", jit=False).record().write()
    path.write_text(text, encoding="utf-8")
    assert "all are what the seed gives" in damier("verify", str(path)).stdout
    drawn = next(line for line in text.splitlines() if line.startswith("* draw 1 "))
    other = "* draw 1 5" if drawn != "* draw 1 5" else "* draw 1 4"
    path.write_text(text.replace(drawn, other, 1), encoding="utf-8")
    done = damier("verify", str(path))
    assert done.returncode == 2
    assert "the seed gives “" + drawn.removeprefix("* ") in done.stderr


def test_perft_prints_depth_and_sequences(tmp_path: Path) -> None:
    assert damier("perft", "quatre", "--depth", "3").stdout == "1 16\n2 282\n3 6314\n"
    path = tmp_path / "after.damier"
    path.write_text("damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n1 F1-E2\n", encoding="utf-8")
    counts = damier("perft", "quatre", "--depth", "2", "--after", str(path)).stdout.splitlines()
    *_, last = steps(parse(path.read_text()), jit=False)
    assert counts[0] == f"1 {len(last.after.actions())}"
    assert damier("perft", "miniature", "--depth", "1").stdout == "1 9\n"


def test_arena_for_people_and_machines(tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("arena", "quatre", "greedy", "random", "--games", "4", "--seed", "1")
    assert "Mean events per game" in damier(*args).stdout
    told = json.loads(damier(*args, "--json", "--records", str(out)).stdout)
    assert told["games"] == 4
    assert told["bots"][0]["bot"] == "greedy"
    assert sum(bot["wins"] for bot in told["bots"]) + told["shared"] == 4
    assert sorted(path.name for path in out.iterdir()) == [f"{n}.damier" for n in range(1, 5)]
    assert damier("replay", *map(str, sorted(out.iterdir()))).returncode == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("arena", "chess", "random", "random"), "no game “chess”"),
        (("arena", "quatre", "random"), "Quatre is for 2 players, not for 1."),
        (("arena", "quatre", "random", "genius"), "no bot “genius”"),
        (("arena", "miniature", "random", "alphabeta"), "alphabeta plays only games without chance"),
        (
            ("play", "miniature", "--seat", "Ada", "--seat", "bot:alphabeta"),
            "alphabeta plays only games without chance",
        ),
        (("arena", "quatre", "random", "random", "-o", "variant=blue"), "plain | mix"),
        (("arena", "quatre", "random", "random", "-o", "variant"), "KEY=VALUE"),
        (("play", "quatre", "--seat", "Ada"), "Quatre is for 2 players:"),
        (("play", "quatre", "--seat", "Ada", "--seat", "bot:genius"), "no bot “genius”"),
        (("arena", "quatre", "perfect", "random", "-o", "variant=mix"), "plays quatre only with variant=plain"),
        (("play", "quatre", "--seat", "Ada", "--seat", "bot:perfect", "-o", "variant=mix"), "only with variant=plain"),
        (("arena", "foumath", "perfect", "random"), "foumath has no level perfect"),
        (("new-game", "No Good"), "cannot be a game’s id"),
        (("new-game", "quatre"), "already exists"),
    ],
)
def test_mistakes_are_told_in_one_sentence(args: tuple[str, ...], said: str) -> None:
    done = damier(*args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_in_the_terminal_in_both_languages(tmp_path: Path) -> None:
    saved = tmp_path / "saved.damier"
    script = f"?\nlist\nrubbish\nF1-F2\nhint\n1\nundo\nF1-E2\nsave {saved}\nquit\n"
    done = damier("play", "quatre", "--lang", "en", stdin=script)
    assert done.returncode == 0, done.stderr
    told = (
        "A2-B1",
        "not a move",
        "F2 is taken (R4).",
        "You could play",
        "Move taken back.",
        "Saved as",
        "See you next",
    )
    for said in told:
        assert said in done.stdout
    assert len(parse(saved.read_text()).lines) == 2, "my move and the bot's"
    resumed = damier("play", str(saved), "--lang", "fr", stdin="règles\nabandonner\n\nn\n")
    assert resumed.returncode == 0, resumed.stderr
    for said in ("Rouge commence", "Player 1 abandonne", "Moineau doux gagne"):
        assert said in resumed.stdout


def test_a_series_seats_the_loser_first_and_keeps_records(tmp_path: Path) -> None:
    """R11 at the terminal: Bo resigns as black, so Bo plays red next."""
    kept = tmp_path / "kept.damier"
    script = f"F1-E2\nresign\n{kept}\ny\nresign\n\nn\n"
    done = damier("play", "quatre", "--seat", "Ada", "--seat", "Bo", stdin=script)
    assert "Series: Bo 0, Ada 1. Bo begins." in done.stdout
    assert "Ada wins. Bo resigns." in done.stdout
    *_, last = steps(parse(kept.read_text()), jit=False)
    assert last.outcome is not None
    assert last.outcome.reason == "resigned"


def test_hidden_tokens_stay_behind_the_curtain_and_the_seed_beside_the_record(tmp_path: Path) -> None:
    saved = tmp_path / "saved.damier"
    script = f"\nroll\nsave {saved}\nquit\n"
    done = damier("play", "miniature", "--seat", "Ada", "--seat", "Bo", stdin="\nchallenge 2\n" + script)
    assert "Pass the device to Ada" in done.stdout
    assert "Pass the device to Bo" in done.stdout
    assert "You draw" not in done.stdout, "with two at one screen nobody's draw is told"
    again = damier("play", "miniature", stdin=f"save {saved}\nquit\n")
    assert "Saved" in again.stdout
    assert "seed:" not in saved.read_text()
    resumed = damier("play", str(saved), stdin="roll\nquit\n")
    assert resumed.returncode == 0, resumed.stderr
    assert "throws" in resumed.stdout


def test_a_new_game_is_playable_and_keeps_the_contract(tmp_path: Path) -> None:
    made = damier("new-game", "sticks", "--into", str(tmp_path))
    assert made.returncode == 0, made.stderr
    env = {"PYTHONPATH": str(tmp_path), "DAMIER_GAMES": "sticks"}
    assert "Sticks" in damier("games", **env).stdout
    assert "takes 3 sticks" in damier("play", "sticks", stdin="take 3\nquit\n", **env).stdout
    check = "from sticks import GAME; from damier.testing import LAWS\nfor law in LAWS: law(GAME)"
    done = subprocess.run(
        [sys.executable, "-c", check], env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_who_plays_is_spoken_of_in_the_third_person() -> None:
    """A name fills the gaps of sentences such as "{who} draws 2", so it can be neither "You" nor "Vous"."""
    done = damier("play", "quatre", "--lang", "fr", stdin="F1-E2\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Joueur 1 : votre coup" in done.stdout
    assert re.search("Joueur 1 .*F1.*E2", done.stdout)
    assert "Vous" not in done.stdout


def test_a_hint_at_the_end_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.damier"
    path.write_text("damier: 1\ngame: quatre\nseat 1: Ada\nseat 2: Bo\n\n1 F1-E2\n", encoding="utf-8")
    *_, last = steps(parse(path.read_text()), jit=False)
    told = json.loads(damier("hint", str(path), "--bot", "steady", "--json").stdout)
    assert told["seat"] == 2
    assert told["move"] in last.after.moves()
    assert told["reason"].endswith(".")
    french = damier("hint", str(path), "--bot", "steady", "--lang", "fr").stdout
    assert f"Vous pourriez jouer {told['move']}." in french


@pytest.mark.parametrize(
    ("name", "lines", "said"),
    [
        ("quatre", "1 resign", "over"),
        ("foumath", "", "something must be thrown or drawn first"),
        ("quatre", "1 F1-F2", "Line 6"),
    ],
)
def test_no_hint_where_nobody_is_to_act(tmp_path: Path, name: str, lines: str, said: str) -> None:
    path = tmp_path / "game.damier"
    path.write_text(f"damier: 1\ngame: {name}\nseat 1: Ada\nseat 2: Bo\n\n{lines}\n", encoding="utf-8")
    done = damier("hint", str(path))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("lang", "said"), [("en", "4×4 with 3 + 3 pawns"), ("fr", "4×4 avec 3 + 3 pions")])
def test_solve_counts_every_position_and_writes_a_report(lang: str, said: str, tmp_path: Path) -> None:
    asked = ("--size", "4", "--pawns", "3", "--out", str(tmp_path), "--lang", lang)
    done = damier("solve", "quatre", *asked, NUMBA_DISABLE_JIT="0")  # its kernels are made for the compiler
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    report = json.loads((tmp_path / "report-4-3-cpu.json").read_text())
    assert report["playable"] == report["positions"] == 560 * 286, "three pawns make no line"
    assert report["drawn"] == report["playable"] - sum(report["lost"].values()) - sum(report["won"].values())
    grouped = f"{report['drawn']:,}".replace(",", "," if lang == "en" else "\u202f")
    assert grouped in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("foumath",), "Only Quatre can be solved"),
        (("quatre", "--size", "4", "--book"), "A book needs --out DIR"),
    ],
)
def test_what_cannot_be_solved_is_refused(args: tuple[str, ...], said: str) -> None:
    done = damier("solve", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.filterwarnings("ignore:'click:DeprecationWarning")  # typer uses what click will drop
def test_a_table_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from damier.cli import solve

    monkeypatch.setattr("damier.solver.memory.memory", lambda: 64 * 10**9)
    with pytest.raises(Malformed) as refused:
        solve.run("quatre", lang="en")
    for lang, said in (("en", "takes 286 GB of memory; this machine has 64 GB"), ("fr", "occupe 286 Go de mémoire")):
        assert said in refused.value.say(Catalogue(lang, Path(solve.__file__).parent))


def test_explore_tells_what_each_move_leads_to() -> None:
    lines = [json.loads(line) for line in damier("explore", "quatre", "--json", "--nodes", "1").stdout.splitlines()]
    assert len(lines) == 16
    assert lines[0] == {"move": lines[0]["move"], "source": "book", "value": 1, "plies": 15, "estimate": None}
    assert {line["move"] for line in lines[-4:]} == {"A2-B1", "F5-E6", "A6-B6", "F1-E1"}
    assert [line["plies"] for line in lines[-4:]] == [24, 24, 18, 18], "of losses the longest comes first"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("wins in 10 moves of yours", "loses after 10 moves")),
        ("fr", ("gain en 10 de vos coups", "perte après 10")),
    ],
)
def test_explore_speaks_both_languages(lang: str, said: tuple[str, str]) -> None:
    done = damier("explore", "quatre", "-o", "start=mirrored", "--nodes", "1", "--lang", lang)
    assert done.returncode == 0, done.stderr
    assert all(words in done.stdout for words in said)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("quatre", "--moves", "A2-B2 A2-B2"), "A2"),
        (("foumath",), "without chance"),
    ],
)
def test_what_cannot_be_explored_is_refused(args: tuple[str, ...], said: str) -> None:
    done = damier("explore", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
