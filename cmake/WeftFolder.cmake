include(WeftMpiTest)

# weft_folder(NAME [USES folder...] [LINKS library...] [SOURCES ...] [TESTS ...])
#
# A folder of src/ as a static library weft_NAME, and its unit tests as one program weft_NAME_tests.
function(weft_folder name)
  cmake_parse_arguments(FOLDER "" "" "USES;LINKS;SOURCES;TESTS" ${ARGN})
  set(library weft_${name})
  if(FOLDER_SOURCES)
    add_library(${library} STATIC ${FOLDER_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(${library} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${library} ${scope} weft_options ${FOLDER_LINKS})
  foreach(used IN LISTS FOLDER_USES)
    target_link_libraries(${library} ${scope} weft_${used})
  endforeach()
  if(WEFT_TESTS AND FOLDER_TESTS)
    add_executable(${library}_tests ${FOLDER_TESTS})
    target_link_libraries(${library}_tests PRIVATE ${library} GTest::gtest GTest::gmock GTest::gtest_main)
    set(environment)
    if(WEFT_SANITIZE AND NOT WEFT_MPI STREQUAL "none")
      # A folder whose tests start MPI: leaks of MPI's own are known and left out.
      target_sources(${library}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests/keep_plugins.c)
      target_link_options(${library}_tests PRIVATE -Wl,--export-dynamic-symbol=dlclose)
      set(environment ENVIRONMENT
          "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/leaks_of_mpi.supp:print_suppressions=0")
    endif()
    gtest_discover_tests(${library}_tests TEST_PREFIX ${name}.
        PROPERTIES TIMEOUT 300 LABELS unit ${environment} DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
