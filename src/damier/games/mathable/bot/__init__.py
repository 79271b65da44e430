"""What computer players know of Mathable: whole turns, rollouts, endgames, reasons."""
