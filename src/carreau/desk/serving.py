"""The desk as a running process: one worker, streams that are told when it goes, a line when it is ready."""

import socket
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

GRACE_S = 2


class Server(uvicorn.Server):
    """A server that says goodbye to those who watch before it closes the door."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or Ctrl-C: the streams end first, so that nothing has to be waited for."""
        self.app.state.desk.live.stop()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: Any = None) -> None:
        """Say where the desk is, once it can be reached."""
        await super().startup(sockets)
        if self.started:
            print(f"ready {self.address()}", flush=True)

    def address(self) -> str:
        """The address of the first door."""
        scheme = "https" if self.config.is_ssl else "http"
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def serve(app: FastAPI, host: str, port: int, certificate: str | None = None, key: str | None = None) -> int:
    """Run until somebody stops it; 0 if it ran. Raises OSError if the door can't be opened."""
    config = uvicorn.Config(
        app,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=GRACE_S,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="on",
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=2048) as door:
        server = Server(config, app)
        server.run(sockets=[door])
    return 0 if server.started else 1
