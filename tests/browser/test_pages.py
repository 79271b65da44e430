"""The pages of the app, whichever game is played. Where one game is enough, it is Quatre."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from browser.conftest import Arrive
from browser.driving import CAN, END, PHONE, Person, all_games
from browser.test_games import choose, play_together
from server.serving import Server

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
FIRST_PAGE = 150 * 1024  # bytes, compressed, fonts included


def findings(person: Person) -> list[str]:
    """Return what axe finds that is serious or critical."""
    person.page.evaluate(AXE)
    found = person.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{person.page.url} {each['id']} ({each['impact']}): {node['failureSummary']} {node['html'][:200]}"
        for each in found["violations"]
        for node in each["nodes"][:1]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", all_games())
def test_axe_finds_nothing_serious(arrive: Arrive, server: Server, name: str, theme: str) -> None:
    ada = arrive("fr", theme, **(PHONE if theme == "dark" else {}))
    found = []
    for path, ready in (
        ("/", ".games li"),
        (f"/choose/{name}", "fieldset.seat"),
        (f"/learn/{name}", "[role=grid], .play button"),
        ("/replay", "input[type=file]"),
        ("/nowhere", "main a"),
    ):
        ada.go(path)
        ada.wait(ready)
        found += findings(ada)
    choose(ada, name, "me", "bot")
    ada.wait(CAN)
    found += findings(ada)
    ada.page.locator("header .button").last.click()
    ada.wait("dialog")
    found += findings(ada)
    ada.page.locator("dialog .menu .button").first.click()
    ada.wait("dialog svg path")
    found += findings(ada)
    ada.page.keyboard.press("Escape")
    play_together([ada], random.Random(name), 8)
    ada.wait(CAN, END)  # nothing changes while axe looks
    found += findings(ada)
    ada.go(f"{ada.page.url.split(ada.address)[1]}/replay")
    ada.wait(".steps")
    found += findings(ada)
    assert not found, "\n".join(found)


def test_the_first_page_is_light_and_all_from_here(arrive: Arrive, server: Server) -> None:
    ada = arrive()
    network = ada.context.new_cdp_session(ada.page)
    network.send("Network.enable")
    loaded: list[float] = []
    network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    ada.go("/")
    ada.page.wait_for_function("() => document.querySelectorAll('.games .demo svg').length >= 1")
    ada.page.wait_for_load_state("networkidle")
    assert len(loaded) > 5
    assert sum(loaded) <= FIRST_PAGE, sum(loaded)


def test_the_policy_is_strict_and_the_page_lives_with_it(arrive: Arrive, server: Server) -> None:
    ada = arrive()
    ada.go("/")
    ada.wait(".games li")
    response = ada.page.request.get(f"http://{server.address}/")
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_an_illegal_try_says_why_by_rule(arrive: Arrive) -> None:
    ada = arrive()
    choose(ada, "quatre", "me", "device")
    ada.page.click("[data-spot=F1]")
    ada.page.click("[data-spot=B3]")
    assert "F1" in ada.page.inner_text(".refusal")
    ada.page.click(".refusal button")
    ada.wait("dialog .wanted")
    assert "R5" in ada.page.inner_text("dialog .wanted")


def test_a_pawn_can_be_dragged(arrive: Arrive) -> None:
    ada = arrive()
    choose(ada, "quatre", "me", "device")
    start, end = (ada.page.locator(f"[data-spot={spot}]").bounding_box() for spot in ("F1", "E2"))
    assert start
    assert end
    ada.page.mouse.move(start["x"] + 20, start["y"] + 20)
    ada.page.mouse.down()
    ada.page.mouse.move(start["x"] + 60, start["y"] - 10, steps=4)
    ada.page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    ada.page.mouse.up()
    ada.wait_until(1)
    assert "F1" in ada.page.inner_text("[data-testid=last]")


def test_a_hint_points_at_a_move_that_can_be_made(arrive: Arrive) -> None:
    ada = arrive()
    choose(ada, "quatre", "me", "bot")
    ada.page.get_by_role("button", name="Hint").click()
    ada.wait("svg .advice")


def by_link(arrive: Arrive, server: Server) -> tuple[Person, Person]:
    """Seat two people, each with a browser, at a table of Quatre."""
    ada, bo = arrive("en"), arrive("en")
    choose(ada, "quatre", "me", "link")
    bo.go(ada.page.url.split(server.address)[1])
    bo.page.fill("#nickname", "Bo")
    bo.page.click("form.card .button.main")
    ada.wait(CAN)
    return ada, bo


def move(person: Person, origin: str, target: str) -> None:
    person.wait(f"[data-spot={origin}][data-can]")
    person.page.click(f"[data-spot={origin}]")
    person.page.click(f"[data-spot={target}]")


def test_an_undo_needs_the_other_player_to_agree(arrive: Arrive, server: Server) -> None:
    ada, bo = by_link(arrive, server)
    move(ada, "F1", "E2")
    bo.wait_until(1)
    ada.page.get_by_role("button", name="Undo").click()
    bo.page.get_by_role("button", name="Decline").click()
    bo.page.wait_for_selector(".ask", state="detached")
    assert bo.seq == 1
    ada.page.get_by_role("button", name="Undo").click()
    bo.page.get_by_role("button", name="Agree").click()
    ada.wait("[data-spot=F1][data-can]")
    assert any(label.startswith("F1, pawn") for label in bo.labels())


def test_resigning_then_playing_again_together(arrive: Arrive, server: Server) -> None:
    ada, bo = by_link(arrive, server)
    move(ada, "F1", "E2")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Really resign?").click()
    for person in (ada, bo):
        person.wait(END)
        assert "resign" in person.page.inner_text(END)
    old = ada.page.url
    ada.page.get_by_role("button", name="Play again").click()
    bo.page.get_by_role("button", name="Join the next game").click()
    for person in (ada, bo):
        person.page.wait_for_function("old => location.href !== old", arg=old)
    assert ada.page.url == bo.page.url
    ada.wait(CAN)  # the loser begins


def test_a_seat_that_was_left_is_taken_by_a_bot(arrive: Arrive, server: Server) -> None:
    ada, bo = by_link(arrive, server)
    move(ada, "F1", "E2")
    bo.page.get_by_role("button", name="Menu").click()
    bo.page.get_by_role("button", name="Leave the table").click()
    bo.wait(".games li")
    ada.page.get_by_role("button", name="Give this seat to a bot").click()
    ada.wait_until(2)
    ada.wait(CAN)


def test_who_comes_back_to_a_seat_given_to_a_bot_is_told_so_and_can_take_it_back(arrive: Arrive, folder: Path) -> None:
    with Server.on(folder, DAMIER_GAMES="", DAMIER_AWAY_SECONDS="0") as server:
        ada, bo = arrive("en", address=server.address), arrive("en", address=server.address)
        choose(ada, "quatre", "me", "link")
        table = ada.page.url.split(server.address)[1]
        bo.go(table)
        bo.page.fill("#nickname", "Bo")
        bo.page.click("form.card .button.main")
        move(ada, "F1", "E2")
        bo.go("/")
        ada.page.get_by_role("button", name="Give this seat to a bot").click()
        ada.wait_until(2)
        bo.go(table)
        bo.wait("[data-testid=notice]")
        assert "watching" in bo.page.inner_text("[data-testid=notice]")
        bo.page.get_by_role("button", name="Take my seat back").click()
        bo.page.wait_for_selector("[data-testid=notice]", state="detached")
        play_together([ada], random.Random(1), 1)  # where to, depends on what the bot did
        bo.wait(CAN)
        for person in (ada, bo):
            person.close()


def test_choosing_says_how_long_it_takes_and_warns(arrive: Arrive) -> None:
    ada = arrive("en")
    ada.go("/choose/foumath")
    ada.wait("[data-testid=duration]")
    assert re.fullmatch(r"About \d+ minutes?\.", ada.page.inner_text("[data-testid=duration]"))
    ada.page.locator(".pills label", has_text="4").click()
    ada.page.locator("input[name=level][value=expert]").check()
    ada.page.locator("input[name=board][value=addition]").check()
    ada.page.wait_for_function("document.querySelector('[data-testid=duration]').textContent.includes('very long')")


def test_a_table_is_found_again_from_home_and_by_code(arrive: Arrive, server: Server) -> None:
    ada, bo = arrive(), arrive()
    choose(ada, "quatre", "me", "link")
    url = ada.page.url
    ada.go("/")
    ada.page.locator(".unfinished a").click()
    ada.wait("main[data-seq]")
    assert ada.page.url == url
    code = server.ask("GET", f"/api/tables/{url.rsplit('/', 1)[1]}")[1]["code"]
    bo.go("/")
    bo.page.fill("#code", code.lower())
    bo.page.keyboard.press("Enter")
    bo.wait("#nickname")


def test_a_recorded_game_from_a_file(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive("fr")
    ada.go("/replay")
    demo = ROOT / "src" / "damier" / "games" / "quatre" / "demo.damier"
    ada.page.set_input_files("input[type=file]", demo)
    ada.wait("[role=gridcell]")
    start = ada.labels()
    ada.page.keyboard.press("End")
    assert ada.labels() != start
    ada.page.keyboard.press("Home")
    assert ada.labels() == start
    bad = tmp_path / "bad.damier"
    bad.write_text(demo.read_text(encoding="utf-8").replace("\n1 ", "\n1 A1-A1 #", 1), encoding="utf-8")
    ada.go("/replay")
    ada.page.set_input_files("input[type=file]", bad)
    assert re.search(r"Ligne \d+", ada.page.inner_text(".problem"))
    ada.errors[:] = [error for error in ada.errors if "422" not in error]  # the browser's own note of the refusal


def test_a_link_to_a_moment(arrive: Arrive) -> None:
    ada, bo = arrive(), arrive()
    choose(ada, "quatre", "me", "device")
    move(ada, "F1", "E2")
    move(ada, "A1", "B1")
    ada.wait_until(2)
    ada.go(f"{ada.page.url.split(ada.address)[1]}/replay")
    ada.wait(".steps")
    ada.page.get_by_role("button", name="Next").click()
    assert ada.page.url.endswith("#1")
    bo.page.goto(ada.page.url)
    bo.wait(".steps")
    assert bo.page.inner_text("[data-testid=last]") == ada.page.inner_text("[data-testid=last]")


FOCUSED = "() => document.activeElement.tagName + ' ' + document.activeElement.textContent.trim()"


def test_after_navigation_the_title_of_the_new_page_has_the_focus(arrive: Arrive) -> None:
    ada = arrive("en")
    ada.go("/")
    ada.wait(".games li")
    assert ada.page.evaluate("document.activeElement === document.body"), "nothing is announced on a page just loaded"

    def follow(link: Locator, ready: str, title: str) -> None:
        link.focus()
        ada.page.keyboard.press("Enter")
        ada.wait(ready)
        assert ada.page.evaluate(FOCUSED) == f"H1 {title}"

    quatre = ada.page.locator(".games > li", has_text="Quatre")
    home = ada.page.get_by_role("link", name="Home")
    follow(quatre.get_by_role("link", name="Set up a game"), "fieldset.seat", "Quatre")
    follow(ada.page.get_by_role("link", name="Learn"), "[data-testid=lesson]", "Learn Quatre")
    follow(home, ".games li", "Damier")
    follow(ada.page.get_by_role("link", name="Replay a saved game"), "input[type=file]", "Replay a game")
    ada.page.go_back()
    ada.wait(".games li")
    assert ada.page.evaluate(FOCUSED) == "H1 Damier"
    follow(quatre.get_by_role("button", name="Play"), CAN, "Quatre")
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Menu", "Tab goes on from there"


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("Ada", "d’Ada"),
        ("Édith", "d’Édith"),
        ("Œdipe", "d’Œdipe"),
        ("hugo", "d’hugo"),
        ("Bo", "de Bo"),
        ("Yann", "de Yann"),
        ("Çelik", "de Çelik"),
        ("7", "de 7"),
    ],
)
def test_french_elides_before_a_name(arrive: Arrive, name: str, turn: str) -> None:
    both = arrive("fr")
    both.go("/choose/quatre")
    both.wait("form fieldset.seat")
    both.page.locator("fieldset.seat select").nth(1).select_option("device")
    for seat in both.page.locator("fieldset.seat input").all():
        seat.fill(name)
    both.page.click("form .go .button.main")
    both.wait(CAN)
    assert both.page.inner_text(".turn") == f"C’est au tour {turn}"


def test_without_a_server_the_app_opens_and_says_so(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/")
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    ada.page.reload()  # now the worker has seen every file go by
    ada.wait(".games li")
    ada.context.set_offline(True)
    ada.page.reload()
    assert "server" in ada.page.inner_text("[role=alert]")
    ada.context.set_offline(False)
    ada.errors.clear()


def test_languages_and_light_change_at_once_and_stay(arrive: Arrive) -> None:
    ada = arrive("en", "light")
    choose(ada, "quatre", "me", "bot")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("dialog label", has_text="Français").click()
    ada.page.locator("dialog label", has_text="sombre").click()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_text("À vous de jouer").first.wait_for()
    ada.page.reload()
    ada.page.get_by_text("À vous de jouer").first.wait_for()
    assert ada.page.get_attribute("html", "data-theme") == "dark"
    kept = json.loads(ada.page.evaluate("localStorage.getItem('damier.settings')"))
    assert (kept["lang"], kept["theme"]) == ("fr", "dark")
