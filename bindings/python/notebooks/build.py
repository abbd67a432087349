"""Writes the notebooks, in English and in French, from their sources.

A source is a Python program in `source/`. A line `#: en` begins a text in English, `#: fr` the same in French, and
`#: code` a cell of code, which both notebooks have; texts are comments. So code cells are identical in both, and
a source also runs as it is.

    python build.py            writes en/*.ipynb and fr/*.ipynb
    python build.py --check    says which of them are not what their source makes
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")


def cells(source):
    """The cells of a source: pairs of their kind and text."""
    found = []
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.startswith("#: "):
            found.append((line[3:], []))
        elif not found:
            sys.exit(f"{source}: expected '#: en', '#: fr' or '#: code' first")
        elif found[-1][0] == "code":
            found[-1][1].append(line)
        elif line == "#" or line.startswith("# ") or not line:
            found[-1][1].append(line[2:])
        else:
            sys.exit(f"{source}: in a text, expected a comment: {line}")
    kinds = [kind for kind, _ in found]
    for at, kind in enumerate(kinds):
        if kind not in (*LANGUAGES, "code") or (kind == "en") != (kinds[at + 1 : at + 2] == ["fr"]):
            sys.exit(f"{source}: expected '#: en' followed by '#: fr', or '#: code', not '#: {kind}'")
    return [(kind, "\n".join(lines).strip("\n")) for kind, lines in found]


def notebook(source, language):
    """The notebook of a source as text, without outputs."""
    made = []
    for kind, text in cells(source):
        if kind not in ("code", language):
            continue
        cell = {"cell_type": "markdown", "id": f"cell-{len(made)}", "metadata": {}}
        if kind == "code":
            cell |= {"cell_type": "code", "execution_count": None, "outputs": []}
        made.append(cell | {"source": text.splitlines(keepends=True)})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def all_notebooks():
    """Every notebook: its path and its text."""
    for source in sorted((HERE / "source").glob("*.py")):
        for language in LANGUAGES:
            yield HERE / language / f"{source.stem}.ipynb", notebook(source, language)


def main():
    stale = []
    for path, text in all_notebooks():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(HERE)))
            if "--check" not in sys.argv[1:]:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv[1:] and stale:
        sys.exit(f"not what their sources make: {', '.join(stale)}; run bindings/python/notebooks/build.py")


if __name__ == "__main__":
    main()
