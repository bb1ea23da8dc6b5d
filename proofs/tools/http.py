"""What a request and its answer are made of: cookies, headers, the text of a page. `Server.ask` sends one."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from carreau.web.cookies import PLAYER_COOKIE, SEAT_COOKIE


@dataclass(frozen=True)
class Answer:
    """What came back, without its date."""

    raw: bytes

    @property
    def status(self) -> int:
        """The code; 0 if the connection was closed without an answer."""
        return int(self.raw[9:12] or 0)

    @property
    def headers(self) -> list[tuple[str, str]]:
        lines = self.raw.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
        return [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]

    def __getitem__(self, name: str) -> str:
        """A header."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def body(self) -> str:
        return self.raw.partition(b"\r\n\r\n")[2].decode()

    @property
    def text(self) -> str:
        """The text of a page, without its markup."""
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", self.body)).split())

    def cookie(self, name: str) -> str:
        found = [re.match(rf"{name}[\w-]*=([^;]*)", value) for key, value in self.headers if key == "set-cookie"]
        return next((one[1].strip('"') for one in found if one), "")

    def shown(self) -> str:
        """Everything that a page, a link or a list of addresses could show; not what goes into a cookie."""
        return "\n".join([*(f"{name}: {value}" for name, value in self.headers if name != "set-cookie"), self.body])


def cookies(secret: str = "", language: str = "en", link: str = "") -> str:
    """Somebody's cookies: the secret of their browser, their language, and the secret of a link they followed."""
    given = {PLAYER_COOKIE: secret, "language": language, SEAT_COOKIE: link}
    return "; ".join(f"{name}={value}" for name, value in given.items() if value)
