"""Studying games: perft, playouts, tournaments."""
