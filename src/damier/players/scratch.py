"""The memory searches work in: NumPy records with named fields, as states have, for plain and compiled code alike."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Records = Any  # an array of records: plain code sees np.record, compiled code a struct
Reals = NDArray[np.float64]


def record_type(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """Return the type of a record whose fields are attributes of the array's elements."""
    for name, *_ in fields:
        if hasattr(np.record, name):  # plain code would get NumPy's attribute instead of the field
            raise ValueError(f"a field cannot be named {name!r}: NumPy's records have that attribute")
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
