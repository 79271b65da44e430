"""What computer players know of Quatre: evaluation, move order, reasons."""
