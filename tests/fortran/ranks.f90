! SPDX-License-Identifier: BSD-3-Clause
!> Values of 0 to 7 dimensions, in the shape of the variable, of a part of it, and of fewer dimensions than it has.
program values_of_all_ranks
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  integer, parameter :: sizes(7) = [2, 3, 2, 2, 3, 2, 2]
  integer :: rank, ranks, ncid, dimids(7), varids(0:7), i
  integer :: v0, g0, v1(2), g1(2), v2(2, 3), g2(2, 3), v3(2, 3, 2), g3(2, 3, 2), v4(2, 3, 2, 2), g4(2, 3, 2, 2)
  integer :: v5(2, 3, 2, 2, 3), g5(2, 3, 2, 2, 3), v6(2, 3, 2, 2, 3, 2), g6(2, 3, 2, 2, 3, 2)
  integer :: v7(2, 3, 2, 2, 3, 2, 2), g7(2, 3, 2, 2, 3, 2, 2), flat(288)

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'ranks.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  do i = 1, 7
    call expect('def_dim', nf90mpi_def_dim(ncid, 'd' // achar(iachar('0') + i), int(sizes(i), 8), dimids(i)))
  end do
  do i = 0, 7
    call expect('def_var', nf90mpi_def_var(ncid, 'v' // achar(iachar('0') + i), nf90_int, dimids(:i), varids(i)))
  end do
  call expect('enddef', nf90mpi_enddef(ncid))

  flat = [(i, i = 1, 288)]
  v0 = 5
  v1 = flat(:2)
  v2 = reshape(flat, shape(v2))
  v3 = reshape(flat, shape(v3))
  v4 = reshape(flat, shape(v4))
  v5 = reshape(flat, shape(v5))
  v6 = reshape(flat, shape(v6))
  v7 = reshape(flat, shape(v7))
  call expect('put 0', nf90mpi_put_var_all(ncid, varids(0), v0))
  call expect('put 1', nf90mpi_put_var_all(ncid, varids(1), v1))
  call expect('put 2', nf90mpi_put_var_all(ncid, varids(2), v2))
  call expect('put 3', nf90mpi_put_var_all(ncid, varids(3), v3))
  call expect('put 4', nf90mpi_put_var_all(ncid, varids(4), v4))
  call expect('put 5', nf90mpi_put_var_all(ncid, varids(5), v5))
  call expect('put 6', nf90mpi_put_var_all(ncid, varids(6), v6))
  call expect('put 7', nf90mpi_put_var_all(ncid, varids(7), v7))

  call expect('get 0', nf90mpi_get_var_all(ncid, varids(0), g0))
  call expect('get 1', nf90mpi_get_var_all(ncid, varids(1), g1))
  call expect('get 2', nf90mpi_get_var_all(ncid, varids(2), g2))
  call expect('get 3', nf90mpi_get_var_all(ncid, varids(3), g3))
  call expect('get 4', nf90mpi_get_var_all(ncid, varids(4), g4))
  call expect('get 5', nf90mpi_get_var_all(ncid, varids(5), g5))
  call expect('get 6', nf90mpi_get_var_all(ncid, varids(6), g6))
  call expect('get 7', nf90mpi_get_var_all(ncid, varids(7), g7))
  call require('values of ranks 0 to 3', g0 == v0 .and. all(g1 == v1) .and. all(g2 == v2) .and. all(g3 == v3))
  call require('values of ranks 4 and 5', all(g4 == v4) .and. all(g5 == v5))
  call require('values of ranks 6 and 7', all(g6 == v6) .and. all(g7 == v7))

  call fewer_dimensions()
  call short_arguments()
  call expect('close', nf90mpi_close(ncid))
  call finish()

contains

  !> The same elements in the same order, whatever the shape in memory.
  subroutine fewer_dimensions()
    flat = 0
    call expect('flat', nf90mpi_get_var_all(ncid, varids(7), flat, [(1_8, i = 1, 7)], int(sizes, 8)))
    call require('in the order of the array', all(flat == reshape(v7, [288])))
    g1 = 0
    call expect('one column', nf90mpi_get_var_all(ncid, varids(7), g1, [1_8, 3_8, 2_8, 1_8, 3_8, 2_8, 1_8]))
    call require('a column', all(g1 == v7(:, 3, 2, 1, 3, 2, 1)))
    g2 = 0
    call expect('one plane', nf90mpi_get_var_all(ncid, varids(4), g2, start=[1_8, 1_8, 2_8, 2_8]))
    call require('a plane', all(g2 == v4(:, :, 2, 2)))
    call expect('one element', nf90mpi_get_var_all(ncid, varids(3), g0, [2_8, 3_8, 2_8]))
    call require('an element', g0 == v3(2, 3, 2))
  end subroutine

  !> What start, count and stride do not say is 1, and for count the shape.
  subroutine short_arguments()
    g1 = 0
    call expect('start of one number', nf90mpi_get_var_all(ncid, varids(3), g1(:1), start=[2_8]))
    call require('the second element', g1(1) == v3(2, 1, 1))
    g3 = 0
    call expect('count of one number', nf90mpi_get_var_all(ncid, varids(3), g3(:1, :, :), start=[2_8], count=[1_8]))
    call require('second elements', all(g3(1, :, :) == v3(2, :, :)))
    g2 = 0
    call expect('stride', nf90mpi_get_var_all(ncid, varids(2), g2(:, :2), stride=[1_8, 2_8]))
    call require('every second column', all(g2(:, :2) == v2(:, 1:3:2)))
    call expect('outside', nf90mpi_get_var_all(ncid, varids(2), g2, start=[1_8, 2_8]), nf90_eedge)
    call expect('outside', nf90mpi_get_var_all(ncid, varids(2), g0, start=[3_8, 1_8]), nf90_einvalcoords)
    call expect('indices begin at 1', nf90mpi_get_var_all(ncid, varids(2), g0, start=[0_8, 1_8]), nf90_einvalcoords)
    call expect('no variable', nf90mpi_get_var_all(ncid, 99, g0), nf90_enotvar)
    if (rank == 0) then
      call expect('an error of one rank', nf90mpi_get_var_all(ncid, 99, g0), nf90_enotvar)
    else
      i = nf90mpi_get_var_all(ncid, varids(2), g2)  ! Returns: nobody waits for ever.
    end if
    call expect('not collective', nf90mpi_get_var(ncid, varids(2), g2), nf90_enotindep)
  end subroutine

end program
