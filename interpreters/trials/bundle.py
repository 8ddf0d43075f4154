"""Prints the Python kit as one file for interpreters that lack parts of Python: bundle.py KIT [FILE].

There are no annotations, no imports and no dataclasses in it: these are written out. FILE stands at the beginning, in
place of `import json`. The last function is `joust_answer(line)`.
"""

import ast
import pathlib
import sys

FILES = "joust/random.py joust/mad.py joust/wargame.py joust/madmax.py joust/bot.py joust/session.py mad_bot.py \
         war_bot.py madmax_bot.py bot.py".split()


class Rename(ast.NodeTransformer):
    """Gives names that two files define another name in the second."""

    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node


class Plain(ast.NodeTransformer):
    """Takes annotations and imports away, and writes dataclasses out."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        for argument in node.args.args + node.args.kwonlyargs:
            argument.annotation = None
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        return ast.Assign([node.target], node.value, lineno=0) if node.value else ast.Pass()

    def visit_ClassDef(self, node):
        is_data = any("dataclass" in ast.dump(decorator) for decorator in node.decorator_list)
        fields = [(one.target.id, one.value) for one in node.body if isinstance(one, ast.AnnAssign)]
        self.generic_visit(node)
        if is_data:
            node.decorator_list = []
            node.body = [one for one in node.body if not isinstance(one, (ast.Assign, ast.Pass))]
            node.body.append(constructor(fields))
        node.body = node.body or [ast.Pass()]
        return node

    def visit_Import(self, node):
        return None

    visit_ImportFrom = visit_Import


def constructor(fields):
    """The method that a dataclass would have."""
    words = ", ".join(name if value is None else f"{name}=None" for name, value in fields)
    lines = [f"def __init__(self, {words}):"]
    for name, value in fields:
        text = "None" if value is None else ast.unparse(value)
        text = "[]" if "default_factory" in text else text
        lines.append(f"    self.{name} = " + (name if text == "None" else f"{text} if {name} is None else {name}"))
    return ast.parse("\n".join(lines)).body[0]


def defined(tree):
    """The names that a file defines."""
    for one in tree.body:
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield one.name
        elif isinstance(one, ast.Assign):
            yield from (target.id for target in one.targets)


def main():
    print(pathlib.Path(sys.argv[2]).read_text() if len(sys.argv) > 2 else "import json")
    seen = set()
    for name in FILES:
        tree = ast.parse(pathlib.Path(sys.argv[1], name).read_text())
        own = set(defined(tree))
        names = {known: f"{known}_{pathlib.Path(name).stem}" for known in own & seen}
        seen |= own
        tree = Rename(names).visit(tree)
        for one in Plain().visit(tree).body:
            if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                one.name = names.get(one.name, one.name)
            text = ast.unparse(ast.fix_missing_locations(one))
            is_needed = not text.startswith(("T = TypeVar", "if __name__", "def run(", '"""', "'"))
            if is_needed:
                # These interpreters have neither the file nor the options.
                print(text.replace(", file=sys.stderr", "").replace(", ensure_ascii=False", ""))
    print("_session = Session(make)\ndef joust_answer(line):\n    return _session.answer(line)")


main()
