"""Mathable in three real browsers, as at a real table: mistakes stand unless somebody contests them (R15)."""

from contextlib import suppress

from playwright.sync_api import TimeoutError  # noqa: A004

from browser.conftest import Arrive
from browser.driving import Person

SQUARE = "7F"  # beside 1 and 2, which make nothing above 3
EMPTY = f"[role=gridcell][data-spot='{SQUARE}'][aria-label='{SQUARE}, empty']"
TAKEN = f"[role=gridcell][data-spot='{SQUARE}']:not([aria-label*='empty'])"


def test_a_wrong_placement_contested_in_time_and_one_noticed_too_late(arrive: Arrive) -> None:
    table = _seated(arrive)
    first = _mover(table)
    _misplace(first)
    one, other = (person for person in table if person is not first)
    one.wait("[data-spot=accept]")
    assert not first.page.query_selector("[data-spot=accept]"), "nobody judges himself"
    other.page.click("[data-spot='contest 1']")
    for person in table:
        person.wait(EMPTY)

    second = _mover(table)
    assert second is not first
    _misplace(second)
    for person in table:
        if person is not second:
            person.page.click("[data-spot=accept]")
    third = _mover(table)
    assert third not in (first, second)
    for person in table:
        person.wait(TAKEN)
        assert not person.page.query_selector("[data-spot^=contest]"), "too late"


def _seated(arrive: Arrive) -> list[Person]:
    table = [arrive("en") for _ in range(3)]
    host = table[0].page
    table[0].go("/choose/mathable")
    table[0].wait("form fieldset.seat")
    host.locator(".pills label", has_text="3").click()
    for seat in host.locator("fieldset.seat").all()[1:]:
        seat.locator("select").first.select_option("link")
    host.check("input[name=referee][value=contest]")
    host.click("form .go .button.main")
    table[0].wait("main[data-seq]")
    for guest in table[1:]:
        guest.page.goto(host.url)
        guest.wait("main[data-seq]")
        guest.page.fill("#nickname", "Bo")
        guest.page.click("form.card .button.main")
    return table


def _mover(table: list[Person]) -> Person:
    """Return the person who can place a token now."""
    for _ in range(300):
        for person in table:
            if person.page.query_selector(".rack [data-can]"):
                return person
        table[0].page.wait_for_timeout(50)
    raise AssertionError("nobody's turn")


def _misplace(person: Person) -> None:
    """A token above 3 on a square where no pair makes it; then the turn ends."""
    while not person.page.query_selector(TAKEN):
        person.page.locator(".rack [data-can]").last.click()
        person.page.click(f"[role=gridcell][data-spot='{SQUARE}']")
        with suppress(TimeoutError):  # an event that came between the two clicks has put the token down
            person.page.wait_for_selector(TAKEN, timeout=3000)
    person.page.click(".controls [data-spot=end]")
