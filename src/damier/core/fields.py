"""A record's fields as attributes, to read. From an array of one record: NumPy's own take ten times as long."""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.core.contract import StateData


class _Fields:
    __slots__ = ("records",)

    def __init__(self, records: StateData) -> None:
        self.records = records


def fields_of(record: np.dtype[np.void]) -> Callable[[StateData], StateData]:
    """A class with a property for each field. (`__getattr__` would be asked only after a search in vain.)"""
    assert record.names is not None
    return type("Fields", (_Fields,), {"__slots__": (), **{name: _field(name) for name in record.names}})


def _field(name: str) -> property:
    def read(fields: _Fields) -> Any:
        return fields.records[name][0]

    return property(read)
