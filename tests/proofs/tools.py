"""What the tests of the proofs share."""

from __future__ import annotations

from proofs.tools.plans import CLOCK, Plan
from tests.some import shortest

QUICK = Plan(shortest().id, 2, shortest().short, CLOCK)
