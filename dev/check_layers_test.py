#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The layer check itself, on small trees that break one rule each."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import check_layers

SPDX = "// SPDX-License-Identifier: BSD-3-Clause\n"


def findings(path, text, spdx=SPDX):
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text(spdx + text)
        return check_layers.check(root)


class Judge(unittest.TestCase):
    def accepts(self, path, text):
        self.assertEqual(findings(path, text), [])

    def rejects(self, path, text, line=2):
        found = findings(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"{path}:{line}: "), found)


class Layers(Judge):
    def test_every_pair_of_folders_follows_the_table(self):
        for own, used in check_layers.MAY_USE.items():
            for other in check_layers.MAY_USE:
                judge = self.accepts if other in [own, *used] else self.rejects
                judge(f"src/{own}/a.hpp", f'#include "{other}/b.hpp"\n')

    def test_table_is_in_the_order_of_its_dependencies(self):
        folders = list(check_layers.MAY_USE)
        for own, used in check_layers.MAY_USE.items():
            for other in used:
                self.assertLess(folders.index(other), folders.index(own))

    def test_unknown_folders_are_named(self):
        self.assertEqual(findings("src/misc/a.cpp", ""), ["src/misc: is not in the table of layers"])

    def test_headers_are_named_from_src(self):
        self.rejects("src/types/a.cpp", '#include "a.hpp"\n')
        self.rejects("src/types/a.cpp", '#  include "../engine/a.hpp"\n')

    def test_tests_beside_the_code_obey_their_folder(self):
        self.accepts("src/types/a_test.cpp", '#include <gtest/gtest.h>\n#include "base/a.hpp"\n')
        self.rejects("src/types/a_test.cpp", '#include "storage/memory.hpp"\n')

    def test_a_room_within_a_room_has_a_row_of_its_own(self):
        self.accepts("src/engine/methods/a.cpp", '#include "engine/plan/b.hpp"\n')
        self.rejects("src/engine/plan/a.cpp", '#include "engine/methods/b.hpp"\n')
        self.rejects("src/engine/plan/a.cpp", '#include "engine/b.hpp"\n')

    def test_a_folder_without_a_row_belongs_to_the_one_around_it(self):
        self.accepts("src/capi/generated/a.cpp", '#include "dataset/b.hpp"\n')
        self.rejects("src/capi/generated/a.cpp", '#include "engine/b.hpp"\n')

    def test_names_of_a_room_come_with_the_right_to_its_headers(self):
        self.accepts("src/dataset/a.cpp", "mpi::together();\n")
        self.rejects("src/capi/a.cpp", "mpi::together();\n")
        self.rejects("src/capi/a.cpp", "weft::Status s; engine::Engine* e;\n")
        self.accepts("src/capi/a.cpp", '// mpi::together()\nconst char* text = "mpi::";\n')
        self.accepts("src/capi/a.cpp", "other::mpi::thing();\n")

    def test_capi_sees_the_handle_types_of_mpi_and_no_more(self):
        self.accepts("src/capi/a.cpp", '#include "mpi/handles.hpp"\n')
        self.rejects("src/capi/a.cpp", '#include "mpi/comm.hpp"\n')

    def test_tools_do_not_see_the_engine(self):
        self.accepts("tools/a.cpp", '#include "model/a.hpp"\n#include "words.hpp"\n')
        self.rejects("tools/a.cpp", '#include "format/a.hpp"\n')
        self.rejects("tools/a.cpp", '#include "engine/a.hpp"\n')

    def test_rooms_of_tests_are_for_tests(self):
        header = '#include "storage/testing/a.hpp"\n'
        self.accepts("src/engine/a_test.cpp", header)
        self.accepts("src/dataset/test_a.hpp", header)
        self.accepts("src/storage/testing/a.cpp", '#include "storage/a.hpp"\n' + header + "std::abort();\n")
        for path in ("src/storage/a.cpp", "src/files/a.cpp", "tools/a.cpp", "src/storage/testing_a.cpp", "src/storage/latest.cpp"):
            self.rejects(path, header)

    def test_tests_and_benchmarks_are_free(self):
        for folder in ("tests", "bench"):
            self.accepts(f"{folder}/a.cpp", '#include <mpi.h>\n#include "engine/a.hpp"\n')

    def test_mpi_h_stays_in_its_folder(self):
        self.accepts("src/mpi/a.cpp", "#include <mpi.h>\n")
        self.accepts("include/pnetcdf.h", "#include <mpi.h>\n")
        self.rejects("src/engine/a.cpp", "#include <mpi.h>\n")
        self.rejects("tools/a.cpp", "#include <mpi.h>\n")

    def test_a_script_that_writes_an_include_line_does_not_include(self):
        self.assertEqual(findings("dev/a.py", 'TEXT = """\n#include <mpi.h>\n"""\n', "#" + SPDX[2:]), [])

    def test_only_capi_sees_the_c_interface(self):
        self.accepts("src/capi/a.cpp", "#include <pnetcdf.h>\n")
        self.rejects("src/dataset/a.cpp", "#include <pnetcdf.h>\n")


