"""Every registered game, played by people in real browsers who know nothing of it."""

import random

import pytest
from playwright.sync_api import Browser

from browser.conftest import Arrive
from browser.driving import CAN, END, PHONE, Person, all_games, wire
from damier.core.lesson import read
from damier.core.options import Choice
from damier.core.registry import game
from server.serving import Server

EVENTS = 6  # enough of a game to see that it goes on

every_game = pytest.mark.parametrize("name", all_games())


def choose(person: Person, name: str, *kinds: str) -> None:
    """Set up a game on the Choose page and go to its table."""
    person.go(f"/choose/{name}")
    person.wait("form fieldset.seat")
    if len(game(name).seats) > 1:
        person.page.locator(".pills label", has_text=str(len(kinds))).click()
    for kind, seat in zip(kinds, person.page.locator("fieldset.seat").all(), strict=True):
        seat.locator("select").first.select_option(kind)
    person.page.click("form .go .button.main")
    person.wait("main[data-seq]")


def play_together(people: list[Person], chance: random.Random, events: int) -> None:
    """Let everyone do what they can until so many events have happened, or the game is over."""
    start = people[0].seq
    tries, idle = 2000, 3000
    while tries and idle:
        if people[0].over or people[0].seq >= start + events:
            return
        tried = [person.try_something(chance) for person in people]
        if any(tried):
            tries -= 1
        else:
            people[0].page.wait_for_timeout(20)  # the server is at work
            idle -= 1
    raise AssertionError("nobody got anywhere")


@every_game
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_game_against_a_bot_in_two_clicks(arrive: Arrive, name: str, lang: str) -> None:
    ada = arrive(lang)
    ada.go("/")
    ada.page.locator(".games > li", has_text=game(name).catalogue(lang)("name")).locator(".button.main").click()
    ada.wait("main[data-seq]")
    assert ada.page.get_attribute("html", "lang") == lang
    ada.play(random.Random(f"{name} {lang}"), lambda: ada.over)
    assert ada.page.inner_text(f"{END} h2").strip()
    assert len(ada.said) >= 3, "screen readers are told each event"
    ada.page.locator(f"{END} a").first.click()
    ada.wait("[role=grid], .steps")
    ada.page.locator(".steps .button").last.click()
    assert ada.page.inner_text("[data-testid=last]").strip()


@every_game
def test_two_browsers_by_link_and_a_watcher(arrive: Arrive, name: str) -> None:
    ada, bo, cleo = arrive("en"), arrive("fr"), arrive("en")
    choose(ada, name, "me", "link")
    ada.page.locator("aside .button.main").click()
    link = ada.page.input_value("dialog input")
    assert ada.page.locator("dialog svg path").count() > 0, "the link as a picture"
    ada.page.keyboard.press("Escape")
    for guest in (bo, cleo):
        guest.page.goto(link)
        guest.wait("main[data-seq]")
    bo.page.fill("#nickname", "Bo")
    bo.page.click("form.card .button.main")
    cleo.wait("[data-testid=watching]")
    play_together([ada, bo], random.Random(name), EVENTS)
    for other in (bo, cleo):
        other.wait_until(ada.seq)
    assert cleo.page.query_selector(CAN) is None, "a spectator cannot do anything"


@every_game
def test_two_people_on_one_device(arrive: Arrive, name: str) -> None:
    both = arrive()
    choose(both, name, "me", "device")
    if game(name).view.HIDES:
        both.wait("[data-testid=uncover]")
        assert both.page.query_selector(CAN) is None, "the board is covered"
    play_together([both], random.Random(name), 2 * EVENTS)


@every_game
def test_as_many_as_can_sit_there(arrive: Arrive, name: str) -> None:
    ada = arrive()
    choose(ada, name, "me", *["bot"] * (game(name).seats[-1] - 1))
    play_together([ada], random.Random(name), 2 * EVENTS)
    assert ada.page.locator("ul.seats > li").count() == game(name).seats[-1]


