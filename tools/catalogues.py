"""Checks every catalogue: both languages have the same keys and gaps, no key is missing, none is unused.

A key counts as used when code names it, whole or as a pattern: f"option.{name}" uses every key that fits it.
"""

import ast
import json
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "damier"
LANGUAGES = ("en", "fr")

_QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\\\n])*)\1""")
_GAP = re.compile(r"\$\{[^}]*\}")
_LESSON = re.compile(r"lesson\.\d+(\.good|\.other)?")  # which there are, the contract checks


def catalogues() -> Iterator[Path]:
    """Yield every folder with a catalogue."""
    for found in sorted((*PACKAGE.rglob("text"), ROOT / "web" / "src" / "text", ROOT / "tests" / "miniature" / "text")):
        if found.is_dir():
            yield found


def patterns(path: Path) -> Iterator[str]:
    """Yield the string constants of a source file, as regular expressions."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values)
                yield "".join(parts)
    else:
        for _, text in _QUOTED.findall(source):
            yield ".+".join(map(re.escape, _GAP.split(text)))


def sources(folder: Path) -> Iterator[Path]:
    """Yield the sources that may use a catalogue's keys: those beside it, and Damier's outside the games."""
    own = folder.parent
    for path in own.rglob("*"):
        if path.suffix in (".py", ".svelte", ".ts"):
            yield path
    if own.is_relative_to(ROOT / "web"):
        return
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "games") and not path.is_relative_to(own):
            yield path
    if own.name == "core":  # what games share
        yield from (PACKAGE / "games").rglob("*.py")
        yield from (ROOT / "tests" / "miniature").rglob("*.py")


def gaps(sentence: str) -> set[str]:
    """Return the names of a sentence's gaps."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with one catalogue."""
    texts = {lang: json.loads((folder / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES}
    first, second = texts.values()
    for key in sorted(first.keys() ^ second.keys()):
        yield f"“{key}” is in one language only"
    for key in sorted(first.keys() & second.keys()):
        forms = [value if isinstance(value, dict) else {"": value} for value in (first[key], second[key])]
        named = [set().union(*map(gaps, each.values())) for each in forms]
        if named[0] != named[1]:
            yield f"“{key}” has other gaps in the other language: {named[0] ^ named[1]}"
        if not all(value.strip() for each in forms for value in each.values()):
            yield f"“{key}” says nothing"
    named_somewhere = {pattern for path in sources(folder) for pattern in patterns(path)}
    literal = {pattern.replace("\\", "") for pattern in named_somewhere if ".+" not in pattern}
    fitting = [re.compile(p) for p in named_somewhere if ".+" in p and p.replace(".+", "").strip("\\.- {}")]
    for key in sorted(first):
        if key not in literal and not _LESSON.fullmatch(key) and not any(p.fullmatch(key) for p in fitting):
            yield f"“{key}” is used nowhere"
    for path in folder.parent.rglob("*.svelte"):
        for key in sorted(p.replace("\\", "") for p in patterns(path) if re.fullmatch(r"board\\\.[\w\\.-]+", p)):
            if key not in first:
                yield f"“{key}”, which {path.name} uses, is missing"


def missing() -> Iterator[str]:
    """Yield the keys that Python code uses and no catalogue has."""
    known = {key for folder in catalogues() for key in json.loads((folder / "en.json").read_text(encoding="utf-8"))}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            uses = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("message", "say")
            if uses and node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value not in known:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: “{node.args[0].value}” is in no catalogue"


def main() -> int:
    """Print what is wrong; return 1 if anything is, as an exit code."""
    found = [f"{folder.relative_to(ROOT)}: {fault}" for folder in catalogues() for fault in faults(folder)]
    found += missing()
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