class Classes(unittest.TestCase):
    MEMBER = "Status Name::call(int a) {\n    return {};\n}\n"

    def findings_of(self, **texts):
        with tempfile.TemporaryDirectory() as root:
            for name, text in texts.items():
                file = pathlib.Path(root, "src/base", name + ".cpp")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(SPDX + text)
            return check_layers.check(root)

    def test_the_functions_of_a_class_are_in_one_file(self):
        found = self.findings_of(a=self.MEMBER, b="Name::Name() : a_(0) {}\n", c=self.MEMBER.replace("Name", "Other"))
        self.assertEqual(found, ["src/base/a.cpp: Name has functions in other files, too: src/base/b.cpp"])

    def test_calls_and_names_within_a_class_are_no_functions_of_it(self):
        self.assertEqual(self.findings_of(a=self.MEMBER, b="int b() {\n    Name::call(1);\n}\n"), [])
        self.assertEqual(self.findings_of(a=self.MEMBER, b="const int c = Name::call(1);\nName::Kind kind(int a);\n"), [])

    def test_files_of_different_builds_may_have_the_same_class(self):
        self.assertEqual(self.findings_of(a=self.MEMBER, a_serial=self.MEMBER), [])

    def test_two_files_may_have_a_class_of_their_own_by_the_same_name(self):
        own = "class Name {\n    Status call(int a);\n};\n"
        self.assertEqual(self.findings_of(a=own + self.MEMBER, b=own + self.MEMBER), [])
        self.assertEqual(len(self.findings_of(a=self.MEMBER, b="struct Name::Part {};\n" + self.MEMBER)), 1)


class Tidiness(Judge):
    def test_every_source_begins_with_its_licence(self):
        self.assertIn("must begin with", findings("src/base/a.cpp", "int a;\n", spdx="")[0])
        self.assertIn("must begin with", findings("dev/run", "true\n", spdx="#!/bin/sh\n")[0])
        self.assertEqual(findings("dev/run", "true\n", spdx="#!/bin/sh\n#" + SPDX[2:]), [])

    def test_blanks(self):
        self.rejects("tests/a.cpp", "\tint a;\n")
        self.rejects("tests/a.cpp", "int a; \n")

    def test_unfinished_work(self):
        for word in ("TO" + "DO", "FIX" + "ME", "XX" + "X"):
            self.rejects("src/base/a.cpp", f"int a;  // {word}: b\n")
        self.accepts("src/base/a.cpp", 'auto name = "/tmp/weft-XXXXXX";\n')

    def test_the_library_neither_prints_nor_ends_nor_reads_the_environment(self):
        for call in ('printf("a");', 'std::fprintf(stderr, "a");', "std::cout << 1;", "std::cerr << 1;", "exit(1);",
                     "abort();", "if (a) ::abort();", "std::abort();", "MPI_Abort(comm, 1);", 'std::getenv("A");'):
            self.rejects("src/engine/a.cpp", call + "\n")
            self.rejects("src/engine/a.cpp", "int many = 1'000; " + call + " int more = 2'000;\n")
            self.accepts("src/engine/a_test.cpp", call + "\n")
            self.accepts("tools/a.cpp", call + "\n")

    def test_words_in_comments_strings_and_longer_names_are_no_calls(self):
        self.accepts("src/engine/a.cpp", "// may exit(1)\n/* or\nabort() */\n")
        self.accepts("src/engine/a.cpp", 'throw Error("abort() was called");\n')
        self.accepts("src/engine/a.cpp", "char a = '\"'; // exit(1)\n")
        self.accepts("src/engine/a.cpp", 'std::snprintf(a, 1, "b");\non_exit_of(1);\n')

    def test_netcdf_abort_is_a_member_like_any_other(self):
        self.accepts("src/dataset/a.cpp", "Status abort();\nStatus Dataset::abort() {\n    return file.abort();\n}\n")

    def test_findings_after_a_long_comment_have_their_line(self):
        self.rejects("src/engine/a.cpp", "/* one\ntwo */\nexit(1);\n", line=4)

    def test_one_file_reads_the_environment(self):
        self.accepts("src/dataset/environment.cpp", 'std::getenv("A");\n')
        self.rejects("src/dataset/other.cpp", 'std::getenv("A");\n')
        self.rejects("src/dataset/environment.cpp", "exit(1);\n")

    def test_long_functions(self):
        for head in ("void f() {\n", "void f(int a,\n       int b) {\n", "A::A(int a)\n    : a_(a),\n      b_(a) {\n"):
            body = "    if (a) {\n" + "        b();\n" * (57 - head.count("\n")) + "    }\n"
            self.accepts("src/base/a.cpp", head + body + "}\n")
            self.rejects("src/base/a.cpp", head + body + "    c();\n}\n")

    def test_long_functions_within_classes_and_behind_directives(self):
        body = "        b();\n" * 30 + "#ifdef A\n" + "        b();\n" * 30 + "#endif\n"
        self.rejects("src/base/a.hpp", "class A {\n    void f() {\n" + body + "    }\n};\n", line=3)

    def test_statements_classes_and_namespaces_are_no_functions(self):
        lines = "    int a;\n" * 70
        for head, end in (("class A {", "};"), ("namespace a {", "}  // namespace a"), ("const int a[] = {", "};")):
            self.accepts("src/base/a.cpp", f"{head}\n{lines}{end}\n")
        statement = "void f() {\n    while (a) {\n" + "        b();\n" * 60 + "    }\n}\n"
        self.rejects("src/base/a.cpp", statement)

    def test_long_functions_in_python(self):
        head = "class A:\n    def f(self):\n"
        spdx = "#" + SPDX[2:]
        self.assertEqual(findings("dev/a.py", head + "        a()\n" * 59, spdx), [])
        found = findings("dev/a.py", head + "        a()\n" * 60, spdx)
        self.assertEqual(found, ["dev/a.py:3: begins a function of more than 60 lines"])

    def test_build_directories_are_not_sources(self):
        self.assertEqual(findings("build/a.cpp", "\t\n", spdx=""), [])


if __name__ == "__main__":
    unittest.main()
