"""Parts that games share. Pure functions; they run plain and compiled alike."""
