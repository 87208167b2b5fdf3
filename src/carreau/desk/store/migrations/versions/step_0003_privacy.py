"""What the public sees of a game, and games that are deleted: only then lines of a log may go, and all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

LOGS = ("events", "confirmations")
GONE = "(SELECT gone_ms FROM games WHERE id = OLD.game)"


def upgrade() -> None:
    """Names are the teams' only unless somebody chooses otherwise; every page is public until then."""
    op.add_column("games", sa.Column("names", sa.String(8), nullable=False, server_default="teams"))
    op.add_column("games", sa.Column("gone_ms", sa.BigInteger()))
    op.execute("UPDATE games SET names = 'hidden' WHERE names_hidden")
    op.execute(sa.text("UPDATE games SET public = :yes").bindparams(yes=True))
    op.drop_column("games", "names_hidden")
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_guards(f"WHEN {GONE} IS NULL ")
    else:
        _postgres_guards()


def _sqlite_guards(when: str) -> None:
    for table in LOGS:
        op.execute(f"DROP TRIGGER {table}_no_delete")
        op.execute(
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {when}"
            "BEGIN SELECT RAISE(ABORT, 'a log can only be appended to'); END"
        )


def _postgres_guards() -> None:
    op.execute(
        "CREATE FUNCTION only_if_gone() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {GONE} IS NULL THEN RAISE EXCEPTION 'a log can only be appended to'; END IF; RETURN OLD; END $$"
    )
    for table in LOGS:
        op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_only_if_gone BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION only_if_gone()"
        )


def downgrade() -> None:
    """Logs can't be deleted any more at all."""
    op.add_column("games", sa.Column("names_hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE games SET names_hidden = (names = 'hidden')")
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_guards("")
    else:
        for table in LOGS:
            op.execute(f"DROP TRIGGER {table}_only_if_gone ON {table}")
            op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
            op.execute(
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
            )
        op.execute("DROP FUNCTION only_if_gone()")
    op.drop_column("games", "gone_ms")
    op.drop_column("games", "names")
