! SPDX-License-Identifier: BSD-3-Clause
!> What Fortran calls v(x, y, time) is v[time][y][x] to C, which reads here what Fortran has written, and the reverse.
program array_order
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  interface
    !> The number of differences from 100 * time + 10 * y + x with indices from 0.
    integer(c_int) function differences_in_c(path) bind(C)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
    end function

    integer(c_int) function write_in_c(path) bind(C)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
    end function
  end interface
  integer :: rank, ranks, ncid, dimids(3), varid, ids(3), values(4, 3, 2), x, y, time
  character(len=8) :: names(3)

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'order.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 3_8, dimids(2)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'time', nf90mpi_unlimited, dimids(3)))
  call expect('def_var', nf90mpi_def_var(ncid, 'v', nf90_int, dimids, varid))
  call expect('enddef', nf90mpi_enddef(ncid))
  values = reshape([(((100 * time + 10 * y + x, x = 0, 3), y = 0, 2), time = 0, 1)], shape(values))
  call expect('put', nf90mpi_put_var_all(ncid, varid, values, count=[4_8, 3_8, 2_8]))
  call expect('close', nf90mpi_close(ncid))
  call require('C reads the same', differences_in_c('order.nc' // c_null_char) == 0)

  call expect('C writes', write_in_c('order_of_c.nc' // c_null_char))
  call expect('open', nf90mpi_open(MPI_COMM_WORLD, 'order_of_c.nc', nf90_nowrite, MPI_INFO_NULL, ncid))
  call expect('inquire_variable', nf90mpi_inquire_variable(ncid, 1, dimids=ids))
  do x = 1, 3
    call expect('inquire_dimension', nf90mpi_inquire_dimension(ncid, ids(x), names(x)))
  end do
  call require('dimensions', all(names == [character(len=8) :: 'x', 'y', 'time']))
  values = 0
  call expect('get', nf90mpi_get_var_all(ncid, 1, values))
  call require('Fortran reads the same', values(4, 3, 2) == 123 .and. values(2, 1, 1) == 1 .and. values(1, 2, 1) == 10)
  call expect('close', nf90mpi_close(ncid))
  call finish()
end program
