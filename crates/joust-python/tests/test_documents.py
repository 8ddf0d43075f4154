"""What the documents show is true: their examples are run, and print what stands under them.

A block of ``python`` with prompts is a doctest; one without prompts is only run. The blocks of a document share
their names, from the first to the last, in an empty folder.
"""

from __future__ import annotations

import doctest
import importlib
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


def test_type_checkers_understand_the_examples(tmp_path: Path) -> None:
    for number, document in enumerate(DOCUMENTS):
        blocks = [block[1] for block in BLOCK.finditer(document.read_text(encoding="utf-8"))]
        parser = doctest.DocTestParser()
        sources = [[one.source for one in parser.get_examples(block)] if ">>> " in block else [block] for block in blocks]
        (tmp_path / f"document_{number}.py").write_text("".join(sum(sources, [])), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(tmp_path)]
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
