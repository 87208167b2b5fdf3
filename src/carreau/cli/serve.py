"""`carreau serve`: the desk at the courtside, from a laptop."""

import os
from pathlib import Path
from typing import Annotated

from carreau.cli.flags import flag, note
from carreau.cli.screen import Stop

EXTRA = "the desk needs the extra: pip install 'carreau[web]'"
HERE = "127.0.0.1"


def serve(
    *,
    data: Annotated[Path, note("The folder that keeps the games.")] = Path("carreau-desk"),
    database: Annotated[str | None, note("Instead of a folder: postgresql://user@host/name.")] = None,
    host: Annotated[str, note("0.0.0.0 lets the phones of the network in; without it only this machine.")] = HERE,
    port: Annotated[int, note("0 takes a free one.")] = 8000,
    origin: Annotated[str | None, note("The address that people type, for links: https://desk.example.org.")] = None,
    pin: Annotated[str | None, note("Digits that whoever runs the desk knows; or in the variable CARREAU_PIN.")] = None,
    certificate: Annotated[str | None, note("A certificate for https.")] = None,
    key: Annotated[str | None, note("Its key.")] = None,
    behind_tls: Annotated[bool, flag("Something in front of the desk speaks https.")] = False,
    log: Annotated[
        bool, flag("A line of JSON on standard error for each request, not only for what goes wrong.")
    ] = False,
    examples: Annotated[bool, note("On the first start, a game of each book to try.")] = True,
    an_address: Annotated[int, note("How many phones may come from one address, as behind one router.")] = 20,
    rates: Annotated[
        bool, note("Count how often somebody asks; without it only behind something else that does.")
    ] = True,
    worker: Annotated[
        bool, note("Pages open without network; without it every phone gives up what it has for that, not its entries.")
    ] = True,
    frames: Annotated[tuple[str, ...], note("The address of a site that may show the overlay in a frame.")] = (),
    trusting: Annotated[bool, flag("Whoever opens a game may score it: for a network of friends.")] = False,
) -> int:
    """Run the courtside application: games are kept on phones and here, ruled by the book, and shown live.

    For example:

    ```
    carreau serve
    carreau serve --host 0.0.0.0 --port 8080 --data clubday
    carreau serve --database postgresql://desk@localhost/carreau
    ```
    """
    try:
        from carreau.desk import Settings, Store, create_app
        from carreau.desk.journal import begin_log
        from carreau.desk.serving import serve as run
        from carreau.desk.store import Lost
    except ModuleNotFoundError as missing:
        raise Stop(EXTRA) from missing
    begin_log(everything=log)
    settings = Settings(
        origin=origin,
        pin=pin or os.environ.get("CARREAU_PIN"),
        tls=behind_tls or certificate is not None,
        trusting=trusting,
        examples=examples,
        streams_an_address=an_address,
        rates=rates,
        overlay=frames,
        worker=worker,
    )
    try:
        store = (Store(database) if database is not None else Store.in_folder(data)).open()
    except (Lost, OSError) as no:
        raise Stop(str(no)) from no
    try:
        return run(create_app(store, settings), host, port, certificate, key)
    except OSError as no:
        raise Stop(f"{host}:{port}: {no.strerror or no}") from no
    finally:
        store.close()
