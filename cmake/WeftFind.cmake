# SPDX-License-Identifier: BSD-3-Clause
# Finding what others provide. What is missing is told with the Debian package that has it, all of it at once.

# weft_find(NAME debian-package [arguments of find_package...])
macro(weft_find name package)
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    weft_missing(${name} ${package})
  endif()
endmacro()

# weft_find_library(PREFIX modules debian-package): the target PkgConfig::PREFIX, as pkg-config tells it of the first module that
# there is.
macro(weft_find_library prefix module package)
  if(PKG_CONFIG_FOUND)
    pkg_search_module(${prefix} QUIET IMPORTED_TARGET ${module})
    if(NOT ${prefix}_FOUND)
      weft_missing(${module} ${package})
    endif()
  endif()
endmacro()

# weft_find_plain(TARGET header library debian-package): a library that comes with no file for CMake or pkg-config.
macro(weft_find_plain target header library package)
  find_path(${library}_include_directory ${header})
  find_library(${library}_location ${library})
  mark_as_advanced(${library}_include_directory ${library}_location)
  if(${library}_include_directory AND ${library}_location)
    add_library(${target} UNKNOWN IMPORTED)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${library}_location}
        INTERFACE_INCLUDE_DIRECTORIES ${${library}_include_directory})
  else()
    weft_missing(lib${library} ${package})
  endif()
endmacro()

# weft_missing(WHAT debian-package [more words]): remembers it for weft_need_all.
function(weft_missing what package)
  string(JOIN " " words "${what} not found: install ${package}" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY weft_missing_words "  ${words}")
  set_property(GLOBAL APPEND PROPERTY weft_missing_packages ${package})
endfunction()

# weft_need_all(): ends the configuration when something was missing.
function(weft_need_all)
  get_property(words GLOBAL PROPERTY weft_missing_words)
  get_property(packages GLOBAL PROPERTY weft_missing_packages)
  if(words)
    list(REMOVE_DUPLICATES packages)
    list(SORT packages)
    string(JOIN "\n" words ${words})
    string(JOIN " " packages ${packages})
    message(FATAL_ERROR "Weft needs what this machine does not have, or CMake does not find:\n${words}\n"
        "The names are Debian's: apt-get install ${packages}")
  endif()
endfunction()
