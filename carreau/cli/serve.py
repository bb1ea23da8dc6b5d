"""carreau serve: the web table, for you, your screen and your friends."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

from carreau.cli.command_tools import console
from carreau.core.errors import BadOption


def serve(*, port: int = 8421, host: str = "127.0.0.1", data: Path | None = None, open: bool = False, pace: float = 0.9) -> None:
    """Start the web table and keep it running until Ctrl-C.

    Parameters
    ----------
    port: where to listen; 0 takes any that is free.
    host: 127.0.0.1 is this machine only; 0.0.0.0 lets others in your network come.
    data: the folder where matches are kept; without it, your user's data folder.
    open: open the browser.
    pace: how many seconds a bot waits before it acts.
    """
    from carreau.store.folder import data_folder, prepare_folder
    from carreau.store.log import Log
    from carreau.web.app import make_app
    from carreau.web.listener import LOCAL, listen, run

    if not 0 <= pace <= 60:
        raise BadOption("The pace of the bots goes from 0 to 60 seconds.")
    folder = prepare_folder(data or data_folder())
    listener = listen(host, port)
    address = f"http://{LOCAL if host == '0.0.0.0' else host}:{listener.getsockname()[1]}/"
    console.print(f"Carreau is at {address} (Ctrl-C ends it; matches are kept in {folder}).", soft_wrap=True)
    if open:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    app = make_app(Log(folder / "carreau.db"), pace)
    run(app, listener)
