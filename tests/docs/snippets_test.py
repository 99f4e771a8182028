# SPDX-License-Identifier: BSD-3-Clause
"""Compiles and runs what the given pages show: snippets_test.py NAME PAGE...

Pages are paths from the root of the tree. Files of pages/NAME/ are there before the first command, and what its script
`prepare` makes. All that fails is reported, not only the first.
"""

import shutil
import sys
import time

from place import HERE, ROOT, Place
from programs import run_framed, run_whole
from session import run_commands, run_session
from snippets import PROGRAMS, Snippet, snippets_of


def run_in_order(place: Place, snippet: Snippet) -> bool:
    """Runs one that does not share a program with others. False for one that is not run."""
    if snippet.named("file"):
        (place.folder / snippet.named("file")).write_text(snippet.text)
        return False
    if snippet.marker:
        return False
    if snippet.language in PROGRAMS:
        run_whole(place, snippet)
    elif snippet.language == "sh":
        run_commands(place, snippet)
    elif snippet.is_session():
        run_session(place, snippet)
    else:
        return False
    return True


def unused_files(snippets: list[Snippet]) -> list[str]:
    """Files that are written down and then used by no command."""
    commands = "".join(s.text for s in snippets if s.language in ("", "console", "sh", "make", "cmake"))
    return [f"{s.where()}: {s.named('file')} is used by no command" for s in snippets
            if s.named("file") and s.named("file") not in commands]


def check_pages(name: str, pages: list[str]) -> tuple[int, list[str]]:
    place = Place(name)
    given = HERE / "pages" / name
    if given.exists():
        shutil.copytree(given, place.folder, dirs_exist_ok=True)
    if (given / "prepare").exists():
        place.must_run("sh", "-e", "prepare")
    snippets = [snippet for page in pages for snippet in snippets_of(page, (ROOT / page).read_text())]
    count, failures = 0, unused_files(snippets)
    for snippet in snippets:
        try:
            count += run_in_order(place, snippet)
        except AssertionError as error:
            failures.append(f"{snippet.where()}: {error}")
    for language in PROGRAMS:
        mine = [snippet for snippet in snippets if snippet.language == language]
        count += sum(1 for snippet in mine if snippet.named("frame"))
        try:
            run_framed(place, language, mine)
        except AssertionError as error:
            failures.append(str(error))
    return count, failures


def main() -> int:
    name, *pages = sys.argv[1:]
    begin = time.monotonic()
    count, failures = check_pages(name, pages)
    print("\n\n".join(failures))
    print(f"{count} snippets of {len(pages)} pages, {len(failures)} failures, {time.monotonic() - begin:.1f} s")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
