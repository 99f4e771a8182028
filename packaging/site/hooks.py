# SPDX-License-Identifier: BSD-3-Clause
"""What mkdocs does not make by itself: the version that the pages name, the index of the search as a script, which pages on a
disk can load, and the colours of programs for light and dark screens."""

import json
import pathlib
import re
import shutil

from pygments.formatters import HtmlFormatter


def on_config(config):
    features = (pathlib.Path(config["config_file_path"]).parent / "api/features.tsv").read_text()
    config["extra"]["version"] = re.search(r'^WEFT_VERSION\t"(.*?)"', features, re.M)[1]


def on_post_build(config):
    site = pathlib.Path(config["site_dir"])
    sections = json.loads((site / "search/search_index.json").read_text())["docs"]
    shutil.rmtree(site / "search")
    titles = {section["location"]: section["title"] for section in sections}
    index = [{"location": section["location"], "title": section["title"], "text": " ".join(section["text"].split()),
              "page": titles.get(section["location"].split("#")[0], section["title"])}
             for section in sections if "#" in section["location"]]  # others are whole pages, once more
    (site / "search_index.js").write_text(f"window.weftSearchIndex = {json.dumps(index, ensure_ascii=False)};\n")
    light = HtmlFormatter(style="default").get_style_defs(".codehilite")
    dark = HtmlFormatter(style="github-dark").get_style_defs(".codehilite")
    both = f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n.codehilite {{ background: none; }}\n"
    (site / "highlight.css").write_text(both)
