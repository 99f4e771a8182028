# SPDX-License-Identifier: BSD-3-Clause
# Most of the time of compiling a file goes into the headers of the standard library.
option(WEFT_PRECOMPILED_HEADERS "Compile the headers that most files include once for all libraries, and once for all tests" OFF)

# weft_precompile(TARGET HEADER): for the C++ files of a target, a header of the source tree. The first target that asks for
# a header compiles it; targets that ask later take what that one has made, so they are built with the same options.
function(weft_precompile target header)
  if(NOT WEFT_PRECOMPILED_HEADERS)
    return()
  endif()
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
if(WEFT_PRECOMPILED_HEADERS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  else()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
  if(WEFT_CCACHE AND CMAKE_CXX_COMPILER_LAUNCHER STREQUAL WEFT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${WEFT_CCACHE})
  endif()
endif()
