"""La Course in two real browsers: an attack is answered out of turn, a clock's exchange is seen by nobody else."""

import random

from browser.conftest import Arrive
from browser.driving import CAN, Person

ATTACKS = "poursuite>2 horloge>2"
PASS = "[data-spot=pass]"
RETURN = "[data-spot=return]"


def test_an_attack_is_answered_in_the_other_browser(arrive: Arrive) -> None:
    ada, bo = _seated(arrive)
    _attacked(ada, bo)
    assert ada.page.query_selector(PASS) is None, "only who is attacked is asked"
    assert "Ada" in bo.page.inner_text("main"), "by whom"
    seq = bo.seq
    bo.page.click(PASS)
    for person in (ada, bo):
        person.wait_until(seq + 1)


def test_a_clock_changes_cards_and_a_watcher_cannot_tell_which(arrive: Arrive) -> None:
    ada, bo = _seated(arrive, horloge="6", poursuite="0")
    cleo = arrive("en")
    cleo.page.goto(ada.page.url)
    cleo.wait("[data-testid=watching]")
    _attacked(ada, bo)
    bo.page.click(PASS)
    ada.wait(RETURN)
    assert bo.page.query_selector(RETURN) is None
    seq = ada.seq
    ada.page.click(RETURN)
    for person in (ada, bo, cleo):
        person.wait_until(seq + 1)
    told = {person.page.inner_text("[data-testid=last]") for person in (bo, cleo)}
    assert all(words.strip() for words in told)
    assert not any("×" in words for words in told), "no card is named"


def _seated(arrive: Arrive, **cards: str) -> tuple[Person, Person]:
    """Two people and a deck that is full of attacks without a defence."""
    ada, bo = arrive("en"), arrive("en")
    deck = {"multiplications": "0", "poursuite": "6", "demi-tour": "0", "sumo": "0"} | cards
    deck |= dict.fromkeys(("cadeau", "fromage", "piege"), "0")
    ada.go("/choose/course")
    ada.wait("fieldset.seat")
    ada.page.fill("fieldset.seat input", "Ada")
    ada.page.locator("fieldset.seat").nth(1).locator("select").first.select_option("link")
    for name, many in deck.items():
        ada.page.fill(f"input[name='deck-{name}']", many)
    ada.page.click("form .go .button.main")
    ada.wait("main[data-seq]")
    bo.page.goto(ada.page.url)
    bo.page.fill("#nickname", "Bo")
    bo.page.click("form.card .button.main")
    bo.wait("[role=grid]")
    return ada, bo


def _attacked(ada: Person, bo: Person) -> None:
    """Until Ada has attacked Bo, who plays anything meanwhile."""
    chance = random.Random(7)
    for _ in range(4000):
        if bo.page.query_selector(PASS):
            return
        answer = ada.page.query_selector(PASS)
        if answer:
            ada.press(answer)
        ada.try_something(chance, wanted=ATTACKS)
        if not bo.page.query_selector(PASS):
            bo.try_something(chance, wanted="end discard")
        if not any(person.page.query_selector(CAN) for person in (ada, bo)):
            ada.page.wait_for_timeout(20)  # the server is at work
    raise AssertionError("nobody was attacked")
