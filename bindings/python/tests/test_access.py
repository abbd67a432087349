"""Nothing that another person wrote starts a program or reads a file: no folder of units, no folder of results."""

import json
import os
import sys

import pytest
from othellier import grid, lab

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the bait is a shell script")

MATCH = 'format = 1\n[match]\na = "random"\nb = "random"\ngames = 2\nunit = 2\n'
EXPERIMENT = """
format = 1
name = "bait"
seed = 1
[[games]]
name = "games"
players = ['PLAYER']
opponents = ["random"]
games = 2
measure = ["score"]
"""


class Bait:
    """A program that leaves a mark when it is started, and a file that shows when it was read."""

    def __init__(self, folder):
        self.mark, self.program, self.file = (folder / name for name in ("mark", "program", "weights"))
        self.program.write_text(f'#!/bin/sh\necho >"{self.mark}"\n')
        self.program.chmod(0o755)
        self.file.write_text("no weights")

    def specs(self):
        return [f'gtp(cmd="{self.program}")', f'champion(level=1, weights="{self.file}")']

    def lay(self):
        """Forgets what was touched."""
        self.mark.unlink(missing_ok=True)
        os.utime(self.file, (0, self.file.stat().st_mtime))

    def is_touched(self):
        return self.mark.exists() or self.file.stat().st_atime != 0


@pytest.fixture
def bait(tmp_path):
    folder = tmp_path / "bait"
    folder.mkdir()
    bait = Bait(folder)
    bait.lay()
    assert not bait.is_touched()
    bait.file.read_text()
    if not bait.is_touched():
        pytest.skip("this file system does not note when a file is read")
    bait.lay()
    return bait


def test_a_folder_of_units_of_another_person_touches_nothing(tmp_path, bait):
    job, folder, out = (tmp_path / name for name in ("match.toml", "units", "out"))
    job.write_text(MATCH)
    grid.run(job, folder)
    assert grid.merge([folder], out) == 1

    manifest = json.loads((folder / "job.json").read_text())
    for spec in bait.specs():
        manifest["job"]["a"] = spec
        (folder / "job.json").write_text(json.dumps(manifest))
        with pytest.raises((OSError, ValueError)):
            grid.merge([folder], out)
        assert not bait.is_touched(), spec

    lines = EXPERIMENT.replace("PLAYER", bait.specs()[0]).splitlines()
    manifest["job"] = {"kind": "experiment", "file": lines}
    (folder / "job.json").write_text(json.dumps(manifest))
    with pytest.raises((OSError, ValueError)):
        grid.merge([folder], out)
    assert not bait.is_touched()


def test_a_folder_of_results_of_another_person_touches_nothing(tmp_path, bait):
    text = EXPERIMENT.replace("PLAYER", bait.specs()[0])
    folder = lab.run(text, out=tmp_path / "results", threads=1)[-1]["folder"]
    assert bait.is_touched(), "the user's experiment may start a program"
    bait.lay()
    assert len(lab.tables(folder)["games"]) == 2
    assert lab.report(folder, to=["markdown"], out=tmp_path / "report")
    assert not bait.is_touched()
