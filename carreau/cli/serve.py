"""carreau serve: start the web table, for you alone or with friends."""

from __future__ import annotations

import logging
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from carreau.cli.command_tools import console, errors
from carreau.core.errors import BadOption

if TYPE_CHECKING:
    from carreau.store.log import Log

EXAMINED = 5.0  # seconds to spend on looking for damage at the start
NAMED = 5  # matches to name
MOST_WORKERS = 64


def serve(
    *games: Path, port: int = 8421, host: str = "127.0.0.1", data: Path | None = None, store: str = "", open: bool = False,
    pace: float = 0.9, url: str = "", proxy: list[str] | None = None, lines: int = 256, workers: int | None = None,
    metrics: str = "", logs: str = "text", lab: bool = False, bot: str = "",
) -> None:  # fmt: skip
    """Start the web table and keep it running until Ctrl-C.

    Args:
        games: folders of your own games, offered along with the others.
        port: where to listen; 0 picks any free port.
        host: 127.0.0.1 is this machine only; 0.0.0.0 lets others on your network join.
        data: the folder where matches are kept; your data folder if left out.
        store: keep matches in a database, postgresql://user@host/name; CARREAU_STORE if left out. Its key is in the folder.
        open: open the browser.
        pace: how many seconds a bot waits before it acts.
        url: the address that others use, if it differs: https://example.org/games/ behind a proxy, or this machine's name.
        proxy: a proxy (or network, as 10.0.0.0/8) trusted to say whose requests it passes on; may be given several times.
        lines: how many connections one address may have.
        workers: how many processes serve the tables; if left out, as many as are needed, up to one per core.
        metrics: a port, or host:port, where Prometheus can read metrics at /metrics; nowhere if left out.
        logs: how warnings and errors are written, text or json.
        lab: let visitors run small experiments, at /lab.
        bot: offer a bot of your own at the tables, too, as module:Name.
    """
    from carreau.games import offer
    from carreau.store.address import chosen_store, folder_of, open_log, place_of
    from carreau.store.folder import prepare_folder
    from carreau.web.app import check_prefix
    from carreau.web.handover import inherited
    from carreau.web.lab.shelf import FOLDER as LAB
    from carreau.web.log_format import JSON, write_logs_as
    from carreau.web.metrics_socket import listen_for_metrics, place_of_metrics
    from carreau.web.server import address_at, listen
    from carreau.web.serving import Serving
    from carreau.web.site import make_site

    if not 0 <= pace <= 60:
        raise BadOption("The pace of the bots must be from 0 to 60 seconds.")
    check_workers(workers)
    if bot:
        offer_bot(bot)
    write_logs_as(logs)
    for game in games:
        offer(game)
    site = make_site(url, host, proxy or (), lines)
    check_prefix(site.root)
    if lab:
        need_lab()
    store = chosen_store(store)
    folder = prepare_folder(folder_of(store, data))
    handover = inherited()
    watched = handover.metrics if handover else listen_for_metrics(metrics) if metrics else None
    listener = handover.listener if handover else listen(host, port)
    if handover is None:  # otherwise the version before goes on until this one can
        open_log(store, data).close()  # whatever is wrong with it is said before anything else
    local = address_at(host, listener)
    public = f"{site.scheme}://{site.host}{site.root}/" if site.host else local
    where = local if public == local else f"{public}, listening at {local}"
    if handover is None:
        console.print(
            f"Carreau is at {where} (Ctrl-C ends it; matches are kept in {place_of(store, data)}).", markup=False, soft_wrap=True
        )
        if watched:
            console.print(f"Metrics are at {place_of_metrics(watched)}.", markup=False, soft_wrap=True)

    def begin(log: Log) -> None:
        if open:
            threading.Timer(0.7, webbrowser.open, [public]).start()
        for sentence in (*log.problems(EXAMINED), missing_key(log.sealed_otherwise(), folder)):
            if sentence and logs == JSON:
                logging.getLogger("carreau").warning("%s", sentence)
            elif sentence:
                errors.print(f"carreau: {sentence}", markup=False, soft_wrap=True)

    Serving(lambda: open_log(store, data), pace, site, listener, watched, begin, folder / LAB if lab else None).run(
        workers, handover
    )


def offer_bot(name: str) -> None:
    """In this process and in those it starts."""
    import os

    from carreau.bots.levels import OWN_BOT
    from carreau.cli.command_tools import find_bot

    find_bot(name)  # otherwise it says what is wrong
    os.environ[OWN_BOT] = name


def need_lab() -> None:
    from carreau.core.extra import need

    need("The lab", "lab", matplotlib="Matplotlib", pyarrow="PyArrow")


def check_workers(workers: int | None) -> None:
    from carreau.web.serving import can_share

    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"The number of workers must be from 1 to {MOST_WORKERS}.")
    if workers is not None and workers > 1 and not can_share():
        raise BadOption("This system cannot share tables between several processes: leave out --workers.")


def missing_key(matches: list[str], folder: Path) -> str:
    """The warning about matches that the key in the folder does not open."""
    if not matches:
        return ""
    named = ", ".join(matches[:NAMED]) + (f" and {len(matches) - NAMED} more" if len(matches) > NAMED else "")
    return (
        f"These matches cannot be shown, because they were sealed with a different key than {folder / 'carreau.key'}: {named}. "
        "Stop the server and put the right key back from a copy of the folder, before anyone starts new matches with this one."
    )
