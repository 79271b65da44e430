"""The history of the database. A change of `schema.py` needs a new version here; a test compares the two."""
