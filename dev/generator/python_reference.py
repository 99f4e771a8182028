# SPDX-License-Identifier: BSD-3-Clause
"""The page of the reference about the Python package: signatures from its stubs, the rest from its docstrings.

Sources are parsed and not imported, so that neither numpy nor the library is needed.
"""

import ast
import re
from itertools import groupby
from pathlib import Path

from generator.interface import Interface
from generator.text import fill

# What these do is said of the class, or by what they are in every class.
NOT_SHOWN = {"__init__", "__enter__", "__exit__", "__del__", "__reduce__", "__getattr__", "__setattr__", "__delattr__"}
# Programs make these themselves; objects of other classes are what functions return.
MADE_BY_PROGRAMS = ("Dataset", "MFDataset")

Definitions = dict[str, ast.ClassDef | ast.FunctionDef]


def print_files(interface: Interface) -> dict[str, str]:
    python = interface.folder.parent / "python"
    parts = []
    for module, rows in groupby(interface.tables["python"], key=lambda row: row.module):
        folder = python / module.replace(".", "/")
        stubs = definitions(folder.glob("__init__.pyi"))
        sources = definitions(sorted(folder.glob("_*.py")))
        parts.append(f"## `{module}`\n")
        for row in rows:
            parts += section(row.name, stubs, sources)
    return {"docs/reference/python.md": fill("python.md", "python/weftnc", sections="\n".join(parts).strip())}


def definitions(files: list[Path]) -> Definitions:
    return {node.name: node for file in files for node in ast.parse(file.read_text()).body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def functions(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [one for one in node.body if isinstance(one, ast.FunctionDef)]


def section(name: str, stubs: Definitions, sources: Definitions) -> list[str]:
    stub = stubs[name]
    about = docstring(sources.get(name), name)
    if isinstance(stub, ast.FunctionDef):
        return [shown("###", name, signature(name, stub, stub.args.args), about)]
    bases = ", ".join(ast.unparse(base) for base in stub.bases if not ast.unparse(base).startswith("_"))
    call = f"class {name}({bases})" if bases else f"class {name}"
    if name in MADE_BY_PROGRAMS:
        beginning = find(stubs, name, "__init__")
        call = signature(name, beginning, beginning.args.args[1:])
    return [shown("###", name, call, about), *members(stub, stubs, sources)]


def members(stub: ast.ClassDef, stubs: Definitions, sources: Definitions) -> list[str]:
    """Also those of the bases that are not shown."""
    hidden = [base.id for base in stub.bases if isinstance(base, ast.Name) and base.id.startswith("_")]
    parts = []
    for node in [one for owner in (stub.name, *hidden) for one in functions(stubs[owner])]:
        is_setter = node.name != "open" and any(isinstance(one, ast.Attribute) for one in node.decorator_list)
        if node.name not in NOT_SHOWN and not is_setter:
            name = f"{stub.name}.{node.name}"
            about = docstring(find(sources, stub.name, node.name), name)
            parts.append(shown("####", name, signature(node.name, node, node.args.args[1:]), about))
    return parts


def shown(level: str, title: str, call: str, text: str) -> str:
    return f"{level} `{title}`\n\n```py\n{call}\n```\n\n{text}\n"


def signature(name: str, node: ast.FunctionDef, positional: list[ast.arg]) -> str:
    """As one calls it."""
    result = ast.unparse(node.returns)
    if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
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
