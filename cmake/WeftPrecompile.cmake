# SPDX-License-Identifier: BSD-3-Clause
# Most of the time of compiling a file goes into the headers of the standard library.
option(WEFT_PRECOMPILED_HEADERS "Compile the headers that most files include once for each library" OFF)

# weft_precompile(TARGET HEADER): for the C++ files of a target, a header of the source tree.
function(weft_precompile target header)
  if(WEFT_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${CMAKE_SOURCE_DIR}/${header}>")
  endif()
endfunction()

# weft_precompiled_as(TARGET OTHER): with what was compiled for another target, which is compiled with the same options.
function(weft_precompiled_as target other)
  if(WEFT_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${other})
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
