# Compiler settings that hold for every target, and the MPI that was asked for.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_program(WEFT_CCACHE ccache)
if(WEFT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${WEFT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEFT_CCACHE})
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# CMake's Release is -O3, which compiles a sixth longer. The loops that gain by it have it of their own (src/types, tools).
foreach(language IN ITEMS C CXX)
  if(CMAKE_${language}_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
    set(CMAKE_${language}_FLAGS_RELEASE "-O2 -DNDEBUG")
  endif()
endforeach()

add_library(weft_options INTERFACE)
target_include_directories(weft_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
# Where files are compiled together, a local name may be that of another file's function: the plain build tells what hides what.
target_compile_options(weft_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow> -Wno-sign-conversion
    $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden> -fvisibility=hidden)
# Tests are compiled more often than they run. gcc 12 at -O1 warns of overlaps and bounds in std::string's own functions
# (among them its bug 105651), and of strings that an std::optional does not hold (its bug 80635).
add_library(weft_test_options INTERFACE)
target_link_libraries(weft_test_options INTERFACE weft_options)
target_compile_options(weft_test_options INTERFACE $<$<CONFIG:Release>:-O1>
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-maybe-uninitialized;-Wno-restrict;-Wno-stringop-overflow>")
if(WEFT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(WEFT_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

# weft_serial_headers carries what stands in for <mpi.h> where there is no MPI, and the definition WEFT_SERIAL; weft_mpi_headers
# the same, or <mpi.h>.
add_library(weft_serial_headers INTERFACE)
target_compile_definitions(weft_serial_headers INTERFACE WEFT_SERIAL=1)
target_include_directories(weft_serial_headers INTERFACE ${CMAKE_SOURCE_DIR}/src/mpi/serial)
add_library(weft_mpi_headers INTERFACE)
if(WEFT_MPI STREQUAL "none")
  target_link_libraries(weft_mpi_headers INTERFACE weft_serial_headers)
else()
  if(WEFT_MPI_OF_PROGRAM)
    target_include_directories(weft_mpi_headers SYSTEM INTERFACE $<TARGET_PROPERTY:MPI::MPI_C,INTERFACE_INCLUDE_DIRECTORIES>)
  else()
    target_link_libraries(weft_mpi_headers INTERFACE MPI::MPI_C)
  endif()
  # The C interface only: mpi.h's C++ one is not used and does not compile without warnings.
  target_compile_definitions(weft_mpi_headers INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  # Whose mpiexec starts the tests.
  set(WEFT_MPI_FAMILY ${WEFT_MPI})
  if(WEFT_MPI STREQUAL "default" OR WEFT_MPI STREQUAL "abi")
    include(CheckSymbolExists)
    set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
    check_symbol_exists(OPEN_MPI mpi.h WEFT_MPI_IS_OPEN_MPI)
    check_symbol_exists(MPI_ABI_VERSION mpi.h WEFT_MPI_IS_ABI)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(WEFT_MPI_FAMILY mpich)
    if(WEFT_MPI_IS_OPEN_MPI)
      set(WEFT_MPI_FAMILY openmpi)
    endif()
  endif()
endif()
