"""What computer players know of the miniature."""
