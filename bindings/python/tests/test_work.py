"""Long work of any kind by its settings."""

import json
import signal
import threading

import othellier
import pytest


def test_work_of_a_kind_is_watched_kept_and_resumed(tmp_path):
    seen = []
    summary = othellier.work("mobility-census", out=tmp_path, watch=seen.append, games=30, unit=7, seed=3)
    assert summary["games"] == 30 and seen[-1] == {"units": 5, "done": 5}
    assert json.loads((tmp_path / "results" / "total.json").read_text()) == summary
    seen.clear()
    assert othellier.work("mobility-census", out=tmp_path, watch=seen.append, games=30, unit=7, seed=3) == summary
    assert seen == [{"units": 5, "done": 5}], "it was all there"
    assert othellier.work("mobility-census", games=30, seed=3, threads=1) == summary, "units decide nothing"


def test_other_kinds_have_summaries_too():
    total = othellier.work("tune", player="alphabeta(depth=1, eval=sum(corners={corners}))",
                           numbers=["corners=10:0..50"], iterations=4, batch=2, games=2)
    assert total["iterations"] == 4 and list(total["values"]) == ["corners"]


def test_wrong_settings_are_named():
    for settings, said in [({}, "games"), ({"game": 3}, "unknown field `game`"), ({"games": "many"}, "invalid type")]:
        with pytest.raises(ValueError, match=said):
            othellier.work("mobility-census", **settings)
    with pytest.raises(ValueError, match="mobility-census"):
        othellier.work("census", games=3)


def test_a_watcher_and_ctrl_c_stop_it():
    assert othellier.work("mobility-census", games=10**9, threads=1, watch=lambda _: False) is None
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        othellier.work("mobility-census", games=10**9, threads=1)
