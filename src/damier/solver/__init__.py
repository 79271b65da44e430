"""The exact solver of the game of four in line: every position of a board, won, drawn or lost, and in how many plies.

`solve` gives the counts and the values of the starts; `analyse` gives the table as well. The backends are `cpu`
(Numba) and `cuda` (CuPy). Importing this package imports neither.
"""

from damier.solver.analysis import BACKENDS, analyse, solve
from damier.solver.board import Board
from damier.solver.report import Report, Start, Value
from damier.solver.table import Table

__all__ = ["BACKENDS", "Board", "Report", "Start", "Table", "Value", "analyse", "solve"]
