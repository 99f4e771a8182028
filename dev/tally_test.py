#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""dev/test's arithmetic, on records as ctest writes them."""

import pathlib
import sys
import tempfile
import unittest
import xml.sax.saxutils

sys.dont_write_bytecode = True
import tally

SKIP = '<skipped message="SKIP_RETURN_CODE=77"/>'


def case(name, status="run", output="", inside=""):
    return (f'<testcase name="{name}" status="{status}">{inside}'
            f'<system-out>{xml.sax.saxutils.escape(output)}</system-out></testcase>')


class Judge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name, "file")

    def tally(self, *cases):
        self.file.write_text(f'<?xml version="1.0"?><testsuite>{"".join(cases)}</testsuite>')
        return tally.tally(self.file)


class Counting(Judge):
    def test_passed_failed_and_skipped(self):
        made = self.tally(case("a"), case("b", "fail", "it broke"), case("c", "notrun", "skipped: no disk", SKIP))
        self.assertEqual(made.count(), (1, 1, 1, 3))
        self.assertEqual(made.failed, [("b", None, "it broke")])
        self.assertEqual(made.skipped, [("c", "no disk")])

    def test_what_could_not_start_has_failed(self):
        unable = case("a", "notrun", inside='<skipped message="Unable to find executable"/>')
        self.assertEqual(self.tally(unable, case("b", "disabled")).count(), (0, 2, 0, 2))

    def test_parts_that_a_passed_test_left_out_are_skipped(self):
        for rank in ("", "[1,0]<stdout>:", "[0] "):
            made = self.tally(case("a", output=f"{rank}1 of 3\n{rank}skipped: Disk.Full: no mount\n{rank}skipped: B: c\n"))
            self.assertEqual(made.count(), (1, 0, 2, 1))
            self.assertEqual(made.skipped, [("a", "Disk.Full: no mount"), ("a", "B: c")])

    def test_other_lines_are_no_skips(self):
        self.assertEqual(self.tally(case("a", output="3 cases, 0 skipped: none\nnot skipped: x\n")).count(), (1, 0, 0, 1))

    def test_a_failed_test_has_no_skips_beside(self):
        self.assertEqual(self.tally(case("a", "fail", "skipped: X: y")).count(), (0, 1, 0, 1))

    def test_seeds_are_kept(self):
        made = self.tally(case("a", output="[1,0]<stdout>:seeds: 7\n"), case("b", output="INFO: Seed: 12\nseed 5\n"))
        self.assertEqual(made.seeds, [("a", "7"), ("b", "12")])


UNIT = """[ RUN      ] A.Passes
[       OK ] A.Passes (0 ms)
[ RUN      ] A.IsLeftOut
a.cpp:5: Skipped
no disk

[  SKIPPED ] A.IsLeftOut (1 ms)
[ RUN      ] Many/B.Breaks/0
b.cpp:7: Failure
it broke
[  FAILED  ] Many/B.Breaks/0, where GetParam() = "x" (12 ms)
"""
END_OF_UNIT = """[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] A.IsLeftOut
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Many/B.Breaks/0, where GetParam() = "x"
"""


class CasesOfUnitTests(Judge):
    def test_count_one_by_one(self):
        made = self.tally(case("unit.a", "fail", UNIT + END_OF_UNIT))
        self.assertEqual(made.count(), (1, 1, 1, 3))
        self.assertEqual(made.skipped, [("unit.a: A.IsLeftOut", "no disk")])
        self.assertEqual([(failure.test, failure.case) for failure in made.failed], [("unit.a", "Many/B.Breaks/0")])
        self.assertIn("it broke", made.failed[0].output)
        self.assertNotIn("no disk", made.failed[0].output)

    def test_parts_that_a_passed_case_left_out_are_skipped(self):
        made = self.tally(case("unit.a", output="[ RUN      ] A.X\nskipped: no disk\n[       OK ] A.X (0 ms)\n"))
        self.assertEqual((made.count(), made.skipped), ((1, 0, 1, 1), [("unit.a: A.X", "no disk")]))

    def test_a_program_that_crashes_has_failed_beside_them(self):
        made = self.tally(case("unit.a", "fail", "[ RUN      ] A.X\n[       OK ] A.X (0 ms)\n[ RUN      ] A.Y\nSegmentation fault\n"))
        self.assertEqual(made.count(), (1, 1, 0, 2))
        self.assertEqual(made.failed[0].case, None)
        self.assertIn("A.Y", made.failed[0].output)

    def test_a_program_that_fails_after_its_last_case_has_failed(self):
        self.assertEqual(self.tally(case("unit.a", "fail", "[       OK ] A.X (0 ms)\nleaks\n")).count(), (1, 1, 0, 2))

    def test_those_of_several_ranks_are_one_test(self):
        self.assertEqual(self.tally(case("mpi", output="[1,0]<stdout>:[       OK ] A.X (0 ms)\n" * 3)).count(), (1, 0, 0, 1))


