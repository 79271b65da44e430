"""Functions that games share. They are pure and run plain and compiled."""
