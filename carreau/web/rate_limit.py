"""Limits: how often something may be asked for, and how often somebody may guess."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import Scope

from carreau.store.log import Log, Unwritten
from carreau.web.cookies import secret_of
from carreau.web.network import network_of
from carreau.web.origin import is_own
from carreau.web.tokens import hashed
from carreau.web.urls import path_in

MOST_BUCKETS = 10_000


class TokenBucket:
    """Allows a burst of `most`, then `rate` per second."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate, self.left, self.at = most, rate, most, now

    def fill(self, now: float) -> float:
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        return self.left

    def take(self, now: float, cost: float = 1) -> bool:
        """Allowed as long as anything is left; what costs more than that is paid off later."""
        if self.fill(now) < 1:
            return False
        self.left -= cost
        return True


class RateLimiter:
    """A bucket for everyone who asks; full ones are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self.buckets: dict[Any, TokenBucket] = {}

    def bucket(self, who: Any, now: float) -> TokenBucket:
        if len(self.buckets) > MOST_BUCKETS:
            self.forget(now)
        return self.buckets.setdefault(who, TokenBucket(self.most, self.rate, now))

    def forget(self, now: float) -> None:
        """Drop the full buckets, and if there are still too many, the fuller half of the others."""
        used = [(bucket.fill(now), who) for who, bucket in self.buckets.items() if bucket.fill(now) < bucket.most]
        used.sort(key=lambda each: each[0])
        self.buckets = {who: self.buckets[who] for _, who in used[: MOST_BUCKETS // 2]}

    def take(self, who: Any, now: float, cost: float = 1) -> bool:
        return self.bucket(who, now).take(now, cost)


class GuessLimiter:
    """Counts requests for tables, links and secrets that do not exist, by network. After too many of them a network is shown
    only the tables where it has a seat, until it has waited. Guesses that other sites' pages cause are counted separately, and
    only block what these cause."""

    def __init__(self, log: Log, most: float = 60, rate: float = 0.5) -> None:
        self.log, self.limiter = log, RateLimiter(most, rate)
        self.counted: set[tuple[str, bytes]] = set()

    def allows(self, request: HTTPConnection) -> bool:
        """Whether somebody may ask for a table. An unknown secret counts as a guess, once."""
        secret = secret_of(request)
        with suppress(Unwritten):  # nobody can tell now whether it is a guess
            if secret and self.log.seats(table_in(request.scope), hashed(secret)):
                return True
            if secret and not self.log.knows(hashed(secret)) and self.is_new(request, hashed(secret)):
                return self.count(request)
        return self.bucket(request).left >= 1

    def is_new(self, request: HTTPConnection, hash: bytes) -> bool:
        """Whether an unknown secret is sent for the first time: a browser sends the same one with every request."""
        if len(self.counted) >= MOST_BUCKETS:
            self.counted.clear()
        before = len(self.counted)
        self.counted.add((network_of(request), hash))
        return len(self.counted) > before

    def count(self, request: HTTPConnection) -> bool:
        """Count a wrong guess; returns whether that was still allowed."""
        return self.bucket(request).take(time.monotonic())

    def bucket(self, request: HTTPConnection) -> TokenBucket:
        now = time.monotonic()
        bucket = self.limiter.bucket((network_of(request), is_own(request)), now)
        bucket.fill(now)
        return bucket


def guess_limiter_of(scope: Scope) -> GuessLimiter:
    limiter: GuessLimiter = scope["app"].state.guess_limiter
    return limiter


def table_in(scope: Scope) -> str:
    """The id in the address of a table."""
    return path_in(scope).split("/")[2]
