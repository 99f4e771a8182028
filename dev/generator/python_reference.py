# SPDX-License-Identifier: BSD-3-Clause
"""The page of the reference about the Python package: signatures from its stubs, the rest from its docstrings.

Sources are parsed and not imported, so that neither numpy nor the library is needed.
"""

import ast
import re
from itertools import groupby
from pathlib import Path

from generator.interface import Interface, Row
from generator.text import fill

# What these do is said of the class, or by what they are in every class.
NOT_SHOWN = {"__init__", "__enter__", "__exit__", "__del__", "__reduce__", "__getattr__", "__setattr__", "__delattr__"}
Definitions = dict[str, ast.ClassDef | ast.FunctionDef]


def print_files(interface: Interface) -> dict[str, str]:
    parts = []
    for module, rows in groupby(interface.tables["python"], key=lambda row: row.module):
        folder = interface.root / "python" / module.replace(".", "/")
        stubs, sources = definitions([folder / "__init__.pyi"]), definitions(sorted(folder.glob("_*.py")))
        parts.append(f"## `{module}`\n")
        for title, call, source in [entry for row in rows for entry in entries(row, stubs, sources)]:
            level = "####" if "." in title else "###"
            parts.append(f"{level} `{title}`\n\n```py\n{call}\n```\n\n{docstring(source, title)}\n")
    return {"docs/reference/python.md": fill("python.md", "python/weftnc", sections="\n".join(parts).strip())}


def definitions(files: list[Path]) -> Definitions:
    return {node.name: node for file in files for node in ast.parse(file.read_text()).body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def entries(row: Row, stubs: Definitions, sources: Definitions) -> list[tuple[str, str, ast.AST | None]]:
    """What is shown of a function, or of a class and its members: name, call, and where its docstring is."""
    name, stub = row.name, stubs.get(row.name)
    if stub is None:
        raise ValueError(f"api/python.tsv: the package has no {name}")
    if isinstance(stub, ast.FunctionDef):
        return [(name, signature(name, stub, stub.args.args), sources.get(name))]
    bases = [ast.unparse(base) for base in stub.bases]
    shown = ", ".join(base for base in bases if not base.startswith("_"))
    call = f"class {name}({shown})" if shown else f"class {name}"
    if row.made:
        beginning = find(stubs, name, "__init__")
        call = signature(name, beginning, beginning.args.args[1:])
    owners = [name, *(base for base in bases if base.startswith("_"))]
    members = [one for owner in owners for one in stubs[owner].body if isinstance(one, ast.FunctionDef)]
    return [(name, call, sources.get(name)),
            *((f"{name}.{one.name}", signature(one.name, one, one.args.args[1:]), find(sources, name, one.name))
              for one in members if one.name not in NOT_SHOWN and f"{one.name}.setter" not in decorators(one))]


def decorators(node: ast.FunctionDef) -> list[str]:
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def signature(name: str, node: ast.FunctionDef, positional: list[ast.arg]) -> str:
    """As one calls it."""
    result = ast.unparse(node.returns)
    if "property" in decorators(node):
        return f"{name} -> {result}"
    arguments = ast.unparse(ast.arguments(**vars(node.args) | {"args": positional}))
    call = f"{name}({arguments})" + ("" if result == "None" else f" -> {result}")
    return re.sub(r"\b_(Array|Index|Path)\b", r"\1", call)


def find(classes: Definitions, owner: str, member: str) -> ast.FunctionDef | None:
    """A member of a class or, as Python looks for it, of those that it derives from; also by another name of it."""
    node = classes.get(owner)
    if not isinstance(node, ast.ClassDef):
        return None
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == member:
            return one
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name) and one.targets[0].id == member:
            return find(classes, owner, one.value.id)
    found = (find(classes, base.id, member) for base in node.bases if isinstance(base, ast.Name))
    return next((one for one in found if one), None)


def docstring(node: ast.AST | None, name: str) -> str:
    text = node and ast.get_docstring(node)
    if not text:
        raise ValueError(f"python/weftnc: {name} has no docstring, which the reference shows")
    text = text.replace("*", "\\*").replace("<", "&lt;")
    # Arguments are explained as "name: what it is", one behind the other.
    return re.sub(r"(^|\n|; |\. )([a-z_]+(?:, [a-z_]+)*): ", r"\1`\2`: ", text)
