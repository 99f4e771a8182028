# SPDX-License-Identifier: BSD-3-Clause
"""How notebooks show datasets and reports."""

import html


class Report(str):
    """A report as text; in a notebook, in its lines."""

    def _repr_html_(self):
        return f"<pre>{html.escape(self)}</pre>"


def html_of(dataset):
    """A dataset's dimensions, variables and attributes."""
    if not dataset.isopen():
        return f"<p><code>{html.escape(repr(dataset))}</code></p>"
    dimensions = [(name, f"{len(one)}{', unlimited' if one.isunlimited() else ''}") for name, one in dataset.dimensions.items()]
    variables = [(name, ", ".join(one.dimensions), one._type_title, "; ".join(f"{key}: {value}" for key, value in _attributes(one)))
                 for name, one in dataset.variables.items()]
    return "".join([
        f"<p><b>weftnc.Dataset</b> <code>{html.escape(dataset.filepath())}</code> ({dataset.data_model})</p>",
        _table("Dimensions", ("name", "size"), dimensions),
        _table("Variables", ("name", "dimensions", "type", "attributes"), variables),
        _table("Attributes", ("name", "value"), _attributes(dataset))])


def _attributes(owner):
    return [(name, value if why_not is None else f"({why_not})") for name, value, why_not in owner._attributes_told()]


def _table(title, heads, rows):
    if not rows:
        return ""
    head = "".join(f"<th>{one}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(one))}</td>" for one in row) + "</tr>" for row in rows)
    return f"<details open><summary>{title}</summary><table><tr>{head}</tr>{body}</table></details>"
