"""`python -m damier` is the command `damier`."""

from damier.cli.main import main

main()
