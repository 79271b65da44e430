"""`make golden`: renew all golden transcripts."""

from damier.core.registry import games
from damier.testing.golden import records, regenerate

for game in games().values():
    regenerate(game)
    print(f"{game.id}: {len(records(game))} golden")
