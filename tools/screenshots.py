"""`make screenshots`: pictures of every page in two sizes, two languages and two themes, written to screenshots/.

Games are played for a while before a table is shown, with a fixed seed.
"""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from rich.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from browser.driving import CAN, DESKTOP, END, FLAGS, PHONE, Person, all_games, chromium  # noqa: E402
from server.serving import Server  # noqa: E402

INTO = ROOT / "screenshots"
PUBLIC = ROOT / "web" / "public"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
EVENTS = 5


def pages(person: Person, game: str, save: "Save") -> None:
    """Go through the pages of one game and save each."""
    page, chance = person.page, random.Random(game)
    person.go(f"/choose/{game}")
    person.wait("fieldset.seat")
    save("choose")
    person.go(f"/learn/{game}")
    person.wait(".play button")
    save("learn")
    person.go(f"/choose/{game}")
    person.wait("fieldset.seat")
    page.fill("fieldset.seat input", "Ada")
    page.click("form .go .button.main")
    person.wait(CAN)
    save("table-start")
    for _ in range(400):
        if person.over or person.seq >= EVENTS:
            break
        person.wait(CAN, END)
        person.try_something(chance)
    if not person.over:
        person.wait(CAN, END)
        person.try_something(chance)
        save("table")
        page.locator("header .button").last.click()
        person.wait("dialog .menu")
        save("menu")
        page.locator("dialog .menu .button").first.click()
        person.wait("dialog svg path")
        save("invite")
        page.keyboard.press("Escape")
        page.locator("header .button").last.click()
        page.locator("dialog .menu .button").nth(1).click()
        person.wait("dialog .rules")
        save("rules")
        page.keyboard.press("Escape")
        for _ in range(6000):
            if person.over:
                break
            person.wait(CAN, END)
            person.try_something(chance)
    save("end")
    table = page.url.split(person.address)[1]
    person.go(f"{table}/replay#{EVENTS}")
    person.wait(".steps")
    save("replay")


class Save:
    """Saves screenshots under names that say what they show."""

    def __init__(self, person: Person, *about: str) -> None:
        self.person = person
        self.about = about

    def __call__(self, what: str) -> None:
        """Save a screenshot once the network is idle."""
        self.person.page.wait_for_load_state("networkidle")
        self.person.page.screenshot(path=INTO / f"{'-'.join((*self.about, what))}.png")


def icons(browser: Browser) -> None:
    """Save the icon as PNG for devices that take no SVG."""
    drawn = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for size in (180, 512):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>*{{margin:0}} svg{{display:block;width:{size}px}}</style>{drawn}")
        page.screenshot(path=PUBLIC / f"icon-{size}.png", omit_background=True)
        page.close()


def main() -> None:
    INTO.mkdir(exist_ok=True)
    games = sys.argv[1:] or all_games()
    ways = [(size, lang, theme) for size in SIZES for lang in ("en", "fr") for theme in ("light", "dark")]
    with (
        TemporaryDirectory() as folder,
        Server.on(Path(folder), DAMIER_GAMES="") as server,
        sync_playwright() as playwright,
        Progress() as progress,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        icons(browser)
        work = progress.add_task("pictures", total=len(ways) * (len(games) + 1))
        for size, lang, theme in ways:
            person = Person(browser, server.address, lang, theme, **SIZES[size])
            person.go("/")
            person.page.wait_for_function("many => document.querySelectorAll('.living svg').length >= many", arg=1)
            Save(person, size, lang, theme)("home")
            progress.advance(work)
            for game in games:
                pages(person, game, Save(person, size, lang, theme, game))
                progress.advance(work)
            person.close()
        browser.close()


if __name__ == "__main__":
    main()
