"""A worker process that answers every job with the job, after a while."""

from __future__ import annotations

import time

from carreau.web.worker_process import serve_jobs

SECONDS = 1.0


def echo(job: bytes) -> bytes:
    time.sleep(SECONDS)
    return job


if __name__ == "__main__":
    serve_jobs(echo, niceness=0)
