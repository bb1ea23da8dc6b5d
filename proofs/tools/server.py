"""A server. Pages and sockets work the same way wherever it runs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from carreau.web.screen import PLAIN
from proofs.tools.client import Client
from proofs.tools.http import Answer, cookies

DATE = re.compile(rb"\r\ndate: [^\r]*")  # the moment of an answer
SECONDS = 180.0  # to wait for an answer, however busy the machine


class Server:
    """`ServerProcess` can be killed and started again; in `LiveServer` the log and the deals can be changed while it runs."""

    host, port = "127.0.0.1", 0

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def client(
        self, table: str, secret: str = "", form: str = PLAIN, language: str = "en", source: str | None = None,
        compressed: bool = False,
    ) -> Client:  # fmt: skip
        return Client(self.address, table, secret, form, language, source, compressed)

    async def ask(
        self, path: str, secret: str = "", language: str = "en", link: str = "", form: Mapping[str, str] | None = None,
        headers: Sequence[str] = (), source: str | None = None,
    ) -> Answer:  # fmt: skip
        """Ask for a page, or send a form; `link`: the secret of a link that was followed, `source`: the address to come from."""
        method, body = ("GET", "") if form is None else ("POST", urlencode(form))
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}", "connection: close"]
        lines += [f"cookie: {cookies(secret, language, link)}", *headers]
        if form is not None:
            lines += [f"origin: {self.address}", f"content-length: {len(body)}"]
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(source, 0) if source else None)
        try:
            writer.write("\r\n".join([*lines, "", body]).encode())
            return Answer(DATE.sub(b"", await asyncio.wait_for(reader.read(), SECONDS)))
        finally:
            writer.close()
