"""Sentences: gaps, elision before names, and messages that are whole sentences in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import damier
from damier.core.catalogue import LANGUAGES, Catalogue, Name, message, sentences
from damier.core.errors import Illegal, NotYourTurn, RecordError

HOUSE = Path(damier.__file__).parent
OWN = [HOUSE / name for name in ("core", "cli", "server")]
GAMES = sorted(path.parent for path in (HOUSE / "games").glob("*/text"))
MINIATURE = Path(__file__).parent / "miniature"

# Parts of sentences, labels, column headings, prompts, and lines that end with something to copy.
PARTS = re.compile(
    r"seat|duration\.\w+|outcome\.and|cli\.(yes|prompt|again|keep|help|games-next|saved|save-name|new-next|strength-\w+"
    r"|arena-(bot|seat|wins|share|rating|pace|draws|events|games|playing|no-dask)|compile-all|durations-(seats|option|decisions|rounds|minutes|endless)"
    r"|games-levels|written|value-\w+|solve-(package|begins|sweep|title|positions|won|lost|drawn|all|distance|value|move|start)"
    r"|explore-(move|leads|source|rules|book|proof|estimate|better|even|worse|(wins|loses)(-in)?))|server\.(ready|lan)"
)
WRAPPED = re.compile(r"outcome\.(won|shared|drawn)|error\.at-line|lesson\.at-step|cli\.hint")  # a sentence ends them


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "la main d’Ada"),
        ("Bo", "la main de Bo"),
        ("Édith", "la main d’Édith"),
        ("e\u0301dith", "la main d’e\u0301dith"),
        ("Hugo", "la main d’Hugo"),
        ("Yann", "la main de Yann"),
        ("Œdipe", "la main d’Œdipe"),
        ("Çelik", "la main de Çelik"),
        ("🦊", "la main de 🦊"),
        ("3 amis", "la main de 3 amis"),
        ("", "la main de "),
    ],
)
def test_de_elides_before_a_vowel(name: str, said: str) -> None:
    assert f"la main {Name(name):de}" == said
    assert f"{Name(name)}|{Name(name):>9}" == f"{name}|{name:>9}"


def test_names_in_gaps_elide_and_numbers_stay_numbers(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "fr.json").write_text('{"hand": "la main {who:de}, {n:02}", "ada": "Ada"}', encoding="utf-8")
    say = Catalogue("fr", tmp_path)
    assert say("hand", who="Élie", n=3) == "la main d’Élie, 03"
    assert say("hand", who=message("ada"), n=12) == "la main d’Ada, 12"


def test_the_rule_goes_before_the_full_stop() -> None:
    broken = Illegal(message("error.too-long", limit=9), "R4")
    assert broken.say(Catalogue("en")) == "This is longer than 9 characters (R4)."
    assert RecordError(3, broken).say(Catalogue("en")) == "Line 3: This is longer than 9 characters (R4)."
    assert RecordError(3, broken).say(Catalogue("fr")) == "Ligne 3 : C’est plus long que 9 caractères (R4)."


def test_who_acts_out_of_turn_is_told_so() -> None:
    assert NotYourTurn.by(2).say(Catalogue("en")) == "It is not player 2’s turn."
    assert NotYourTurn.by(0).say(Catalogue("en")) == "Nothing is to be thrown or drawn now."


def messages(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """The texts that reach a person as sentences of their own."""
    for key, sentence in sentences(folder, language).items():
        spoken = folder in OWN or key.startswith(("illegal.", "malformed."))
        if spoken and not PARTS.fullmatch(key):
            yield from ((key, form) for form in ([sentence] if isinstance(sentence, str) else sentence.values()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", [*OWN, *GAMES, MINIATURE], ids=lambda folder: folder.name)
def test_messages_are_whole_sentences(folder: Path, language: str) -> None:
    """A capital letter (or a quotation mark, or a gap), and a full stop."""
    for key, text in messages(folder, language):
        assert text[0] in "“«{" or text[0].isupper(), f"{key} begins small: {text}"
        assert re.search(r"(?<!\.)[.…!?]$", text) or WRAPPED.fullmatch(key), f"{key} has no end: {text}"
