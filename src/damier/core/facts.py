"""The facts about a game that people see before they choose it."""

from damier.core.catalogue import Catalogue
from damier.core.durations import duration
from damier.core.game import Game


def facts(game: Game, catalogue: Catalogue) -> list[str]:
    """Return who a game is for, how long it takes, how much luck it needs and what it trains."""
    keys = [f"facts.{fact}" for fact in ("players", "age")]
    texts = [catalogue(key) for key in keys if key in catalogue]
    return [*texts, minutes(game, catalogue), catalogue("facts.luck"), catalogue("facts.trains")]


def minutes(game: Game, catalogue: Catalogue) -> str:
    """Return how long the game takes with its default options, as measured, or as the game itself says."""
    found = [duration(game, None, seats) for seats in game.seats]
    known = [each.minutes for each in found if each is not None and each.minutes is not None]
    if not known:
        return catalogue("facts.minutes")
    low, high = min(known), max(known)
    return catalogue("duration.about", n=high) if low == high else catalogue("duration.range", low=low, high=high)
