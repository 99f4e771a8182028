#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""dev/setup names the Debian package of every command that tests, benchmarks and package scripts call, and of every Python
module that they import: dev/check_commands.py

Looks at scripts of Python and of the shell, the Makefile, and what CMake looks for. Which package a command is of, this machine's
package database says; a command that is not there when dev/setup has run is in no package that it names. Packages that every
Debian has need no name, nor do those that come along with the ones that are named. Ends with 1 when one is missing.
"""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from commands_of_shell import commands_of_shell, functions_of_shell

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("bench/", "dev/", "docs/", "examples/", "fuzz/", "packaging/", "python/", "tests/", "Makefile", "CMakeLists.txt", "cmake/")

# What is used where it is there, and asked of nobody.
OPTIONAL = {
    "ccache": "builds go without",
    "chromium-browser": "another system's name of chromium",
    "hadolint": "not in Debian: a recipe is looked at where it is installed",
    "mpicc_abi": "MPICH 5 from PyPI, in an environment that WEFT_WHEELS names",
    "open": "no command: an operation of MPI",
    "rclone": "of PyPI: Debian's serves no S3; a server is tried where it is installed",
    "sudo": "for those who are not root",
    "time": "no command: a dimension",
    "weft": "what is tested",
    "module:rattler_build": "not in Debian: a recipe is tried where it is installed",
    "module:spack": "of the recipe for Spack, which Spack runs",
}

# Commands of packages that `make test` does not install.
ELSEWHERE = {
    "aarch64-linux-gnu-g++": "g++-aarch64-linux-gnu",
    "debootstrap": "debootstrap",
    "dh": "debhelper",
    "dpkg-buildpackage": "dpkg-dev",
    "iperf3": "iperf3",
    "lintian": "lintian",
    "qemu-aarch64": "qemu-user",
    "sshfs": "sshfs",
    "module:matplotlib": "python3-matplotlib",
}

# For what each folder's scripts are run; of any profile where nothing is said. Every profile has what building needs.
PROFILES = {"bench/": ("bench",), "docs/": ("docs", "test"), "examples/": ("demo",), "python/": ("test",), "tests/": ("test",)}

# A command behind one of these is called, too, behind its options.
WRAPPERS = ("env", "exec", "ip", "nice", "nsenter", "setsid", "sh", "strace", "sudo", "timeout", "unshare")
RUNNERS = ("run", "Popen", "call", "check_call", "check_output")
WORD = re.compile(r"[A-Za-z][\w.+-]*")


class PythonCalls(ast.NodeVisitor):
    """Commands of a script: those that it certainly calls, and words that begin a list, which may be some."""

    def __init__(self):
        self.certain, self.possible, self.modules = set(), set(), set()

    def visit_Import(self, node):
        self.modules |= {alias.name.split(".")[0] for alias in node.names}

    def visit_ImportFrom(self, node):
        if node.module and node.level == 0:
            self.modules.add(node.module.split(".")[0])

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and node.args:
            if function.value.id == "shutil" and function.attr == "which":
                self.certain |= set(constants(node.args[:1]))
            if function.value.id == "subprocess" and function.attr in RUNNERS:
                self.take_command(words_of(node.args[0]))
        self.generic_visit(node)

    def visit_List(self, node):
        self.possible |= set(constants(node.elts[:1]))
        words = words_of(node)
        if words and words[0] in WRAPPERS:
            self.take_command(words)
        self.generic_visit(node)

    def take_command(self, words):
        """None stands for a word that is not known before the script runs."""
        if not words or words[0] is None:
            return
        self.certain.add(words[0])
        if words[0] == "sh" and "-c" in words[:-1] and words[words.index("-c") + 1] is not None:
            self.certain |= commands_of_shell(words[words.index("-c") + 1])
        elif words[0] in WRAPPERS:
            self.possible |= {word for word in words[1:] if word is not None}


def constants(nodes):
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def words_of(node):
    if isinstance(node, ast.BinOp):
        return words_of(node.left)
    if not isinstance(node, (ast.List, ast.Tuple)):
        return []
    return [element.value if isinstance(element, ast.Constant) and isinstance(element.value, str) else None
            for element in node.elts]


def language_of(name, text):
    first = text.split("\n", 1)[0]
    if name.endswith(".py") or (first.startswith("#!") and "python" in first):
        return "python"
    if name.endswith(".sh") or re.match(r"#!.*\b(ba)?sh\b", first):
        return "shell"
    if name == "Makefile":
        return "make"
    return "cmake" if name.endswith(("CMakeLists.txt", ".cmake")) else None


def calls_of(language, text):
    """(certain, possible, modules)"""
    if language == "python":
        calls = PythonCalls()
        calls.visit(ast.parse(text))
        return calls.certain, calls.possible, calls.modules
    if language == "shell":
        return commands_of_shell(text), set(), set()
    if language == "make":
        lines = [line[1:].lstrip("@-") for line in text.splitlines() if line.startswith("\t")]
        return commands_of_shell("\n".join(lines).replace("$$", "$")), set(), set()
    found = re.findall(r"find_program\(\s*\w+\s+(?:NAMES\s+)?([^)]*)\)", text)
    names = {name for words in found for name in re.split(r"\s+(?:HINTS|PATHS|REQUIRED)\b", words)[0].split()}
    return {name for name in names if "$" not in name}, set(), set()


def calls_of_tree():
    """command or "module:NAME" -> the files, once for those that are certain and once for the others."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout
    certain, possible, functions = {}, {}, set()
    for name in filter(lambda name: name.startswith(FOLDERS), listed.split("\0")):
        path = ROOT / name
        text = path.read_text(errors="replace") if path.is_file() else ""
        language = language_of(name, text)
        if language is None:
            continue
        if language == "shell":  # another script may read this one
            functions |= functions_of_shell(text)
        sure, maybe, modules = calls_of(language, text)
        for word in sure | {f"module:{module}" for module in modules}:
            certain.setdefault(word, set()).add(name)
        for word in maybe - sure:
            possible.setdefault(word, set()).add(name)
    return {word: files for word, files in certain.items() if word not in functions}, possible


