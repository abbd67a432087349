"""The examples of the documentation run, and the stubs say what there is."""

import ast
import doctest
import importlib
import inspect
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import othellier
import pytest
from othellier import _othellier, grid

ROOT = Path(__file__).parents[3]

MODULES = ["", ".alphazero", ".batch", ".chart", ".envs", ".gpt", ".grid", ".lab", ".openings", ".outcome", ".stats", ".train"]
NATIVE = sorted(name for name in dir(_othellier) if not name.startswith("_"))


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_modules(name):
    result = doctest.testmod(importlib.import_module(f"othellier{name}"))
    assert result.failed == 0 and result.attempted > 0


def test_examples_of_the_native_functions():
    finder, tried = doctest.DocTestFinder(), 0
    for name in NATIVE:
        documented = getattr(_othellier, name)
        if isinstance(documented, list):
            continue
        assert documented.__doc__, name
        for example in finder.find(documented, name, module=False, globs={}):
            runner = doctest.DocTestRunner()
            runner.run(example)
            assert runner.failures == 0, name
            tried += runner.tries
    assert tried > 40


PAGES = ["bindings/python/README.md", *(f"docs/{lang}{name}.md" for lang in ["", "fr/"] for name in ["python", "outcome-model"])]


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_the_pages(page):
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.failed == 0 and result.attempted >= 5


SHARED = '"/shared/match", 200'
JOB = 'format = 1\n[match]\na = "alphabeta(depth=1)"\nb = "random"\ngames = 12\nunit = 2\n'


class Ray:
    """As much of Ray as the example uses."""

    init = staticmethod(lambda: None)
    get = staticmethod(list)
    remote = staticmethod(lambda **_: lambda task: SimpleNamespace(remote=task))


class Client:
    """As much of a client of Dask as the example uses."""

    def __init__(self, address):
        self.gather = list

    def map(self, task, arguments, retries):
        return [task(argument) for argument in arguments]


@pytest.mark.parametrize("page", ["docs/grid-scale.md", "docs/fr/grid-scale.md"])
@pytest.mark.parametrize("block", [1, 2])
def test_examples_for_ray_and_dask(page, block, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", Ray)
    monkeypatch.setitem(sys.modules, "dask.distributed", SimpleNamespace(Client=Client))
    monkeypatch.setitem(sys.modules, "dask", SimpleNamespace())
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 3 and SHARED in blocks[0]
    (tmp_path / "match.toml").write_text(JOB)
    exec(blocks[0].replace(SHARED, f"{str(tmp_path)!r}, 4") + blocks[block], {})
    grid.run(tmp_path / "match.toml", tmp_path / "local")
    games = [(tmp_path / folder / "results/games.jsonl").read_bytes() for folder in ["all", "local"]]
    assert games[0] == games[1] and games[0].count(b"\n") == 12


def parameters(function: ast.FunctionDef):
    arguments = function.args
    names = [one.arg for one in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
    return [name for name in names if name != "self"]


def signature(documented):
    return [name for name in inspect.signature(documented).parameters if name != "self"]


def test_the_stubs_name_everything_as_it_is():
    stub = Path(othellier.__file__).parent / "_othellier.pyi"
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert {*functions, *classes, "FORMATS"} == set(NATIVE)
    for name, node in functions.items():
        assert parameters(node) == signature(getattr(_othellier, name)), name
    for name, node in classes.items():
        there = getattr(_othellier, name)
        if issubclass(there, Exception):
            continue
        methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
        fields = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
        public = {one for one in vars(there) if not one.startswith("_")}
        assert public == {one for one in {*methods, *fields} if not one.startswith("_")}, name
        for method, one in methods.items():
            if method == "__init__":
                assert parameters(one) == signature(there), name
            elif not method.startswith("_") and not one.decorator_list:
                assert parameters(one) == signature(getattr(there, method)), f"{name}.{method}"
