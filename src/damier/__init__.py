"""Damier: a home for number and alignment games."""

__version__ = "0.1.0"