@every_game
def test_reload_cut_network_and_server_restart(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    folder = tmp_path_factory.mktemp("tables")
    chance = random.Random(name)
    with Server.on(folder, DAMIER_GAMES="") as server, wire(server.address) as cable:
        ada = Person(browser, cable.address)
        choose(ada, name, "me", "bot")
        play_together([ada], chance, EVENTS)
        _settle(ada)
        seq, board = ada.seq, ada.labels()

        ada.page.reload()
        _same(ada, seq, board)

        cable.cut()
        ada.wait(".lost")
        cable.mend()
        ada.page.wait_for_selector(".lost", state="detached")
        _same(ada, seq, board)

        port = server.address.split(":")[1]
        assert server.stop() == 0
        with Server("--port", port, "--data", str(folder), env={"DAMIER_GAMES": ""}):
            ada.page.wait_for_selector(".lost", state="detached")
            _same(ada, seq, board)
            play_together([ada], chance, 2)
        ada.close()
    # What a browser itself says of a server that is not there is no fault of the page.
    assert not [error for error in ada.errors if "WebSocket" not in error and "ERR_" not in error]


def _settle(person: Person) -> None:
    """Wait until it is the person's turn again, so that nothing changes meanwhile."""
    if not person.over:
        person.wait(CAN, END)
    person.page.keyboard.press("Escape")


def _same(person: Person, seq: int, board: list[str]) -> None:
    person.wait_until(seq)
    person.wait(CAN, END)
    assert person.seq == seq
    assert person.labels() == board


@every_game
def test_every_option(arrive: Arrive, server: Server, name: str) -> None:
    ada = arrive()
    for place, (option, kind) in enumerate(game(name).options.kinds().items()):
        values = list(kind.values) if isinstance(kind, Choice) else [str(kind.low), str(kind.high)]
        for value in values:
            ada.go(f"/choose/{name}")
            ada.wait("fieldset.option")
            inputs = ada.page.locator("fieldset.option").nth(place).locator("input")
            if isinstance(kind, Choice):
                inputs.nth(values.index(value)).check()
            else:
                inputs.fill(value)
            ada.page.click("form .go .button.main")
            ada.wait("main[data-seq]")
            status, table = server.ask("GET", f"/api/tables/{ada.page.url.rsplit('/', 1)[1]}")
            assert status == 200
            assert table["options"][option] == value
            play_together([ada], random.Random(value), 1)


@every_game
def test_with_the_keyboard_alone(arrive: Arrive, name: str) -> None:
    ada = arrive()
    ada.go("/")
    ada.wait(".games li")
    keys = Keys(ada)
    keys.reach(f".games > li:has-text('{game(name).catalogue('en')('name')}') .button.main")
    ada.page.keyboard.press("Enter")
    ada.wait("main[data-seq]")
    chance = random.Random(name)
    start = ada.seq
    for _ in range(60):
        if ada.over or ada.seq >= start + EVENTS:
            return
        ada.wait(CAN, END)
        can = ada.page.locator(CAN).all()
        if can:
            target = chance.choice(can).element_handle(timeout=2000)
            if keys.reach_one(target):
                ada.page.keyboard.press("Enter")
    raise AssertionError("the keyboard got nowhere")


class Keys:
    """A keyboard with only Tab, the arrows and Enter."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def reach(self, selector: str) -> None:
        self.reach_one(self.page.wait_for_selector(selector))

    def reach_one(self, target: object) -> bool:
        """Go to an element by Tab, within a grid by the arrows. Return whether it was still there."""
        for _ in range(120):
            where = self.page.evaluate(
                """target => {
                  const now = document.activeElement;
                  if (now === target) return 'there';
                  if (!target.isConnected) return 'gone';
                  const grid = target.closest('[role=grid]');
                  if (!grid || !grid.contains(now)) return 'Tab';
                  const place = cell => [cell.closest('[role=row]').ariaRowIndex, cell.ariaColIndex].map(Number);
                  const [row, column] = place(now), [toRow, toColumn] = place(target);
                  if (row !== toRow) return row < toRow ? 'ArrowDown' : 'ArrowUp';
                  return column < toColumn ? 'ArrowRight' : 'ArrowLeft';
                }""",
                target,
            )
            if where in ("there", "gone"):
                return bool(where == "there")
            self.page.keyboard.press(where)
        raise AssertionError("the keyboard does not get there")


@every_game
def test_by_touch_on_a_phone(arrive: Arrive, name: str) -> None:
    ada = arrive(**PHONE)
    ada.go("/")
    ada.page.locator(".games > li", has_text=game(name).catalogue("en")("name")).locator(".button.main").tap()
    ada.wait("main[data-seq]")
    play_together([ada], random.Random(name), EVENTS)
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out of the screen"


@every_game
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_lesson_to_its_end(arrive: Arrive, name: str, lang: str) -> None:
    ada = arrive(lang)
    ada.go(f"/learn/{name}")
    chance = random.Random(name)
    steps = read(game(name))
    for number, step in enumerate(steps, 1):
        ada.wait("[data-testid=lesson]")
        assert f"{number}" in ada.page.inner_text("aside p.soft")
        for _ in range(400):
            if not step.find or ada.page.query_selector("[data-testid=tried].good"):
                break
            ada.try_something(chance, wanted=chance.choice(step.find))
        else:
            raise AssertionError(f"step {number} is not to be found")
        if number < len(steps):
            ada.page.locator("aside .button.main").click()
    ada.page.click("[data-testid=learned]")
    ada.wait("main[data-seq]")