def own_modules():
    names = {path.stem for folder in FOLDERS if (ROOT / folder).is_dir() for path in (ROOT / folder).rglob("*.py")}
    return names | {"generator", "weftnc"} | set(sys.stdlib_module_names)


def file_of(word):
    """What stands behind the name on this machine, as Debian has packed it; None where there is nothing."""
    if word.startswith("module:"):
        finds = "import importlib.util, sys; found = importlib.util.find_spec(sys.argv[1]); print(found.origin if found else '')"
        said = subprocess.run(["/usr/bin/python3", "-c", finds, word.removeprefix("module:")], cwd="/", capture_output=True, text=True)
        return os.path.realpath(said.stdout.strip()) if said.stdout.strip() else None
    for folder in ("/usr/sbin", "/usr/bin", "/sbin", "/bin"):
        if os.access(f"{folder}/{word}", os.X_OK):
            return os.path.realpath(f"{folder}/{word}")
    return None


def packages_of(files):
    """file -> package. Where folders are one (/bin, /usr/bin), the database may know the file by either name."""
    asked = [name for file in files for name in (file, file.removeprefix("/usr"))]
    said = subprocess.run(["dpkg-query", "-S", *asked], capture_output=True, text=True).stdout
    known = {}
    for line in said.splitlines():
        package, _, name = line.rpartition(": ")
        known[name] = package.split(",")[0].split(":")[0]
    return {file: known.get(file, known.get(file.removeprefix("/usr"))) for file in files}


def named_packages(profiles):
    """Of dev/setup, for one of these."""
    table = (ROOT / "dev/setup").read_text().split("packages='\n", 1)[1].split("'\n", 1)[0]
    rows = [line.split() for line in table.splitlines() if line.strip()]
    return {row[0] for row in rows if not profiles or {"build", *profiles} & set(row[1].split(","))}


def packages_that_come_along(named):
    """On every Debian, or with those that are named."""
    fields = "${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\n"
    said = subprocess.run(["dpkg-query", "-W", "-f", fields], capture_output=True, text=True, check=True).stdout
    needs, reached = {}, set()
    waiting = list(named)
    for package, essential, priority, depends in (line.split("\t") for line in said.splitlines()):
        needs[package] = re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]+)", depends)
        if essential == "yes" or priority == "required":
            waiting.append(package)
    while waiting:
        package = waiting.pop()
        if package not in reached:
            reached.add(package)
            waiting += needs.get(package, [])
    return reached


def uses(certain, possible):
    """(command or module, profiles, files)"""
    own = own_modules()
    for word, files in sorted((certain | {word: files for word, files in possible.items() if word not in certain}).items()):
        is_named = WORD.fullmatch(word) or (word.startswith("module:") and word.removeprefix("module:") not in own)
        if word in OPTIONAL or not is_named or (word not in certain and file_of(word) is None):
            continue
        for profiles in {PROFILES.get(name.split("/")[0] + "/", ()) for name in files}:
            yield word, profiles, [name for name in sorted(files) if PROFILES.get(name.split("/")[0] + "/", ()) == profiles]


def complaints(certain, possible):
    used = list(uses(certain, possible))
    found = {word: file_of(word) for word, _, _ in used}
    packages = packages_of({file for file in found.values() if file})
    there = {profiles: packages_that_come_along(named_packages(profiles)) for _, profiles, _ in used}
    for word, profiles, files in used:
        where = f"{word.replace(':', ' ')} ({', '.join(files[:3])})"
        package = ELSEWHERE.get(word) if found[word] is None else packages[found[word]]
        if package is None and found[word] is None:
            yield f"{where}: it is in no package that dev/setup names"
        elif package is not None and package not in there[profiles]:
            yield f"{where}: dev/setup does not name its package, {package}, for {' or '.join(profiles) or 'anything'}"


def main():
    if shutil.which("dpkg-query") is None:
        print("skipped: the packages of commands: this machine has no dpkg-query to ask")
        return 0
    found = list(complaints(*calls_of_tree()))
    print("\n".join(found) or "dev/setup names the packages of all commands and modules that are used.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
