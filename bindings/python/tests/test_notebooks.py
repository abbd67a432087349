"""The notebooks are what their sources make, without outputs, and run from the first cell to the last."""

import importlib.util
import json
from pathlib import Path

import nbclient
import nbformat
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
NAMES = sorted(path.stem for path in (FOLDER / "source").glob("*.py"))


def build():
    """The program that writes the notebooks, as a module."""
    found = importlib.util.spec_from_file_location("build_notebooks", FOLDER / "build.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_they_are_what_their_sources_make():
    wanted = dict(build().all_notebooks())
    assert len(wanted) == 2 * len(NAMES) >= 12
    assert sorted(wanted) == sorted(FOLDER.glob("*/*.ipynb"))
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run {FOLDER / 'build.py'}"


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_code_and_no_outputs(name):
    english, french = (
        json.loads((FOLDER / language / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        for language in ("en", "fr")
    )
    assert [cell["cell_type"] for cell in english] == [cell["cell_type"] for cell in french]
    for one, other in zip(english, french):
        is_code = one["cell_type"] == "code"
        assert (one["source"] == other["source"]) == is_code
        assert not is_code or (one["outputs"], one["execution_count"]) == ([], None)


@pytest.mark.parametrize("name", NAMES)
def test_it_runs(name, tmp_path, monkeypatch):
    monkeypatch.setenv("OTHELLIER_NOTEBOOK_SIZE", "small")
    # A kernel says at length what a debugger would miss.
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.read(FOLDER / "en" / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    # A figure or a board as a picture; nothing said on the standard error stream.
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert [output.text for output in outputs if output.get("name") == "stderr"] == []
