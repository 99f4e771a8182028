include(WeftMpiTest)

# weft_add_room(LIBRARY FORM HEADERS SOURCES): the library of a folder with the sources in the list named SOURCES; for weft_folder()
# alone, whose arguments it takes. HEADERS: those of MPI or what stands in for it, for the folder that calls MPI.
# FORM, empty or _serial, ends the names of those libraries that it uses and that see MPI.
macro(weft_add_room library form headers sources)
  if(${sources})
    add_library(${library} STATIC ${${sources}})
    weft_fast_build(${library} src/base/precompiled.hpp)
    set(scope PUBLIC)
  else()
    add_library(${library} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${library} ${scope} weft_options ${FOLDER_LINKS})
  if(FOLDER_DEFINES)
    target_compile_definitions(${library} PRIVATE ${FOLDER_DEFINES})
  endif()
  if(FOLDER_WITHOUT_MPI)
    target_link_libraries(${library} ${scope} ${headers})
  endif()
  foreach(used IN LISTS FOLDER_USES)
    if(weft_${used} IN_LIST without_mpi)
      target_link_libraries(${library} ${scope} weft_${used})
    else()
      target_link_libraries(${library} ${scope} weft_${used}${form})
    endif()
  endforeach()
endmacro()

# weft_folder(NAME [USES folder...] [LINKS library...] [DEFINES ...] [SOURCES ...] [TESTS ...] [TESTS_LINK library...])
#
# A folder of src/ as a static library weft_NAME, or that of another tree (WeftRooms.cmake), and its unit tests as one program weft_NAME_tests and one test unit.NAME.
# One process runs all cases, because to start one takes longer than most cases: with MPI, or a sanitizer, near a second.
# dev/test counts the cases; GTEST_FILTER chooses some. A folder that sees nothing of MPI is the same code without MPI, and
# its tests would show nothing new there.
#
# [WITH_MPI ...] [WITHOUT_MPI ...]: sources of the folder that calls MPI, where there is an MPI and where there is none. A folder
# that sees MPI has a serial form beside it, weft_NAME_serial, for programs of one process, such as the weft command: the same
# sources with those of WITHOUT_MPI. It is built when a program needs it, and without MPI it is weft_NAME itself.
function(weft_folder name)
  cmake_parse_arguments(FOLDER "" "" "USES;LINKS;DEFINES;SOURCES;WITH_MPI;WITHOUT_MPI;TESTS;TESTS_LINK" ${ARGN})
  set(library weft_${name})
  set(sees_mpi OFF)
  if(FOLDER_WITHOUT_MPI)
    set(sees_mpi ON)
  endif()
  get_property(without_mpi GLOBAL PROPERTY WEFT_ROOMS_WITHOUT_MPI)
  foreach(used IN LISTS FOLDER_USES)  # by a folder that it uses
    if(NOT weft_${used} IN_LIST without_mpi)
      set(sees_mpi ON)
    endif()
  endforeach()
  set(serial_sources ${FOLDER_SOURCES} ${FOLDER_WITHOUT_MPI})
  if(WEFT_MPI STREQUAL "none")
    set(sources ${serial_sources})
  else()
    set(sources ${FOLDER_SOURCES} ${FOLDER_WITH_MPI})
  endif()
  if(NOT TARGET ${library})
    weft_add_room(${library} "" weft_mpi_headers sources)
  endif()
  if(NOT sees_mpi)
    set_property(GLOBAL APPEND PROPERTY WEFT_ROOMS_WITHOUT_MPI ${library})
  elseif(NOT TARGET ${library}_serial)
    if(WEFT_MPI STREQUAL "none")
      add_library(${library}_serial ALIAS ${library})
    else()
      weft_add_room(${library}_serial _serial weft_serial_headers serial_sources)
      set_target_properties(${library}_serial PROPERTIES EXCLUDE_FROM_ALL ON)
      set_property(GLOBAL APPEND PROPERTY WEFT_SERIAL_ROOMS ${library}_serial)
    endif()
  endif()
  if(WEFT_TESTS AND FOLDER_TESTS AND (sees_mpi OR WEFT_ONLY_FOLDERS OR NOT WEFT_MPI STREQUAL "none"))
    add_executable(${library}_tests ${FOLDER_TESTS})
    weft_fast_build(${library}_tests src/base/precompiled_test.hpp)
    target_link_libraries(${library}_tests PRIVATE ${library} ${FOLDER_TESTS_LINK} weft_test_options GTest::gtest GTest::gmock GTest::gtest_main)
    weft_is_tested(wanted unit)
    if(NOT wanted)
      set_target_properties(${library}_tests PROPERTIES EXCLUDE_FROM_ALL ON)
      return()
    endif()
    add_test(NAME unit.${name} COMMAND ${library}_tests)
    set_tests_properties(unit.${name} PROPERTIES TIMEOUT 900 COST 100 LABELS unit)  # the longest first
    if(WEFT_SANITIZE AND NOT WEFT_MPI STREQUAL "none")
      # A folder whose tests start MPI: leaks of MPI's own are known and left out. The leak checker of clang 14 crashes in
      # thread-local memory of what MPI loads.
      target_link_libraries(${library}_tests PRIVATE weft_kept_plugins)
      set_tests_properties(unit.${name} PROPERTIES ENVIRONMENT
          "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/leaks_of_mpi.supp:print_suppressions=0:use_tls=0")
    endif()
  endif()
endfunction()
