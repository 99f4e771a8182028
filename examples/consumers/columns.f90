! SPDX-License-Identifier: BSD-3-Clause
! Every rank writes its columns of a table and reads its neighbour's.
program columns
  use mpi
  use pnetcdf
  implicit none
  integer, parameter :: rows = 6, width = 4
  integer :: rank, size, code, file, row_dim, column_dim, table, neighbour, row, i, failures
  integer :: values(rows, width), found(rows, width)
  integer(kind=MPI_OFFSET_KIND) :: start(2), count(2)

  failures = 0
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, size, code)

  call check(nf90mpi_create(MPI_COMM_WORLD, 'columns_f90.nc', ior(NF90_CLOBBER, NF90_64BIT_DATA), MPI_INFO_NULL, file))
  call check(nf90mpi_def_dim(file, 'row', int(rows, MPI_OFFSET_KIND), row_dim))
  call check(nf90mpi_def_dim(file, 'column', int(size * width, MPI_OFFSET_KIND), column_dim))
  call check(nf90mpi_def_var(file, 'table', NF90_INT, (/row_dim, column_dim/), table))
  call check(nf90mpi_put_att(file, table, 'units', '1'))
  call check(nf90mpi_enddef(file))

  values = reshape([((100 * row + rank * width + i, row = 1, rows), i = 1, width)], [rows, width])
  start = [1, rank * width + 1]
  count = [rows, width]
  call check(nf90mpi_put_var_all(file, table, values, start, count))

  neighbour = mod(rank + 1, size)
  start(2) = neighbour * width + 1
  call check(nf90mpi_get_var_all(file, table, found, start, count))
  values = reshape([((100 * row + neighbour * width + i, row = 1, rows), i = 1, width)], [rows, width])
  if (any(found /= values)) failures = failures + 1
  call check(nf90mpi_close(file))
  if (rank == 0) print '(2a)', 'Fortran: ', trim(nf90mpi_inq_libvers())
  call MPI_Finalize(code)
  if (failures > 0) stop 1

contains

  subroutine check(code)
    integer, intent(in) :: code
    if (code == NF90_NOERR) return
    print '(a)', trim(nf90mpi_strerror(code))
    failures = failures + 1
  end subroutine
end program
