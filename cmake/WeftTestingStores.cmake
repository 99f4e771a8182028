# SPDX-License-Identifier: BSD-3-Clause
# weft_with_testing_stores(LIBRARY): LIBRARY_testing, which is the shared library LIBRARY linked once more, of the same objects,
# but that its files are on the store which the environment plans (src/storage/testing/planned_store.hpp): calls for them may
# fail, or seem slow, or read what is out of date. Nobody installs it. Its own choose_store() and clock_of_target() keep those in
# the archive weft_storage from being linked.
function(weft_with_testing_stores library)
  set(testing ${library}_testing)
  add_library(${testing} SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${library}>
    ${CMAKE_SOURCE_DIR}/src/storage/testing/choose_store.cpp)
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES INTERFACE_INCLUDE_DIRECTORIES LINK_OPTIONS LINK_DEPENDS)
    get_target_property(value ${library} ${property})
    if(value)
      set_target_properties(${testing} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  target_link_libraries(${testing} PRIVATE weft_storage_testing)
endfunction()
