"""What computer players know of the Course: ways to 400, a ranking of moves, an evaluation, reasons for people."""
