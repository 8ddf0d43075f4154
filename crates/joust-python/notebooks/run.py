"""Runs notebooks as plain Python, without Jupyter: ``python run.py [--short] [NOTEBOOK …]``.

The cells of a notebook are run one after the other, as Jupyter does, in a folder of its own that is removed
afterwards. The first error ends the run with the number and the text of its cell. Without names, all notebooks
of this folder are run. ``--short`` sets ``JOUST_SHORT``, which notebooks read: they then do less of the same.
"""

from __future__ import annotations

import argparse
import json
import linecache
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def code_cells(notebook: Path) -> list[str]:
    """The texts of the code cells, in their order."""
    cells: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(notebook: Path) -> None:
    """Runs all code cells of a notebook in one namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(code_cells(notebook), 1):
        place = f"{notebook.name}, code cell {number}"
        # Tracebacks take the lines of a cell from here.
        linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
        exec(compile(source, place, "exec"), names)


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs notebooks without Jupyter.")
    parser.add_argument("--short", action="store_true", help="a few seconds for each notebook")
    parser.add_argument("notebooks", nargs="*", type=Path, help="all of this folder if none is named")
    arguments = parser.parse_args()
    notebooks = arguments.notebooks or sorted(HERE.glob("*.ipynb"))
    if not notebooks:
        sys.exit("no notebooks found")
    # A plot is drawn, but no window opens.
    os.environ.setdefault("MPLBACKEND", "Agg")
    if arguments.short:
        os.environ["JOUST_SHORT"] = "1"
    os.environ["JOUST_NOTEBOOKS"] = str(HERE)
    for notebook in [notebook.resolve() for notebook in notebooks]:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            run(notebook)
            os.chdir(HERE)
        print(f"{notebook.name}: {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
