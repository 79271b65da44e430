"""One folder per game, everything about it inside. The registry finds them; nobody lists them."""
