"""What computer players know of Foumath: chances to line up, whole turns, reasons."""
