"""Bots. They see views and legal moves, never a table's state, and bring their own random source."""
