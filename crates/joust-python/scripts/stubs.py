"""Copies the docstrings of the module into its stub, so that editors show them: python stubs.py FILE.

With --check, nothing is written, and the exit code is 1 if the stub has other docstrings.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from joust import _joust


def docstring(name: str, indent: str) -> list[str]:
    """The lines of the docstring of something in the module."""
    value: object = _joust
    for part in name.split("."):
        value = inspect.getattr_static(value, part)
    # Such a method is wrapped, and the wrapper has a docstring that is about wrappers.
    value = getattr(value, "__func__", value)
    text = inspect.cleandoc(getattr(value, "__doc__", None) or "")
    lines = text.splitlines()
    if not lines:
        return []
    raw = "r" if "\\" in text else ""
    lines[0] = f'{raw}"""{lines[0]}'
    lines = lines + [""] if len(lines) > 1 else lines
    lines[-1] += '"""'
    return [f"{indent}{line}".rstrip() for line in lines]


def whole(stub: str) -> str:
    """The stub with the docstrings of the module in place of its own."""
    lines, cuts = stub.splitlines(), []
    for node in ast.parse(stub).body:
        classes = [(node.name, node)] if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else []
        if isinstance(node, ast.ClassDef):
            classes += [(f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef)]
        for name, one in classes:
            if name.rsplit(".")[-1].startswith("__"):
                continue
            cuts.append((name, one))
    for name, one in sorted(cuts, key=lambda cut: -cut[1].lineno):
        body = one.body
        old = ast.get_docstring(one, clean=False) is not None
        first = body[0]
        indent = " " * (one.col_offset + 4)
        new = docstring(name, indent)
        if isinstance(one, ast.FunctionDef):
            # The last line of the head ends with a colon and perhaps an ellipsis.
            start = first.lineno - 1
            head = lines[start]
            if not old and head.rstrip().endswith(": ...") and new:
                lines[start : start + 1] = [head.rstrip()[: -len(" ...")], *new, f"{indent}..."]
            elif old:
                end = first.end_lineno or first.lineno
                lines[start:end] = new
        elif old:
            lines[first.lineno - 1 : first.end_lineno or first.lineno] = new
        else:
            at = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", []))]) - 1
            lines[at:at] = new
    return "\n".join(lines) + "\n"


def main() -> int:
    """Reads the arguments."""
    words = [word for word in sys.argv[1:] if word != "--check"]
    file = Path(words[0])
    before = file.read_text()
    after = whole(before)
    if "--check" in sys.argv:
        if after != before:
            print(f"{file} has other docstrings than the module: python {sys.argv[0]} {file}", file=sys.stderr)
        return int(after != before)
    file.write_text(after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
