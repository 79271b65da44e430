"""La Course in two real browsers: an attack is answered out of turn, a clock's exchange is seen by nobody else."""

from browser.conftest import Arrive
from browser.driving import CAN, Person

ATTACKS = "[data-spot^=poursuite][data-can], [data-spot^=horloge][data-can]"
BO = "[data-spot$='>2'][data-can]"
PASS = "[data-spot=pass]"
RETURN = "[data-spot=return]"
HELD = ".held [data-can]"
DISCARD = "button[data-spot^='discard '][data-can]"
END_TURN = "[data-spot=end]"


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
    """Two people and a deck with many attacks, and just enough points for somebody to reach 400 (R14). Ada begins."""
    ada, bo = arrive("en"), arrive("en")
    deck = {"multiplications": "0", "products": "1", "poursuite": "6", "demi-tour": "0", "sumo": "0"} | cards
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
    """Ada lays an attack before Bo, as soon as she holds one; until then both discard."""
    ada.wait(CAN)
    while ada.page.locator(ATTACKS).count() == 0:
        for person, other in ((ada, bo), (bo, ada)):
            person.page.locator(HELD).first.click()
            person.page.locator(DISCARD).first.click()
            person.wait(END_TURN)
            person.page.click(END_TURN)
            other.wait(CAN)
    ada.page.locator(ATTACKS).first.click()
    ada.page.locator(BO).first.click()
    bo.wait(PASS)
