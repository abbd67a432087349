"""Experiments: run, watched, stopped, resumed, as tables and as reports."""

import signal
import threading

import pytest
from othellier import chart, lab

TEXT = """
format = 1
name = "depths"
seed = 1
[[games]]
name = "games"
players = ["alphabeta(depth={depth}, eval=mobility)"]
grid = { depth = [1, 2] }
opponents = ["random"]
games = 6
measure = ["score"]
"""


def test_an_experiment_is_run_watched_and_resumed(tmp_path):
    seen = []

    def watch(row):
        seen.append(row)
        return len(seen) < 5

    total = lab.run(TEXT, out=tmp_path, threads=1, watch=watch)[-1]
    assert total["interrupted"] and 5 <= total["finished"] < total["units"] == 12
    assert [row["finished"] for row in seen] == list(range(1, len(seen) + 1))
    assert {row["type"] for row in seen} == {"game"} and seen[0]["units"] == 12

    file = tmp_path / "depths.toml"
    file.write_text(TEXT)
    settings, *arms, again = lab.run(file, out=tmp_path, threads=2)
    assert again["resumed"] == total["finished"] and again["finished"] == 12 and not again["interrupted"]
    assert settings["type"] == "settings" and settings["finished"] == 12
    assert [arm["wins"] + arm["draws"] + arm["losses"] for arm in arms] == [6, 6]

    tables = lab.tables(again["folder"])
    assert len(tables["games"]) == 12 and {row["arm"] for row in tables["summary"]} == {arm["arm"] for arm in arms}
    files = lab.report(again["folder"], to=["markdown"], out=tmp_path / "report", lang="fr")
    assert [path.name for path in files] == ["report.md"]
    with pytest.raises(ValueError, match="another experiment"):
        lab.run(TEXT, out=tmp_path, seed=2)


def test_other_values_of_a_grid(tmp_path):
    settings, arm, total = lab.run(TEXT, out=tmp_path, set={"depth": 1}, threads=1)
    assert settings["set"] == ["depth=1"] and total["units"] == 6 and "depth=1" in arm["player"]
    with pytest.raises(ValueError, match="breadth"):
        lab.run(TEXT, out=tmp_path, set={"breadth": [1]})


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    thread = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        lab.run(TEXT.replace("games = 6", "games = 100000"), out=tmp_path, threads=1)
    assert (tmp_path / "depths" / "journal.jsonl").stat().st_size > 0


def test_what_is_no_experiment_is_named():
    with pytest.raises(OSError, match="expected a file.* b1"):
        lab.run("nothing-like-it")
    with pytest.raises(ValueError):
        lab.run("format = 1\nname = 3\n")
    with pytest.raises(ValueError, match="expected en or fr"):
        lab.experiments(lang="de")
    assert lab.experiments(lang="fr")[0]["title"] != lab.experiments()[0]["title"]


def test_figures(tmp_path):
    figure = chart.lines({"a": [(1, 2, 1, 3), (2, 4, 3, 5)], "b": [(1, 1), (2, 2)]}, title="T", x="x", y="y")
    assert figure._repr_svg_() == figure.svg() != figure.svg(dark=True)
    assert figure.png(scale=1.0).startswith(b"\x89PNG")
    figure.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == figure.svg()
    with pytest.raises(ValueError, match="svg or .png"):
        figure.save(tmp_path / "a.gif")
    with pytest.raises(ValueError, match="expected 2"):
        chart.bars({"a": [1, 2, 3]}, series=["x", "y"])
    assert chart.bars({"a": [1, None]}, series=["x", "y"]).svg().startswith("<svg")
