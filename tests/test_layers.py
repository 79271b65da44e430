"""The laws of the house that can be read off the sources."""

import ast
from pathlib import Path

import pytest

import damier
from damier.core.catalogue import sentences

PACKAGE = Path(damier.__file__).parent
RULES = sorted(PACKAGE.glob("games/*/rules.py"))
EVERY_GAME_HAS = ("name", "facts.players")  # see `speaks_both_languages` in damier.testing
SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_only_its_own_folder_names_a_game() -> None:
    """No list of games anywhere (help texts and docs may show an example)."""
    ids = {path.parent.name for path in RULES} - {"_template"}
    for source in SOURCES:
        if "games" in source.relative_to(PACKAGE).parts or "cli" in source.parts:
            continue
        tree = ast.parse(source.read_text(encoding="utf-8"))
        constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        assert not ids & constants, source
        assert not [module for module in imports if module.startswith("damier.games.")], source


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_rules_import_only_what_rules_need(path: Path) -> None:
    allowed = ("numpy", "damier.core.", "damier.kit", f"damier.games.{path.parent.name}.")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            assert name.startswith(allowed), f"{path} imports {name}"


def test_every_message_in_the_code_has_its_sentence() -> None:
    known = {key for part in ("core", "cli", "server", "players") for key in sentences(PACKAGE / part, "en")}
    for source in SOURCES:
        if "games" in source.relative_to(PACKAGE).parts:
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("message", "_wrong") and node.args:
                key = node.args[-1]
                if isinstance(key, ast.Constant) and key.value not in EVERY_GAME_HAS:
                    assert key.value in known, f"{source.name}: {key.value!r}"
