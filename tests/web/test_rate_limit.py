"""How often something may be asked for."""

from __future__ import annotations

import pytest

from carreau.web import rate_limit
from carreau.web.rate_limit import RateLimiter, TokenBucket


def test_what_costs_much_is_paid_for_later() -> None:
    """A table that starts with a thousand moves counts as fifty."""
    bucket = TokenBucket(60, 1, 0.0)
    assert bucket.take(0.0, 51) and bucket.take(0.0, 51) and not bucket.take(0.0)
    assert not bucket.take(40.0) and bucket.take(44.0)


def test_many_addresses_make_nobody_forget_who_has_used_up_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MOST_BUCKETS", 10)
    buckets = RateLimiter(60, 1)
    assert buckets.take("much", 0.0, 60) and not buckets.take("much", 0.0)
    for k in range(50):
        assert buckets.take(f"little {k}", 0.0) and len(buckets.buckets) <= 11
    assert not buckets.take("much", 0.0)
