"""Every docstring with an example is right, everything public has a docstring, and the stubs say what is there."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import joust
import joust.errors
import joust.madmax
from joust import _joust

STUB = Path(joust.__file__).with_name("_joust.pyi")


def documented() -> Iterator[tuple[str, Any]]:
    """Everything public of the module and the package, with its name."""
    for module in (joust, joust.errors, joust.madmax):
        yield module.__name__, module
    for name, value in vars(_joust).items():
        if name.startswith("_"):
            continue
        yield name, value
        if inspect.isclass(value):
            for member, inner in vars(value).items():
                if not member.startswith("_"):
                    # A static method is wrapped, and the docstring of the wrapper is about wrappers.
                    yield f"{name}.{member}", getattr(inner, "__func__", inner)
    for name, value in vars(joust.errors).items():
        if inspect.isclass(value) and issubclass(value, joust.Error):
            yield name, value


def test_everything_public_has_a_docstring() -> None:
    bare = [name for name, value in documented() if not (getattr(value, "__doc__", None) or "").strip()]
    assert bare == []
    assert "staticmethod" not in STUB.read_text().replace("@staticmethod", "")


def test_examples_are_right() -> None:
    finder, runner, tried = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for name, value in documented():
        text = inspect.cleandoc(getattr(value, "__doc__", None) or "")
        example = finder.get_doctest(text, {}, name, None, 0)
        if example.examples:
            tried += 1
            runner.run(example)
    assert tried > 20
    assert runner.summarize(verbose=False).failed == 0


def stubbed() -> set[str]:
    """The names in the stub."""
    names: set[str] = set()
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names.add(node.name)
            inner = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
            inner += [one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
            names.update(f"{node.name}.{one}" for one in inner if not one.startswith("_"))
    return names


def test_the_stub_names_what_is_there() -> None:
    there = {name for name, _ in documented() if not name.startswith("joust")}
    there = {name for name in there if hasattr(_joust, name.split(".")[0])}
    assert stubbed() == there


def test_the_stub_has_the_docstrings_of_the_module() -> None:
    script = Path(__file__).parents[1] / "scripts" / "stubs.py"
    subprocess.run([sys.executable, script, "--check", STUB], check=True)


def test_the_package_exports_what_it_has() -> None:
    for module in (joust, joust.madmax):
        assert all(hasattr(module, name) for name in module.__all__)
    assert sorted(joust.__all__) == joust.__all__


def test_importing_takes_less_than_fifty_milliseconds_and_no_numpy() -> None:
    # Time of the processor, because other programs may run.
    clock = "time.process_time()"
    code = f"import sys, time; t = {clock}; import joust; print({clock} - t, 'numpy' in sys.modules)"
    shown = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(5)]
    seconds = min(float(one.stdout.split()[0]) for one in shown)
    assert all(one.stdout.split()[1] == "False" for one in shown)
    assert seconds < 0.05
