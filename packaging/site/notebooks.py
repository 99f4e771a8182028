# SPDX-License-Identifier: BSD-3-Clause
"""Each notebook of docs/notebooks is a page, too: its cells in order, and a link to the file that notebook programs open.
Pages name a notebook by its file, as it is found beside them in the source; on the site these links lead to the pages."""

import json
import pathlib
import re

from mkdocs.structure.files import File

LINK = re.compile(r"\]\((?P<place>[\w./-]+)\.ipynb(?P<rest>[)#])")


def notebook_of(file, config):
    """The notebook that a page is made from; None for a page that is a file itself."""
    path = pathlib.Path(config["docs_dir"], file.src_uri).with_suffix(".ipynb")
    return path if file.src_uri.startswith("notebooks/") and path.exists() else None


def on_files(files, config):
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            page = str(pathlib.PurePosixPath(file.src_uri).with_suffix(".md"))
            files.append(File(page, config["docs_dir"], config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_read_source(page, config):
    path = notebook_of(page.file, config)
    return None if path is None else as_markdown(path)


def on_page_markdown(markdown, page, config, files):
    return markdown if notebook_of(page.file, config) else LINK.sub(r"](\g<place>.md\g<rest>", markdown)


def as_markdown(path):
    title, *cells = [as_text(cell) for cell in json.loads(path.read_text())["cells"]]
    take = f"To run it yourself, take the notebook: [{path.name}]({path.name})."
    return "\n\n".join([title, take, *cells]) + "\n"


def as_text(cell):
    text = "".join(cell["source"])
    return text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
