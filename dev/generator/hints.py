# SPDX-License-Identifier: BSD-3-Clause
"""Prints src/files/hint_table.hpp, the tables of docs/hints.md, and that of the methods in docs/design.md."""

from pathlib import Path

from generator.interface import Interface, Row
from generator.source_tables import listed, methods, writable_formats
from generator.text import fill, fill_page, table


def print_files(interface: Interface) -> dict[str, str]:
    hints = [with_names(interface.root, hint) for hint in interface.tables["hints"] if is_of_use(interface.root, hint)]
    header = fill(
        "hint_table.hpp", "api/hints.tsv",
        numbers=[f'inline constexpr NumberHint {hint.name}{{"{hint.name}", {hint.usual}, {hint.least}, {hint.most}}};'
                 for hint in hints if hint.kind == "number"],
        own=[f'"{hint.name}",' for hint in hints if hint.name.startswith("weft_")],
        tests=[f'"{hint.name}",' for hint in hints if hint.meaning.startswith("for tests:")],
        synonyms=[f'{{"{hint.name}", "{hint.also}"}},' for hint in hints if hint.also],
        fixed=[f'{{"{hint.name}", "{hint.usual}"}},' for hint in hints if hint.kind == "fixed"],
        kept=[f'{{"{hint.name}", "{hint.usual}"}},' for hint in hints if hint.kind == "kept" and hint.usual])
    tables = {name: print_table([hint for hint in hints if hint.table == name]) for name in ("moving", "file", "other")}
    page = fill_page(interface.root / "docs/hints.md", "hints", tables)
    what = table(["method", "what it does", "when it is right"],
                 [[method.name.replace("_", "-"), method.does, method.right] for method in methods(interface.root)])
    design = fill_page(interface.root / "docs/design.md", "methods", {"table": what})
    return {"src/files/hint_table.hpp": header, "docs/hints.md": page, "docs/design.md": design}


def is_of_use(root: Path, hint: Row) -> bool:
    """A format can be chosen where there are several."""
    return hint.name != "weft_format" or len(writable_formats(root)) > 1


def with_names(root: Path, hint: Row) -> Row:
    """Names that a table of the library has stand in the place of its own."""
    meaning = hint.meaning.replace("{methods}", listed([method.name for method in methods(root)]))
    return Row(**{**vars(hint), "meaning": meaning.replace("{formats}", listed(writable_formats(root)))})


def print_table(hints: list[Row]) -> str:
    """A row may be of several hints: of all that follow the first without a meaning of their own."""
    groups: list[list[Row]] = []
    for hint in hints:
        groups.append([hint]) if hint.meaning else groups[-1].append(hint)
    return table(["hint", "default", "meaning"],
                 [[", ".join(map(names, group)), ", ".join(dict.fromkeys(map(default, group))), group[0].meaning]
                  for group in groups])


def names(hint: Row) -> str:
    return f"`{hint.name}`" + (f" (also `{hint.also}`)" if hint.also else "")


def default(hint: Row) -> str:
    if hint.shown or hint.kind == "number":
        return hint.shown or hint.usual
    return f"`{hint.usual}`" if hint.usual else "-"
