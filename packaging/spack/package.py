# SPDX-License-Identifier: BSD-3-Clause
"""For Spack: put this folder as `packages/weft` into a repository of your own (`spack repo create`)."""

from spack.package import *


class Weft(CMakePackage):
    """Weft is a parallel netCDF library with an I/O engine of its own. It has the interface of PnetCDF, and the
    processes of an MPI program write and read classic netCDF files (CDF-1, CDF-2, CDF-5) with it."""

    license("BSD-3-Clause")

    # A release adds a homepage, the url of its archive and the sha256 of that; until then Spack builds from a checkout:
    # `spack dev-build weft@0.1.0`.
    version("0.1.0")

    variant("fortran", default=True, description="Build the Fortran interfaces")
    variant("tools", default=True, description="Build the weft command")
    variant("png", default=True, description="Pictures by weft plot --png")
    variant("static", default=True, description="Install static libraries, too")
    variant("mpi", default=True, description="Build for MPI; without it only the command and the serial library")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3.1:", when="+mpi")
    depends_on("fmt")
    depends_on("xxhash")
    depends_on("openssl")
    depends_on("curl@7.88:")
    depends_on("utf8proc")
    depends_on("nlohmann-json")
    depends_on("hdf5")
    depends_on("isa-l")
    depends_on("zstd")
    depends_on("libaec")
    depends_on("c-blosc")
    depends_on("bzip2")
    depends_on("lz4")
    depends_on("cli11", when="+tools")
    depends_on("libpng", when="+tools+png")

    conflicts("+fortran", when="~mpi", msg="the Fortran interfaces need MPI")
    conflicts("%gcc@:11", msg="Weft is written in C++20")

    def cmake_args(self):
        args = [
            self.define("WEFT_MPI", "default" if self.spec.satisfies("+mpi") else "none"),
            self.define_from_variant("WEFT_FORTRAN", "fortran"),
            self.define_from_variant("WEFT_TOOLS", "tools"),
            self.define_from_variant("WEFT_PNG", "png"),
            self.define_from_variant("WEFT_STATIC", "static"),
        ]
        if self.spec.satisfies("+mpi"):
            args.append(self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc))
        return args

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        """The installation answers."""
        if self.spec.satisfies("+tools"):
            Executable(join_path(self.prefix.bin, "weft"))("version")
