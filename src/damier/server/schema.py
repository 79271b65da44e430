"""What is stored: tables, who sits at them, and the log of what happened."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", LargeBinary(32)),  # never leaves the server before the end of the game
    Column("created", Float, nullable=False),
    Column("rematch", String(32)),  # the table where the same people play again
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person or bot
    Column("name", String(200), nullable=False),
    Column("word", String(200), nullable=False),  # its part in the chance
    Column("secret_hash", String(64)),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # 1, 2, …: whoever writes a number first has written history
    Column("actor", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    sqlite_with_rowid=False,
)
