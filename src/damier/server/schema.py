"""What is stored: tables, who sits at them, the log of what happened, and what players tried and asked."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),  # the version of the game's rules
    Column("seed", LargeBinary(32)),  # never leaves the server before the end of the game
    Column("created", Float, nullable=False),
    Column("rematch", String(32)),  # the table where the same players go on
    Column("ended", Float),  # when the game ended
    Column("outcome", JSON(none_as_null=True)),  # how it ended: reason, places, winners
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person or bot
    Column("name", String(200), nullable=False),  # of the person who sits here, or sat here before a bot
    Column("word", String(200), nullable=False),  # its part in the chance
    Column("secret_hash", String(64)),
    Column("bot", String(64)),  # which bot sits here
    Column("former_hash", String(64)),  # the secret of whoever sat here before and may ask the seat back
    Column("person_id", String(32)),  # a row of `people`, where the player wants to be known
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # 1, 2, …: the process that writes a number first has written history
    Column("actor", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("at", Float),  # when; unknown for events stored before this column existed
    sqlite_with_rowid=False,
)

# What teachers and reviewers want to know, apart from the log: it is no part of the game.

refusals = Table(
    "refusals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),  # the last event before the try
    Column("at", Float, nullable=False),
    Column("text", String(200), nullable=False),  # the move that was tried; empty where it was no move at all
    Column("code", String(16), nullable=False),
    Column("rule", String(8)),
)

hints = Table(
    "hints",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("text", String(200), nullable=False),  # the move that was advised
)
