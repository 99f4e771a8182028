# SPDX-License-Identifier: BSD-3-Clause
"""Prints docs/reference/: the pages about every function, and the lists of them."""

from generator.interface import Function, Interface
from generator.reference_data import attribute_section, verb_sections
from generator.reference_tables import codes, constants, weft
from generator.reference_text import Reference, declaration, nfmpi_interface, snippet
from generator.text import fill, opening


def print_files(interface: Interface) -> dict[str, str]:
    reference = Reference(interface)
    pages = {page["file"]: print_page(reference, page) for page in reference.table["page"]}
    pages |= {"names": print_names(reference), "codes": codes(reference), "constants": constants(reference),
              "weft": weft(reference)}
    pages["index"] = fill("index.md", count=str(len(interface.functions)),
                          contents=[f"- [{page['title']}]({page['file']}.md)" for page in reference.table["page"]],
                          storage=", ".join(f"`{code}`" for code in interface.rules["storage"]))
    return {f"docs/reference/{name}.md": text for name, text in pages.items()}


def print_page(reference: Reference, page: dict) -> str:
    parts = [f"# {page['title']}\n"]
    parts += [page["about"] + "\n"] if "about" in page else []
    for verb in page.get("verbs", []):
        parts += verb_sections(reference, reference.interface.verb[verb], page["calls"])
    for group in page.get("groups", []):
        if group == "attributes":
            parts += [attribute_section(reference, verb) for verb in ("put", "get")]
        else:
            parts += [f"## {group.capitalize()}\n"] if len(page["groups"]) > 1 else []
            parts += [print_function(reference, f) for f in reference.interface.handwritten if f.group == group]
    examples = [snippet(f"frame {page['frame']}", language, page[key])
                for language, key in (("c", "example"), ("fortran", "fortran")) if key in page]
    if examples:
        parts.append("## An example\n" if "example" in page else "## An example in Fortran\n")
    return opening(".md") + "\n".join(parts + examples)


def print_function(reference: Reference, function: Function) -> str:
    rule = reference.rules.of(function)
    about = function.row.about.removeprefix("Collective. ").removeprefix("Independent. ")
    parts = [f"### `{function.name}`\n", declaration("c", function.prototype() + ";"),
             f"{about} {rule.get('about', '')}".strip() + "\n"]
    in_fortran = fortran_forms(reference, function)
    parts += [declaration("fortran", in_fortran)] if in_fortran else []
    return "\n".join([*parts, reference.rules.print_facts(rule)])


def fortran_forms(reference: Reference, function: Function) -> str:
    """nf90mpi_NAME and nfmpi_NAME, as far as there are such functions."""
    name = function.stem()
    procedure = reference.fortran.by_name.get(name)
    form = function.row.nf90mpi
    if form.endswith("()") and form[:-2] not in reference.module_functions:
        raise ValueError(f"api/functions.tsv: {function.name}: fortran/pnetcdf.f90 has no nf90mpi_{form[:-2]}")
    if form.endswith("()"):
        form = f"{form[:-2]}({reference.module_functions[form[:-2]]})"
    elif procedure is not None and procedure.module_names() is not None:
        form = f"{name}({', '.join(procedure.module_names())})"
    if function.result != "int":
        return f"character(len=80) function nf90mpi_{form}\ncharacter(len=80) function nfmpi_{form}"
    lines = [f"integer function nf90mpi_{form}"] if form else []
    if procedure is not None and procedure.has_interface():
        lines.append(nfmpi_interface(procedure))
    elif procedure is not None:
        lines.append(f"integer, external :: nfmpi_{name}  ! ({', '.join(procedure.names())})")
    return "\n".join(lines)


def print_names(reference: Reference) -> str:
    files = {subject: page["file"] for page in reference.table["page"] for key in ("groups", "verbs")
             for subject in page.get(key, [])}
    lines = ["# All functions\n"]
    for function in sorted(reference.interface.functions, key=lambda function: function.name):
        subject = function.verb.name if function.shape else function.group
        if subject not in files:
            raise ValueError(f"api/reference.toml: {function.name} is on no page, as nothing says where {subject} is")
        section = function.name if function.row else function.group if function.shape else f"{function.verb.name}_att"
        lines.append(f"- [`{function.name}`]({files[subject]}.md#{section})")
    return opening(".md") + "\n".join(lines) + "\n"
