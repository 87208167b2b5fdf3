"""A PostgreSQL of one's own: made from the machine's binaries, reached by a socket only, gone after the tests."""

import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
SERVER_USER = "postgres"
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "max_connections=60")


def binaries() -> Path:
    """Where initdb and postgres are; without them CI fails, and a person's machine passes the tests over."""
    found = shutil.which("initdb")
    for folder in (*PLACES, *([Path(found).parent] if found else [])):
        if (folder / "initdb").exists():
            return folder
    if os.environ.get("CI") == "true":
        pytest.fail("CI has no PostgreSQL: apt-get install postgresql")
    pytest.skip("no PostgreSQL on this machine: the desk is tested on SQLite alone")


def server_user() -> dict[str, Any]:
    """As whom the server runs: it refuses to be root."""
    if os.geteuid() != 0:
        return {}
    try:
        user = pwd.getpwnam(SERVER_USER)
    except KeyError:
        pytest.fail(f"PostgreSQL does not run as root, and there is no user {SERVER_USER}")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def cluster() -> Iterator[str]:
    """A server, and the address of its database without the name: `postgresql://...`."""
    bin, who = binaries(), server_user()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    name = SERVER_USER if who else getpass.getuser()
    if who:
        os.chown(folder, who["user"], who["group"])
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **who}
    try:
        make: list[str | Path] = [
            bin / "initdb",
            "-D",
            folder / "data",
            "-U",
            name,
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(make, check=True, **quiet)
        options = [word for option in QUICK for word in ("-c", option)]
        server = subprocess.Popen([bin / "postgres", "-D", folder / "data", "-k", folder, *options], **quiet)
        try:
            ready: list[str | Path] = [bin / "pg_isready", "-h", folder, "-t", "20", "-q"]
            for _ in range(200):
                if subprocess.run(ready, check=False, **quiet).returncode == 0:
                    break
            yield f"postgresql://{name}@/%s?host={folder}"
        finally:
            server.terminate()
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
