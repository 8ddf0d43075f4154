"""What the documents show is true: their examples are run, and print what stands under them.

A block of ``python`` with prompts is a doctest; one without prompts is only run. The blocks of a document share
their names, from the first to the last, in an empty folder.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent
DOCUMENTS = [ROOT / "docs/python.md", PACKAGE / "README.md", ROOT / "README.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["_draw", "_opening", "gymnasium", "pettingzoo", "spiel"])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"joust.{name}"), optionflags=OPTIONS)
    assert tried.attempted > 0 and tried.failed == 0


def test_all_files_are_python_3_9() -> None:
    """What users run: the package, the notebooks and their scripts. The tests themselves need a newer Python."""
    files = [*PACKAGE.glob("python/joust/*.py*"), *PACKAGE.glob("notebooks/*.py"), *PACKAGE.glob("bench/*.py")]
    sources = {file.name: file.read_text(encoding="utf-8") for file in files if file.suffix in (".py", ".pyi")}
    for notebook in PACKAGE.glob("notebooks/*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources[notebook.name] = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for document in DOCUMENTS:
        sources[str(document)] = "\n".join(examples(document))
    assert len(sources) > 20
    for name, source in sources.items():
        ast.parse(source, name, feature_version=(3, 9))


def examples(document: Path) -> list[str]:
    """The blocks of a document without prompts and answers."""
    blocks = [block[1] for block in BLOCK.finditer(document.read_text(encoding="utf-8"))]
    parser = doctest.DocTestParser()
    parts = [[one.source for one in parser.get_examples(block)] if ">>> " in block else [block] for block in blocks]
    return ["".join(part) for part in parts]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_understand_the_examples(tmp_path: Path, checker: str) -> None:
    for number, document in enumerate(DOCUMENTS):
        (tmp_path / f"document_{number}.py").write_text("".join(examples(document)), encoding="utf-8")
    # Functions of the examples have no types, so that they can be read.
    strict = ["--strict", "--allow-untyped-defs", "--allow-untyped-calls"]
    command = {
        "mypy": [sys.executable, "-m", "mypy", *strict, "--cache-dir", str(tmp_path / "cache"), str(tmp_path)],
        "pyright": ["pyright", "--pythonpath", sys.executable, str(tmp_path)],
    }[checker]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_document_are_true(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = document.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "__main__"}
    blocks = list(BLOCK.finditer(text))
    assert blocks, "a document about Python has examples"
    failures: list[str] = []
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        if ">>> " in block[1]:
            test = doctest.DocTestParser().get_doctest(block[1], {}, document.name, str(document), line)
            test.globs = names
            runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
            runner.run(test, out=failures.append, clear_globs=False)
        else:
            # The empty lines give an error the line of the document.
            exec(compile("\n" * line + block[1], str(document), "exec"), names)
    assert not failures, "".join(failures)
