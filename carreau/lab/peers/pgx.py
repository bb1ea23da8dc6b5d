"""Pgx on JAX: many Connect Four games at once on all cores, with observation and legal mask."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import pgx
from pgx.experimental import auto_reset

from carreau.lab.stopwatch import rate

STEPS = 50


def measure(batch: int) -> dict[str, float]:
    environment = pgx.make("connect_four")
    key = jax.random.PRNGKey(1)
    carry = [key, jax.jit(jax.vmap(environment.init))(jax.random.split(key, batch))]
    step = auto_reset(environment.step, environment.init)

    def work() -> int:
        carry[:] = run(step, batch, *carry)
        jax.block_until_ready(carry[1])
        return batch * STEPS

    return {"batched": rate(work)}


@partial(jax.jit, static_argnums=(0, 1))
def run(step: Any, batch: int, key: Any, state: Any) -> Any:
    """Random steps without leaving compiled code: the way that Pgx is fastest."""

    def body(carry: Any, _: Any) -> Any:
        key, state = carry
        key, choosing, dealing = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choosing, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(dealing, batch))
        return (key, state), None

    carry, _ = jax.lax.scan(body, (key, state), None, length=STEPS)
    return carry
