"""Who may write in a game, how somebody is let in, and who did what."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Three tables beside the logs."""
    op.create_table(
        "grants",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("device", sa.String(26), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("desk", sa.Boolean(), nullable=False),
        sa.Column("scores", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("given_ms", sa.BigInteger(), nullable=False),
        sa.Column("lead_ms", sa.BigInteger()),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game", "device", name="pk_grants"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("desk", sa.Boolean(), nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.Column("digits", sa.LargeBinary(32), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("taken_by", sa.String(26)),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_game", "invitations", ["game"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("wall_ms", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(24), nullable=False),
        sa.Column("device", sa.String(26), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("address", sa.String(64)),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_game_wall_ms", "audit", ["game", "wall_ms"])


def downgrade() -> None:
    """Everybody but the one who began a game looks only, as before."""
    for table in ("audit", "invitations", "grants"):
        op.drop_table(table)
