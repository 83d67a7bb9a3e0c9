"""Arrays: numpy's where it is installed, otherwise plain memoryviews and lists."""

from __future__ import annotations

import ctypes
from typing import Any, Sequence

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

__all__ = ["Array", "mapped", "numpy", "row"]

Array = Any
"""A numpy array, or without numpy a memoryview or list with the same elements."""

_FORMAT = {ctypes.c_uint8: "B", ctypes.c_int8: "b", ctypes.c_int32: "i"}


def mapped(owner: Any, address: int, kind: Any, shape: Sequence[int]) -> Array:
    """An array over the library's memory that cannot be written to and keeps OWNER alive."""
    length = 1
    for n in shape:
        length *= n
    block = (kind * length).from_address(address)
    block.owner = owner
    if numpy is not None:
        array = numpy.ctypeslib.as_array(block).reshape(shape)
        array.flags.writeable = False
        return array
    view = memoryview(block).cast("B").cast(_FORMAT[kind])
    return (view.cast("B").cast(_FORMAT[kind], list(shape)) if len(shape) > 1 else view
            ).toreadonly()


def row(block: Any) -> Array:
    """The elements of a ctypes array of bytes: a numpy array, or a list."""
    return numpy.ctypeslib.as_array(block) if numpy is not None else list(block)
