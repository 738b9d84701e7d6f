"""The shape of what is told as dictionaries."""

from __future__ import annotations

from typing import TypedDict


class Diagnostic(TypedDict):
    """Something that is wrong with packs, settings or a save."""

    severity: str
    """`error` or `warning`."""
    code: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    help: str | None


class Pair(TypedDict):
    """Two players of a match. What is told of them stands in the middle of the ends of its 95 % interval."""

    first: int
    second: int
    better: int | None
    """Who is better, if that is known."""
    share: list[float]
    """In which part of the games the first was ahead, ties as half."""
    lead: list[float]
    """By how many points."""
    rating: list[float]
    """On the scale on which 400 are odds of ten to one."""
