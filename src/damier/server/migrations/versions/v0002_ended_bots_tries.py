"""When events happened, how games ended, which bot sits where, links to people, refused tries and hints."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("log", sa.Column("at", sa.Float))
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("ended", sa.Float))
    op.add_column("tables", sa.Column("outcome", sa.JSON))
    op.add_column("seats", sa.Column("bot", sa.String(64)))
    op.add_column("seats", sa.Column("former_hash", sa.String(64)))
    op.add_column("seats", sa.Column("person_id", sa.String(32)))
    # Bots used to be told apart by their names.
    op.execute("UPDATE seats SET bot = substr(name, 5), name = '' WHERE kind = 'bot' AND name LIKE 'bot %'")
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    for name in ("refusals", "hints"):
        refused = [sa.Column("code", sa.String(16), nullable=False), sa.Column("rule", sa.String(8))]
        op.create_table(
            name,
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False, index=True),
            sa.Column("seat", sa.Integer, nullable=False),
            sa.Column("seq", sa.Integer, nullable=False),
            sa.Column("at", sa.Float, nullable=False),
            sa.Column("text", sa.String(200), nullable=False),
            *(refused if name == "refusals" else []),
        )


def downgrade() -> None:
    op.execute("UPDATE seats SET name = 'bot ' || bot WHERE kind = 'bot'")
    for name in ("refusals", "hints", "people"):
        op.drop_table(name)
    for table, column in (
        ("seats", "person_id"),
        ("seats", "former_hash"),
        ("seats", "bot"),
        ("tables", "outcome"),
        ("tables", "ended"),
        ("tables", "rules"),
        ("log", "at"),
    ):
        op.drop_column(table, column)