class Reasons(Judge):
    def test_of_googletest(self):
        self.assertEqual(tally.reason("[ RUN ]\na.cpp:5: Skipped\nno disk\n\n[  SKIPPED ] X (0 ms)\n"), "no disk")

    def test_of_a_program(self):
        self.assertEqual(tally.reason("begin\n[1,0]<stdout>:skipped: no disk\nend\n"), "no disk")

    def test_of_others(self):
        self.assertEqual(tally.reason("begin\nend\n"), "end")
        self.assertEqual(tally.reason(""), "no reason given")


class Floors(Judge):
    def setUp(self):
        super().setUp()
        self.file.write_text("# comment\nmpich 10  # few\n\nserial 20\n")
        self.floors = tally.read_floors(self.file)

    def miscount(self, group, *count):
        return tally.miscount(group, tally.Count(*count), self.floors)

    def test_are_read(self):
        self.assertEqual(self.floors, {"mpich": 10, "serial": 20})

    def test_all_are_there(self):
        self.assertIsNone(self.miscount("mpich", 10, 0, 0, 10))

    def test_those_that_a_machine_skips_are_there(self):
        self.assertIsNone(self.miscount("mpich", 7, 0, 5, 10))

    def test_too_few_are_told(self):
        self.assertEqual(self.miscount("mpich", 9, 0, 0, 9), "mpich: 9 tests, 1 fewer than dev/floors says: "
                         'find those that have vanished, or write "mpich 9" there')

    def test_more_are_told_but_are_no_failure(self):
        more = tally.Count(22, 0, 1, 23)
        self.assertIsNone(tally.miscount("serial", more, self.floors))
        self.assertEqual(tally.growth("serial", more, self.floors), ' (dev/floors says 20: write "serial 23" there)')
        self.assertEqual(tally.growth("serial", tally.Count(19, 0, 1, 20), self.floors), "")

    def test_failures_go_first(self):
        self.assertIsNone(self.miscount("serial", 18, 1, 0, 19))

    def test_every_group_has_one(self):
        self.assertEqual(self.miscount("checks", 5, 0, 0, 5), 'checks: 5 tests, of which dev/floors says nothing: write "checks 5" there')


class WholeRuns(Judge):
    """Records of the same tests on different machines."""

    def of(self, *cases):
        self.file.write_text(f'<?xml version="1.0"?><testsuite>{"".join(cases)}</testsuite>')
        return tally.miscount("group", tally.tally(self.file).count(), {"group": 5})

    def test_need_not_be_able_to_do_the_same(self):
        passes = UNIT.partition("[ RUN      ] Many")[0]
        able = passes.replace("  SKIPPED ] A.IsLeftOut", "       OK ] A.IsLeftOut")
        self.assertIsNone(self.of(case("unit.a", output=able), case("b"), case("c"), case("d", output="skipped: x: no disk\n")))
        self.assertIsNone(self.of(case("unit.a", output=passes), case("b"), case("c", "notrun", "skipped: no root", SKIP), case("d")))

    def test_that_lack_a_case_or_a_test_are_told(self):
        one_case = UNIT.partition("[ RUN      ] A.IsLeftOut")[0]
        self.assertIn("1 fewer", self.of(case("unit.a", output=one_case), case("b"), case("c"), case("d")))
        self.assertIn("1 fewer", self.of(case("a"), case("b"), case("c"), case("d")))
        self.assertIsNone(self.of(*map(case, "abcdef")))


class OfThisTree(unittest.TestCase):
    def test_its_groups_have_floors(self):
        floors = tally.read_floors(pathlib.Path(__file__).with_name("floors"))
        self.assertEqual(set(floors), {"checks", "openmpi", "mpich", "serial", "sanitize", "tsan"})
        self.assertTrue(all(number > 0 for number in floors.values()), floors)


if __name__ == "__main__":
    unittest.main()
