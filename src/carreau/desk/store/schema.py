"""The database brought to what this version needs: by Alembic where something has to change, else left alone."""

from pathlib import Path

from sqlalchemy import Engine, inspect, text

HEAD = "0003"
HERE = Path(__file__).parent / "migrations"


def upgrade(engine: Engine, to: str = "head") -> None:
    """Make or change the tables as far as needed. A desk that is up to date starts without Alembic."""
    if to == "head" and stands_at(engine) == HEAD:
        return
    from alembic import command

    with engine.begin() as db:
        command.upgrade(configured(db), to)


def downgrade(engine: Engine, to: str) -> None:
    """Back to an earlier state of the tables; what is only known to later ones is lost."""
    from alembic import command

    with engine.begin() as db:
        command.downgrade(configured(db), to)


def stands_at(engine: Engine) -> str | None:
    """The revision that the tables have."""
    with engine.connect() as db:
        if not inspect(db).has_table("alembic_version"):
            return None
        return db.execute(text("SELECT version_num FROM alembic_version")).scalar()


def configured(db: object) -> "Config":  # type: ignore[name-defined]  # noqa: F821 - loaded only when it is needed
    """Alembic's own settings, without a file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = db
    return config
