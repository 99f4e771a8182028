# SPDX-License-Identifier: BSD-3-Clause
"""Snippets in C, C++ and Fortran: whole programs, and statements within frames, all of a language in one program."""

import re

from place import HERE, Place
from snippets import PROGRAMS, Snippet

FRAMES = HERE / "frames"
COMPILERS = {
    "c": ["mpicc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable"],
    "cpp": ["mpicxx", "-std=c++17", "-Wall", "-Wextra", "-Wno-unused-variable", "-DOMPI_SKIP_MPICXX"],
    "fortran": ["mpifort", "-Wall", "-Wno-unused-variable", "-Werror", "-ffree-line-length-none"],
}
LIBRARIES = {"c": ["--cflags"], "cpp": ["--cxxflags"], "fortran": ["--fcflags"]}
LINE = {"c": '#line {} "{}"', "cpp": '#line {} "{}"', "fortran": '# {} "{}"'}
RANKS = "3"


def compile_program(place: Place, language: str, *sources: str, output: str) -> None:
    flags = place.must_run("pnetcdf-config", *LIBRARIES[language], "--ldflags", "--libs").split()
    place.must_run(*COMPILERS[language], *sources, "-o", output, *flags)


def run_whole(place: Place, snippet: Snippet) -> None:
    """Compiles a program and runs it; its exit code counts."""
    name = f"program_{snippet.line}"
    suffix = PROGRAMS[snippet.language]
    mark = LINE[snippet.language].format(snippet.line, snippet.page)
    (place.folder / (name + suffix)).write_text(f"{mark}\n{snippet.text}")
    compile_program(place, snippet.language, name + suffix, output=name)
    place.must_run("mpiexec", "-n", RANKS, f"./{name}")


def framed(language: str, number: int, snippet: Snippet) -> str:
    """The frame's text with the snippet in it."""
    frame = FRAMES / (snippet.named("frame") + PROGRAMS[language].lower())
    if not frame.exists():
        raise AssertionError(f"{snippet.where()}: there is no {frame.name}")
    text = frame.read_text().split("\n", 1)[1]  # without the SPDX line
    mark = LINE[language].format(snippet.line, snippet.page)
    text = text.replace("SNIPPET", f"snippet_{number}").replace("WHERE", f'"{snippet.where()}"')
    return re.sub(r"STATEMENTS;?", lambda _: f"\n{mark}\n{snippet.text}", text)


def run_framed(place: Place, language: str, snippets: list[Snippet]) -> None:
    """One program of all snippets that are statements, and in C of all declarations."""
    frames = [snippet for snippet in snippets if snippet.named("frame")]
    declared = [snippet for snippet in snippets if snippet.marker == "declaration" and language == "c"]
    if not frames and not declared:
        return
    parts = [f"{LINE[language].format(snippet.line, snippet.page)}\n{snippet.text}" for snippet in declared]
    parts += [framed(language, number, snippet) for number, snippet in enumerate(frames)]
    calls = "".join(CALL[language].format(number) for number in range(len(frames)))
    program = (FRAMES / ("program" + PROGRAMS[language].lower())).read_text()
    program = program.replace("CALLS", calls).replace("SNIPPETS", "\n".join(parts))
    name = f"framed_{language}"
    (place.folder / (name + PROGRAMS[language])).write_text(program)
    check = [FRAMES / "check.c"]
    if language != "c":
        compile_check(place)
        check = ["check.o"]
    compile_program(place, language, name + PROGRAMS[language], *check, f"-I{FRAMES}", output=name)
    place.must_run("mpiexec", "-n", RANKS, f"./{name}")


CALL = {"c": "    snippet_{}(rank, size);\n", "cpp": "    snippet_{}(rank, size);\n",
        "fortran": "  call snippet_{}()\n"}


def compile_check(place: Place) -> None:
    flags = place.must_run("pnetcdf-config", "--cflags").split()
    place.must_run(*COMPILERS["c"], "-c", FRAMES / "check.c", "-o", "check.o", *flags)
