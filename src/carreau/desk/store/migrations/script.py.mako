"""${message}"""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """What is new."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """What goes again."""
    ${downgrades if downgrades else "pass"}
