# SPDX-License-Identifier: BSD-3-Clause
# Folders that see nothing of MPI are the same code for every MPI. A build without MPI that leaves the MPI to the program says
# what it has of them; a build for an MPI whose WEFT_ROOMS_OF names that tree links them instead of compiling them again. They must have been
# built there, with the same compiler.

# weft_offer_rooms(): the libraries of the folders that see no MPI, for other trees.
function(weft_offer_rooms)
  get_property(rooms GLOBAL PROPERTY WEFT_ROOMS_WITHOUT_MPI)
  export(TARGETS ${rooms} weft_options NAMESPACE built_ FILE ${CMAKE_BINARY_DIR}/rooms.cmake)
endfunction()

# Under the names that they have where they are built here.
if(WEFT_ROOMS_OF)
  if(WEFT_MPI STREQUAL "none" OR WEFT_TESTS OR WEFT_STATIC OR WEFT_SANITIZE OR WEFT_SANITIZE_THREADS)
    message(FATAL_ERROR "With WEFT_ROOMS_OF, only libweft.so for an MPI can be built: -DWEFT_STATIC=OFF, no tests, no sanitizers")
  endif()
  include(${WEFT_ROOMS_OF}/rooms.cmake)
  foreach(folder IN LISTS WEFT_FOLDERS)
    if(TARGET built_weft_${folder})
      add_library(weft_${folder} ALIAS built_weft_${folder})
    endif()
  endforeach()
endif()
