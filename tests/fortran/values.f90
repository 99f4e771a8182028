! SPDX-License-Identifier: BSD-3-Clause
!> Values of every numeric type through every function, and calls of all functions with an id that is not one.
program values
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, dimids(2), i
  integer :: varids(6)
  integer, parameter :: types(6) = [nf90_byte, nf90_short, nf90_int, nf90_float, nf90_double, nf90_int64]
  external :: call_every_function, values_int1, values_int2, values_int, values_real, values_double, values_int8

  call begin(rank, ranks)
  call call_every_function()
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'values.nc', nf90_64bit_data, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 2_8 * ranks, dimids(2)))
  do i = 1, 6
    call expect('def_var', nf90mpi_def_var(ncid, 'v' // achar(iachar('0') + i), types(i), dimids, varids(i)))
  end do
  call expect('enddef', nf90mpi_enddef(ncid))
  call values_int1(ncid, varids(1), rank, ranks)
  call values_int2(ncid, varids(2), rank, ranks)
  call values_int(ncid, varids(3), rank, ranks)
  call values_real(ncid, varids(4), rank, ranks)
  call values_double(ncid, varids(5), rank, ranks)
  call values_int8(ncid, varids(6), rank, ranks)
  call expect('close', nf90mpi_close(ncid))
  call finish()
end program
