"""Bots. A bot gets a view, the legal actions, a budget and a random source, never the state of a table."""
