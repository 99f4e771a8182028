# SPDX-License-Identifier: BSD-3-Clause
"""The site builds without warnings, its links lead somewhere, it has every function, and it loads nothing from elsewhere."""

import html
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import python_tests
from tables import tables_of


class Page(html.parser.HTMLParser):
    """What a page offers to link to, what it links to, and what a browser loads with it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.rows_of_tables = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag == "link" and values.get("href"):
            self.loaded.append(values["href"])
        if tag == "table":
            self.rows_of_tables.append(0)
        if tag == "tr":
            self.rows_of_tables[-1] += 1
        if values.get("src"):
            self.loaded.append(values["src"])


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = pathlib.Path(folder.name, "site")
        cls.build = subprocess.run(["mkdocs", "build", "--strict", "--site-dir", cls.site], cwd=ROOT, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        cls.pages = {path: Page(path.read_text()) for path in cls.site.rglob("*.html")}

    def test_builds_without_warnings(self):
        self.assertEqual(self.build.returncode, 0, self.build.stdout)
        self.assertNotIn("WARNING", self.build.stdout)
        self.assertNotIn("not included in the", self.build.stdout, "a page that nothing leads to")
        self.assertGreater(len(self.pages), 30)

    def test_links_lead_somewhere(self):
        broken = []
        for path, page in self.pages.items():
            for link in page.links:
                place, _, fragment = link.partition("#")
                if re.match(r"[a-z]+:", place) or place.startswith("/"):
                    continue  # another site; the page for what is not found, which may be shown anywhere
                target = (path.parent / place).resolve() if place else path
                target = target / "index.html" if target.is_dir() else target
                known = self.pages.get(target)
                if not target.exists() or (fragment and known is not None and fragment not in known.ids):
                    broken.append(f"{path.relative_to(self.site)}: {link}")
        self.assertEqual(broken, [])

    def test_tables_are_shown_with_all_rows(self):
        for path, page in self.pages.items():
            written = (ROOT / "docs" / path.relative_to(self.site)).with_suffix(".md")
            if written.exists():
                self.assertEqual(page.rows_of_tables, [len(table) - 1 for table in tables_of(written.read_text())], path)

    def test_notebooks_are_pages(self):
        notebooks = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
        self.assertGreaterEqual(len(notebooks), 2)
        for notebook in notebooks:
            page = self.site / "notebooks" / f"{notebook.stem}.html"
            text = html.unescape(re.sub(r"<[^>]*>", "", page.read_text()))
            for cell in json.loads(notebook.read_text())["cells"]:
                if cell["cell_type"] == "code":
                    self.assertIn("".join(cell["source"]), text, page)
            self.assertIn(notebook.name, self.pages[page].links)
            self.assertIn(f"notebooks/{notebook.stem}.html", self.pages[self.site / "python.html"].links)

    def test_scripts_are_shown_without_numbers_of_lines(self):
        scripts = (self.site / "clusters.html").read_text()
        self.assertIn("#SBATCH --nodes=4", scripts)
        for path in self.pages:
            self.assertNotRegex(path.read_text(), r'class="(linenos|codehilitetable)"', path)

    def test_pages_name_the_version_and_the_licence(self):
        version = re.search(r'^WEFT_VERSION\t"(.*?)"', (ROOT / "api/features.tsv").read_text(), re.M)[1]
        for path in self.pages:
            footer = path.read_text().rpartition("<footer>")[2]
            self.assertIn(f"Weft {version}, ", footer, path)
            self.assertIn("BSD-3-Clause", footer, path)

    def test_the_search_knows_what_people_look_for(self):
        script = (self.site / "search_index.js").read_text()
        index = json.loads(script.partition(" = ")[2].rstrip(";\n"))
        for word in ("install", "conda", "license", "licence", "deadlock", "spack", "container", "wheel", "macos", "debian", "notebook"):
            found = {section["location"].partition("#")[0] for section in index
                     if word in f"{section['title']} {section['text']}".lower()}
            self.assertTrue(found, word)
            if word not in ("deadlock", "notebook"):
                self.assertIn("install.html", found, word)

    def test_every_function_is_found(self):
        declared = set(re.findall(r"\b((?:ncmpi_|cdl_hdr_)\w+)\(", (ROOT / "include/pnetcdf.h").read_text()))
        self.assertEqual(len(declared), 924)
        folder = self.site / "reference"
        names = (folder / "names.html").read_text()
        text = " ".join(path.read_text() for path in folder.glob("*.html") if path.name != "names.html")
        explained = set(re.findall(r"\b(?:ncmpi_|cdl_hdr_)\w+", text))
        self.assertEqual(declared - explained, set())
        self.assertEqual({name for name in declared if f"<code>{name}</code>" not in names}, set())

    def test_fortran_functions_are_those_that_exist(self):
        text = " ".join(path.read_text() for path in (ROOT / "docs/reference").glob("*.md"))
        interfaces = (ROOT / "fortran/generated/interfaces.f90").read_text()
        module = "".join(path.read_text() for path in [*ROOT.glob("fortran/*.f90"), *ROOT.glob("fortran/generated/*.f90")])
        existing = set(re.findall(r"(?:function|external ::) (nfmpi_\w+)", interfaces))
        self.assertEqual(set(re.findall(r"\bnfmpi_\w+", text)) ^ existing, set())
        self.assertEqual(set(re.findall(r"\bnf90mpi_\w+", text)) - set(re.findall(r"\bnf90mpi_\w+", module)), set())

    def test_nothing_is_loaded_from_elsewhere(self):
        for path, page in self.pages.items():
            self.assertEqual([link for link in page.loaded if "//" in link], [], path)
        for path in self.site.rglob("*.css"):
            self.assertNotRegex(path.read_text(), r"url\(['\"]?(https?:)?//", path)


if __name__ == "__main__":
    if shutil.which("mkdocs") is None:
        print("skipped: mkdocs is not installed")
        sys.exit(python_tests.SKIPPED)
    python_tests.main(sys.argv, verbosity=2)
