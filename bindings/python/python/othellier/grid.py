"""Long jobs in units of work: matches, experiments, self-play and solving on one machine or many.

A job is a file (docs/grid.md). Its units can be done here (`run`), as shards by any scheduler (`run` with
`shard`, then `merge`), or by the workers of a NATS server (`submit`, `status`, `collect`). The results are the
same bytes.

>>> import pathlib, tempfile
>>> from othellier import grid
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> job = folder / "match.toml"
>>> _ = job.write_text('format = 1\\n[match]\\na = "random"\\nb = "random"\\ngames = 8\\nunit = 2\\n')
>>> [grid.run(job, folder / str(i), shard=f"{i}/2")["done"] for i in range(2)]
[2, 2]
>>> grid.merge([folder / "0", folder / "1"], folder / "merged")
4
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from ._othellier import grid_collect, grid_merge, grid_run, grid_status, grid_submit
from ._othellier import work as _work

__all__ = ["collect", "merge", "run", "status", "submit", "work"]

Path = str | os.PathLike[str]
Watch = Callable[[dict[str, Any]], object]

run = grid_run
merge = grid_merge


def work(
    kind: str,
    *,
    out: Path | None = None,
    threads: int | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> dict[str, Any] | None:
    """Does work of any kind that `docs/grid.md` lists, and returns its summary.

    The settings are those of the kind, as in a job file. In the folder `out` the units and the results are kept,
    and the same call resumes; without it nothing is kept. `watch` sees `units` and `done` after each unit; if it
    returns False, the work stops and the answer is None. Ctrl-C stops it, too.

    >>> import othellier
    >>> summary = othellier.work("mobility-census", games=1000, seed=7)
    >>> summary["games"], summary["moves"] > 59_000
    (1000, True)
    """
    return _work(kind, json.dumps(settings, default=os.fspath), out, threads, watch)


def _access(
    url: str,
    *,
    user: str | None = None,
    password: str | None = None,
    token: str | None = None,
    credentials: Path | None = None,
    tls_ca: Path | None = None,
) -> dict[str, Any]:
    return {
        "url": url,
        "user": user,
        "password": password,
        "token": token,
        "credentials": credentials,
        "tls_ca": tls_ca,
    }


def submit(job: Path, to: str, *, lease: float = 30.0, priority: int = 0, **access: Any) -> dict[str, Any]:
    """Submits a job file to the server at `to`, such as `nats://192.168.1.10:4222`.

    Submitted again, it is completed: units that are queued or done are not queued twice. `lease` is how many
    seconds a unit may show no progress before another worker gets it; workers take units of the jobs with the
    highest `priority` first. The server's `user` and `password`,
    `token`, `credentials` file or `tls_ca` file are keywords.
    """
    return grid_submit(job, _access(to, **access), lease, priority)


def status(url: str, job: str | None = None, **access: Any) -> dict[str, Any]:
    """Where the jobs and workers of a server stand: the dictionary of `othellier grid status --json`."""
    return grid_status(_access(url, **access), job)


def collect(
    job: str,
    url: str,
    out: Path,
    *,
    audit: float = 1.0,
    seed: int | None = None,
    watch: Watch | None = None,
    **access: Any,
) -> dict[str, Any]:
    """Collects the results of a job into the folder `out` as they come, and ends when all are there.

    `job` is its id, the begin of its id, or its name. `audit` percent of the units of each worker, at least one,
    are chosen by a random `seed`, repeated here and compared; a worker whose bytes differ is `excluded`, and its
    units are done again. `audit=0` repeats none. `end` of the answer is `complete`, `failed`, `cancelled` or `interrupted`.
    """
    seed = secrets.randbits(53) if seed is None else seed
    return grid_collect(job, _access(url, **access), out, audit, seed, watch)
