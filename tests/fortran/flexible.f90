! SPDX-License-Identifier: BSD-3-Clause
!> The flexible functions: an array with a border of ghost cells, described by an MPI datatype.
program flexible
  use check
  use mpi
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, dimids(2), varid, request(1), status(1), inside, block_of_rank, code, i
  integer :: cells(6, 5), got(6, 5), plain(4, 3)
  real(8) :: column(4)
  integer(8) :: start(2)
  integer(8), parameter :: count(2) = [4, 3], ones(2) = [1, 1]

  call begin(rank, ranks)
  call MPI_Type_create_subarray(2, [6, 5], [4, 3], [1, 1], MPI_ORDER_FORTRAN, MPI_INTEGER, inside, code)
  call MPI_Type_commit(inside, code)
  call MPI_Type_indexed(1, [12], [12 * rank], MPI_DOUBLE_PRECISION, block_of_rank, code)
  call MPI_Type_commit(block_of_rank, code)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'flexible.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 3_8 * ranks, dimids(2)))
  call expect('def_var', nf90mpi_def_var(ncid, 'v', nf90_double, dimids, varid))
  call expect('enddef', nf90mpi_enddef(ncid))
  start = [1, 3 * rank + 1]
  cells = reshape([(i + 100 * rank, i = 1, 30)], [6, 5])

  call expect('put', nf90mpi_put_var_all(ncid, varid, cells, start, count, bufcount=1_8, buftype=inside))
  call read_back('put')
  cells = cells + 1
  call expect('put', nfmpi_put_vara_all(ncid, varid, start, count, cells, 1_8, inside))
  call read_back('old put')
  cells = cells + 1
  call expect('put', nfmpi_put_varm_all(ncid, varid, start, count, ones, [1_8, 4_8], cells, 1_8, inside))
  call read_back('old mapped put')

  got = -1
  call expect('get', nf90mpi_get_var_all(ncid, varid, got, start, count, bufcount=1_8, buftype=inside))
  call only_inside('get')
  got = -1
  call expect('iget', nf90mpi_iget_var(ncid, varid, got, request(1), start, count, bufcount=1_8, buftype=inside))
  call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
  call only_inside('iget')
  got = -1
  call expect('iget', nfmpi_iget_vara(ncid, varid, start, count, got, 1_8, inside, request(1)))
  call expect('wait', nfmpi_wait_all(ncid, 1, request, status))
  call only_inside('old iget')

  cells = cells + 1
  call expect('iput', nf90mpi_iput_var(ncid, varid, cells, request(1), start, count, bufcount=1_8, buftype=inside))
  call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
  call read_back('iput')
  call expect('a predefined type', nf90mpi_put_var_all(ncid, varid, cells(1:4, ::2), start, &
      bufcount=12_8, buftype=MPI_INTEGER))
  cells(2:5, 2:4) = cells(1:4, ::2)
  call read_back('a predefined type')
  call expect('the type of the variable', nf90mpi_get_var_all(ncid, varid, column, start, [4_8, 1_8], &
      bufcount=4_8, buftype=MPI_DATATYPE_NULL))
  call require('doubles', all(int(column) == cells(2:5, 2)))
  call expect('too few', nf90mpi_put_var_all(ncid, varid, cells, start, count, bufcount=11_8, buftype=MPI_INTEGER), &
      nf90_eiomismatch)
  call expect('a type that a section has no room for', nf90mpi_put_var_all(ncid, varid, cells(::2, :), start, count, &
      bufcount=1_8, buftype=inside), nf90_einval)
  cells = cells + 1
  call expect('vard', nf90mpi_put_vard_all(ncid, varid, block_of_rank, cells, 1_8, inside))
  call read_back('vard')
  call of_sections()
  call MPI_Type_free(block_of_rank, code)
  call MPI_Type_free(inside, code)
  call expect('close', nf90mpi_close(ncid))
  call finish()

contains

  subroutine read_back(what)
    character(len=*), intent(in) :: what
    plain = 0
    call expect(what, nf90mpi_get_var_all(ncid, varid, plain, start))
    call require(what, all(plain == cells(2:5, 2:4)))
  end subroutine

  !> A section stands for its elements without the gaps, whatever datatype they are given as.
  subroutine of_sections()
    integer :: pair
    real(8) :: wide(6, 5)
    call expect('vard of a section', nf90mpi_put_vard_all(ncid, varid, block_of_rank, cells(2:5, 2:4), 12_8, MPI_INTEGER))
    call read_back('vard of a section')
    got = -1
    call expect('vard into a section', nf90mpi_get_vard_all(ncid, varid, block_of_rank, got(2:5, 2:4), 12_8, MPI_INTEGER))
    call only_inside('vard into a section')
    cells = cells + 1
    call MPI_Type_contiguous(2, MPI_INTEGER, pair, code)
    call MPI_Type_commit(pair, code)
    call expect('pairs of a section', nf90mpi_put_var_all(ncid, varid, cells(2:5, 2:4), start, count, &
        bufcount=6_8, buftype=pair))
    call read_back('pairs of a section')
    got = -1
    call expect('pairs into a section', nf90mpi_get_var_all(ncid, varid, got(2:5, 2:4), start, count, &
        bufcount=6_8, buftype=pair))
    call only_inside('pairs into a section')
    cells = cells + 1
    wide = cells
    call expect('a section in the external type', nf90mpi_put_var_all(ncid, varid, wide(2:5, 2:4), start, count, &
        bufcount=0_8, buftype=MPI_DATATYPE_NULL))
    call read_back('a section in the external type')
    cells = cells + 1
    call expect('a section without a count', nf90mpi_put_var_all(ncid, varid, cells(2:5, 2:4), start, count, &
        bufcount=nf90_count_ignore, buftype=MPI_INTEGER))
    call read_back('a section without a count')
    call MPI_Type_free(pair, code)
  end subroutine

  subroutine only_inside(what)
    character(len=*), intent(in) :: what
    call require(what // ': inside', all(got(2:5, 2:4) == cells(2:5, 2:4)))
    call require(what // ': the border', all(got([1, 6], :) == -1) .and. all(got(:, [1, 5]) == -1))
  end subroutine

end program
