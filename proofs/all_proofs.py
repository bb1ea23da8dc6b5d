"""All proofs by name: what is promised is what `carreau prove` runs."""

from __future__ import annotations

from proofs.disk import prove_disk
from proofs.fuzz_pages import fuzz_pages
from proofs.fuzz_rules import fuzz_rules
from proofs.fuzz_socket import fuzz_socket
from proofs.host import prove_host
from proofs.kill import prove_kill
from proofs.leak import leak
from proofs.run import Figures, Proof, Run
from proofs.storm import prove_storm
from proofs.token import token
from proofs.versions import prove_versions

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
