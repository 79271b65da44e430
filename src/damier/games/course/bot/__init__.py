"""What computer players know of the Course: ways to 400, move ranking, reasons."""
