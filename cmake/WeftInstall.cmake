# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` puts where. Installed files find each other by relative paths, so that a prefix can be moved,
# as long as CMAKE_INSTALL_*DIR are relative. Templates are in packaging/.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(WeftInstallFacts)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL
    FILES_MATCHING PATTERN "*.[1-8]")
if(NOT TARGET weft)
  return()
endif()
set(templates ${CMAKE_SOURCE_DIR}/packaging)
set(made ${CMAKE_BINARY_DIR}/packaging)

# Libraries
set(soversion ${PROJECT_VERSION_MAJOR})
set(libraries weft)
if(TARGET weft_remote_client)
  list(APPEND libraries weft_remote_client)
endif()
if(TARGET weft_hdf5_books)
  list(APPEND libraries weft_hdf5_books)
endif()
if(TARGET weft_mpiio)
  list(APPEND libraries weft_mpiio)
endif()
if(fortran_built)
  list(APPEND libraries weft_fortran)
endif()
set_target_properties(${libraries} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion}
    INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS ${libraries} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
configure_file(${templates}/libpnetcdf.so.in ${made}/libpnetcdf.so @ONLY)
install(FILES ${made}/libpnetcdf.so DESTINATION ${CMAKE_INSTALL_LIBDIR})

# weft_archive(NAME library...): a static library of the objects of libraries that are built anyway.
function(weft_archive name)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${name} STATIC ${ARGN})
  install(TARGETS ${name} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
if(WEFT_STATIC)
  set(rooms)
  set(other_folders remote serve codecs)
  foreach(folder IN LISTS WEFT_FOLDERS)
    # Files of other machines and the codecs of netCDF-4 are the matter of libraries of their own.
    if(TARGET weft_${folder} AND NOT folder IN_LIST other_folders)
      get_target_property(type weft_${folder} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        list(APPEND rooms weft_${folder})
      endif()
    endif()
  endforeach()
  weft_archive(weft_archive weft ${rooms})
  set_target_properties(weft_archive PROPERTIES OUTPUT_NAME weft LINKER_LANGUAGE CXX)
  if(fortran_built)
    weft_archive(weft_fortran_archive weft_fortran)
    set_target_properties(weft_fortran_archive PROPERTIES OUTPUT_NAME weft_fortran LINKER_LANGUAGE CXX)
  endif()
  configure_file(${templates}/libpnetcdf.a.in ${made}/libpnetcdf.a @ONLY)
  install(FILES ${made}/libpnetcdf.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# Headers. What pnetcdf.h says about Fortran must be true of this installation, and the MPI must be that of this build.
file(READ ${CMAKE_SOURCE_DIR}/include/pnetcdf.h header)
if(NOT fortran_built)
  string(REPLACE "#define PNETCDF_ENABLE_FORTRAN 1\n" "#define PNETCDF_ENABLE_FORTRAN 0\n" header "${header}")
endif()
if(foreign_mpi)  # numbers and addresses would be taken for each other
  string(REPLACE "#include <mpi.h>\n" "#include <mpi.h>\n#if ${foreign_mpi}\n#error \"This Weft was built with \
@mpi_cc@: compile with that, or use a Weft built for this MPI.\"\n#endif\n" header "${header}")
endif()
file(CONFIGURE OUTPUT ${made}/pnetcdf.h CONTENT "${header}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/pnetcdf.h)
install(FILES ${made}/pnetcdf.h ${CMAKE_SOURCE_DIR}/include/weft.h ${CMAKE_SOURCE_DIR}/include/pnetcdf
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/pnetcdf_cxx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(fortran_built)
  get_target_property(modules weft_fortran Fortran_MODULE_DIRECTORY)
  install(FILES ${CMAKE_SOURCE_DIR}/include/pnetcdf.inc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY ${modules}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.mod")
endif()

# For build systems
set(packages ${CMAKE_INSTALL_LIBDIR}/cmake)
foreach(file IN ITEMS Weft/WeftConfig Weft/WeftTargets PnetCDF/pnetcdf-config)
  cmake_path(GET file PARENT_PATH package)
  cmake_path(GET file FILENAME name)
  configure_package_config_file(${templates}/${name}.cmake.in ${made}/${file}.cmake
      INSTALL_DESTINATION ${packages}/${package} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  install(FILES ${made}/${file}.cmake DESTINATION ${packages}/${package})
endforeach()
write_basic_package_version_file(${made}/WeftConfigVersion.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
write_basic_package_version_file(${made}/pnetcdf-config-version.cmake VERSION ${PNETCDF_VERSION}
    COMPATIBILITY SameMajorVersion)
install(FILES ${made}/WeftConfigVersion.cmake DESTINATION ${packages}/Weft)
install(FILES ${made}/pnetcdf-config-version.cmake DESTINATION ${packages}/PnetCDF)

weft_installed_directories("\${prefix}")
foreach(package IN ITEMS weft pnetcdf)
  configure_file(${templates}/${package}.pc.in ${made}/${package}.pc @ONLY)
  install(FILES ${made}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
weft_installed_directories("$prefix")
configure_file(${templates}/pnetcdf-config.in ${made}/pnetcdf-config @ONLY)
install(PROGRAMS ${made}/pnetcdf-config DESTINATION ${CMAKE_INSTALL_BINDIR})
configure_file(${templates}/modulefile.in ${made}/modulefile @ONLY)
install(FILES ${made}/modulefile DESTINATION ${module_folder} RENAME ${PROJECT_VERSION})
