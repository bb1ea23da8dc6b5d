"""All proofs by name: what is promised is what `carreau prove` runs."""

from __future__ import annotations

from carreau.proof.disk import prove_disk
from carreau.proof.fuzz_pages import fuzz_pages
from carreau.proof.fuzz_rules import fuzz_rules
from carreau.proof.fuzz_socket import fuzz_socket
from carreau.proof.host import prove_host
from carreau.proof.kill import prove_kill
from carreau.proof.leak import leak
from carreau.proof.run import Figures, Proof, Run
from carreau.proof.storm import prove_storm
from carreau.proof.token import token
from carreau.proof.versions import prove_versions

SECONDS = 120.0  # that a proof goes on which could go on for ever


def seconds_of(run: Run) -> float:
    return SECONDS if run.seconds is None else run.seconds


def prove_leak(run: Run) -> Figures:
    return dict(leak(run.say, run.seed, seconds_of(run), run.times))


def prove_secrets(run: Run) -> Figures:
    return dict(token(run.say))


def prove_the_host(run: Run) -> Figures:
    return dict(prove_host(run.say))


def prove_pages(run: Run) -> Figures:
    return dict(fuzz_pages(run.say, run.seed, seconds_of(run), run.times))


def prove_socket(run: Run) -> Figures:
    return dict(fuzz_socket(run.say, run.seed, seconds_of(run), run.times))


def prove_rules(run: Run) -> Figures:
    return dict(fuzz_rules(run.say, run.seed, seconds_of(run), run.times))


PROOFS: dict[str, Proof] = {
    "kill": prove_kill,
    "disk": prove_disk,
    "versions": prove_versions,
    "leak": prove_leak,
    "secrets": prove_secrets,
    "host": prove_the_host,
    "pages": prove_pages,
    "socket": prove_socket,
    "rules": prove_rules,
    "storm": prove_storm,
}
