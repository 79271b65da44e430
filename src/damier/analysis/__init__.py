"""Measuring games and bots: perft, playouts, tournaments, strength, durations."""
