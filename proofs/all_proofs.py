"""All proofs by name: what is promised is what `carreau prove` runs."""

from __future__ import annotations

from proofs.promises.disk import prove_disk
from proofs.promises.host import prove_host
from proofs.promises.kill import prove_kill
from proofs.promises.leak import leak
from proofs.promises.overload import prove_storm
from proofs.promises.pages import fuzz_pages
from proofs.promises.rules import fuzz_rules
from proofs.promises.secrets import token
from proofs.promises.socket import fuzz_socket
from proofs.promises.versions import prove_versions
from proofs.proof import Figures, Proof, Run

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
