# SPDX-License-Identifier: BSD-3-Clause
# Most of the time of compiling a file goes into headers: those of the standard library, of libraries of others, our own.
option(WEFT_FAST_BUILD "Compile what most files include once for all, and several files of a target as one" OFF)

# weft_compile_together(TARGET [files]): up to so many C++ files of a target, 12 if nothing is said, are compiled as one. Names
# in anonymous namespaces must be distinct within a target.
function(weft_compile_together target)
  if(NOT WEFT_FAST_BUILD)
    return()
  endif()
  set(files 12)
  if(ARGC GREATER 1)
    set(files ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# weft_fast_build(TARGET HEADER [files]): the same, with a header of the source tree that most of the files include. The
# first target that asks for it compiles it; targets that ask later take what that one has made, so they are built with the
# same options.
function(weft_fast_build target header)
  if(NOT WEFT_FAST_BUILD)
    return()
  endif()
  weft_compile_together(${target} ${ARGN})
  # Its own definitions are all that it sees: whoever takes it must agree about them.
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  get_property(owner GLOBAL PROPERTY WEFT_OWNER_OF_${header})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${CMAKE_SOURCE_DIR}/${header}>")
    set_property(GLOBAL PROPERTY WEFT_OWNER_OF_${header} ${target})
  endif()
endfunction()

# ccache keeps what was compiled with a precompiled header only if it may look at the header's contents.
if(WEFT_FAST_BUILD)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  else()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
  if(WEFT_CCACHE AND CMAKE_CXX_COMPILER_LAUNCHER STREQUAL WEFT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${WEFT_CCACHE})
  endif()
endif()
