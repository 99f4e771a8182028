include(WeftMpiTest)

# weft_folder(NAME [USES folder...] [LINKS library...] [SOURCES ...] [TESTS ...])
#
# A folder of src/ as a static library weft_NAME, and its unit tests as one program weft_NAME_tests and one test unit.NAME.
# One process runs all cases, because to start one takes longer than most cases: with MPI, or a sanitizer, near a second.
# dev/test counts the cases; GTEST_FILTER chooses some. A folder that sees nothing of MPI is the same code without MPI, and
# its tests would show nothing new there.
function(weft_folder name)
  cmake_parse_arguments(FOLDER "" "" "USES;LINKS;SOURCES;TESTS" ${ARGN})
  set(library weft_${name})
  if(FOLDER_SOURCES)
    add_library(${library} STATIC ${FOLDER_SOURCES})
    weft_fast_build(${library} src/base/precompiled.hpp)
    set(scope PUBLIC)
  else()
    add_library(${library} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${library} ${scope} weft_options ${FOLDER_LINKS})
  foreach(used IN LISTS FOLDER_USES)
    target_link_libraries(${library} ${scope} weft_${used})
  endforeach()
  set(sees_mpi OFF)
  foreach(used IN LISTS FOLDER_USES ITEMS ${name})
    if(used STREQUAL "mpi")
      set(sees_mpi ON)
    endif()
  endforeach()
  if(WEFT_TESTS AND FOLDER_TESTS AND (sees_mpi OR WEFT_ONLY_FOLDERS OR NOT WEFT_MPI STREQUAL "none"))
    add_executable(${library}_tests ${FOLDER_TESTS})
    weft_fast_build(${library}_tests src/base/precompiled_test.hpp)
    target_link_libraries(${library}_tests PRIVATE ${library} weft_test_options GTest::gtest GTest::gmock GTest::gtest_main)
    weft_is_tested(wanted unit)
    if(NOT wanted)
      set_target_properties(${library}_tests PROPERTIES EXCLUDE_FROM_ALL ON)
      return()
    endif()
    add_test(NAME unit.${name} COMMAND ${library}_tests)
    set_tests_properties(unit.${name} PROPERTIES TIMEOUT 900 COST 100 LABELS unit)  # the longest first
    if(WEFT_SANITIZE AND NOT WEFT_MPI STREQUAL "none")
      # A folder whose tests start MPI: leaks of MPI's own are known and left out.
      target_link_libraries(${library}_tests PRIVATE weft_kept_plugins)
      set_tests_properties(unit.${name} PROPERTIES ENVIRONMENT
          "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/leaks_of_mpi.supp:print_suppressions=0")
    endif()
  endif()
endfunction()
