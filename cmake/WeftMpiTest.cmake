# SPDX-License-Identifier: BSD-3-Clause
# weft_mpi_test(NAME name PROGRAM target RANKS n... [ARGS ...] [ENV K=V...] [TIMEOUT seconds] [LABELS ...])
#
# One test per number of ranks, called name.<n>ranks, which runs the program under tests/run_mpi with the MPI of this
# build. Each runs in an empty directory of its own and ends after TIMEOUT (default 120) with a report of where its
# ranks are. It counts as skipped when all ranks return 77, having printed "skipped: " and why. It occupies as many of
# ctest's slots as it has ranks. Labels beside `mpi`: `sanitize` for tests that the sanitizer build runs, too.
# A serial build has no MPI tests. A program of which no test is to be built (WEFT_TESTED_LABELS) is not built either.
set(WEFT_TESTED_LABELS "" CACHE STRING "Labels of the tests that are built and run, separated by semicolons (default: all)")

# An ENV with which every new file is a set of three parts (docs/parts.md), and every variable that can be is divided.
set(WEFT_ON_SETS "PNETCDF_HINTS=weft_parts=3$<SEMICOLON>weft_part_min_ndims=1$<SEMICOLON>weft_part_least_bytes=1")

# An ENV with which every new file is a netCDF-4 file with compressed chunks (docs/netcdf4.md).
set(WEFT_ON_NETCDF4 "PNETCDF_HINTS=weft_format=netcdf4$<SEMICOLON>weft_compress=deflate:1")

# An ENV with which every file that is written is staged (docs/staging.md).
set(WEFT_ON_STAGE "PNETCDF_HINTS=weft_stage=memory:64MiB")

# The same for sets.
set(WEFT_ON_STAGED_SETS "${WEFT_ON_SETS}$<SEMICOLON>weft_stage=memory:64MiB")

# For programs under the leak checker, which wants to see the code that has leaked.
if(WEFT_TESTS AND WEFT_SANITIZE)
  add_library(weft_kept_plugins OBJECT ${CMAKE_SOURCE_DIR}/tests/keep_plugins.c)
  target_link_options(weft_kept_plugins INTERFACE -Wl,--export-dynamic-symbol=dlclose)
endif()

# Whether a test with these labels is to be built.
function(weft_is_tested result)
  set(wanted ON)
  if(WEFT_TESTED_LABELS)
    set(wanted OFF)
    foreach(label IN LISTS ARGN)
      if(label IN_LIST WEFT_TESTED_LABELS)
        set(wanted ON)
      endif()
    endforeach()
  endif()
  set(${result} ${wanted} PARENT_SCOPE)
endfunction()

function(weft_mpi_test)
  cmake_parse_arguments(TEST "" "NAME;PROGRAM;TIMEOUT" "RANKS;ARGS;ENV;LABELS" ${ARGN})
  if(NOT TEST_NAME OR NOT TEST_PROGRAM OR NOT TEST_RANKS OR TEST_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_mpi_test needs NAME, PROGRAM and RANKS; not understood: ${TEST_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT WEFT_TESTS OR WEFT_MPI STREQUAL "none")
    return()
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  weft_is_tested(wanted mpi ${TEST_LABELS})
  get_target_property(has_tests ${TEST_PROGRAM} WEFT_HAS_TESTS)
  if(NOT wanted)
    if(NOT has_tests)
      set_target_properties(${TEST_PROGRAM} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    return()
  endif()
  set_target_properties(${TEST_PROGRAM} PROPERTIES EXCLUDE_FROM_ALL OFF WEFT_HAS_TESTS ON)
  if(WEFT_SANITIZE AND NOT has_tests)
    target_link_libraries(${TEST_PROGRAM} PRIVATE weft_kept_plugins)
  endif()
  list(TRANSFORM TEST_ENV PREPEND "--env=")
  math(EXPR hard_limit "${TEST_TIMEOUT} + 120")
  foreach(count IN LISTS TEST_RANKS)
    set(test ${TEST_NAME}.${count}ranks)
    add_test(NAME ${test}
        COMMAND ${CMAKE_SOURCE_DIR}/tests/run_mpi --mpi ${WEFT_MPI_FAMILY} --ranks ${count} --timeout ${TEST_TIMEOUT}
            --tag --scratch ${CMAKE_BINARY_DIR}/scratch/${test} ${TEST_ENV} -- $<TARGET_FILE:${TEST_PROGRAM}> ${TEST_ARGS})
    set_tests_properties(${test} PROPERTIES
        LABELS "mpi;${TEST_LABELS}" PROCESSORS ${count} TIMEOUT ${hard_limit} SKIP_RETURN_CODE 77)
    if(WEFT_SANITIZE)
      # The leak checker of clang 14 sometimes crashes beside MPI's threads; leaks are the unit tests' matter.
      set_tests_properties(${test} PROPERTIES ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
    endif()
  endforeach()
endfunction()
