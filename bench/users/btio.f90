! SPDX-License-Identifier: BSD-3-Clause
!> The solution of BTIO, from the NAS parallel benchmarks: EDGE. A cube of EDGE^3 points with 5 doubles each, cut into
!> parts^3 cells for parts^2 ranks, so that each rank has one cell in every layer along every axis: its cells lie on a
!> diagonal. In memory a cell has two layers of ghost points around it.
module btio
  use mpi
  use pnetcdf
  use users
  implicit none

  integer, parameter :: values = 5, ghosts = 2

  type cell_type
    integer(8) :: first(3), points(3)
    integer :: inside  ! MPI datatype of the cell without its ghosts
  end type

  integer, save :: edge, parts, ncid, varid
  type(cell_type), allocatable, save :: cells(:)
  real(8), allocatable, save :: u(:, :, :, :, :)
  integer, allocatable, save :: requests(:)

contains

  integer(c_int64_t) function workload_prepare(which) result(bytes) bind(C)
    type(users_case), intent(in) :: which
    integer :: c, place(3), longest(5), code
    edge = which%numbers(1)
    parts = nint(sqrt(real(which%ranks)))
    bytes = 0
    if (parts**2 /= which%ranks) return
    allocate (cells(parts), requests(parts))
    longest = [values, (edge + parts - 1) / parts + 2 * ghosts, (edge + parts - 1) / parts + 2 * ghosts, &
        (edge + parts - 1) / parts + 2 * ghosts, parts]
    allocate (u(longest(1), longest(2), longest(3), longest(4), longest(5)))
    u = -1
    do c = 1, parts
      place = [modulo(which%rank + c - 1, parts), modulo(which%rank / parts - c + 1, parts), c - 1]
      cells(c)%first = int(place, 8) * edge / parts
      cells(c)%points = int(place + 1, 8) * edge / parts - cells(c)%first
      call MPI_Type_create_subarray(5, longest, [values, int(cells(c)%points), 1], [0, ghosts, ghosts, ghosts, c - 1], &
          MPI_ORDER_FORTRAN, MPI_REAL8, cells(c)%inside, code)
      call MPI_Type_commit(cells(c)%inside, code)
      call fill(cells(c), u(:, :, :, :, c))
      bytes = bytes + values * 8 * product(cells(c)%points)
    end do
  end function

  subroutine fill(cell, to)
    type(cell_type), intent(in) :: cell
    real(8), intent(inout) :: to(:, :, :, :)
    integer :: x, y, z, m
    integer(8) :: point
    do z = 1, int(cell%points(3))
      do y = 1, int(cell%points(2))
        do x = 1, int(cell%points(1))
          point = ((cell%first(3) + z - 1) * edge + cell%first(2) + y - 1) * edge + cell%first(1) + x - 1
          do m = 1, values
            to(m, ghosts + x, ghosts + y, ghosts + z) = users_value(0_8, point * values + m - 1)
          end do
        end do
      end do
    end do
  end subroutine

  subroutine workload_create(path, info) bind(C)
    character(kind=c_char), intent(in) :: path(*)
    integer(c_int), value :: info
    integer :: dims(4)
    call check(nf90mpi_create(MPI_COMM_WORLD, text(path), ior(nf90_clobber, nf90_64bit_data), info, ncid), 'create')
    call check(nf90mpi_def_dim(ncid, 'value', int(values, 8), dims(1)), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'x', int(edge, 8), dims(2)), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'y', int(edge, 8), dims(3)), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'z', int(edge, 8), dims(4)), 'def_dim')
    call check(nf90mpi_def_var(ncid, 'u', nf90_double, dims, varid), 'def_var')
    call check(nf90mpi_enddef(ncid), 'enddef')
  end subroutine

  subroutine workload_write(combined) bind(C)
    logical(c_bool), value :: combined
    integer(8) :: start(4), count(4)
    integer :: c, statuses(parts)
    do c = 1, parts
      start = [1_8, cells(c)%first + 1]
      count = [int(values, 8), cells(c)%points]
      if (combined) then
        call check(nf90mpi_iput_var(ncid, varid, u, requests(c), start, count, bufcount=1_8, &
            buftype=cells(c)%inside), 'iput')
      else
        call check(nf90mpi_put_var_all(ncid, varid, u, start, count, bufcount=1_8, buftype=cells(c)%inside), 'put')
      end if
    end do
    if (combined) call check(nf90mpi_wait_all(ncid, parts, requests, statuses), 'wait_all')
    call check(nf90mpi_close(ncid), 'close')
  end subroutine

  subroutine workload_release() bind(C)
    integer :: c, code
    do c = 1, parts
      call MPI_Type_free(cells(c)%inside, code)
    end do
    deallocate (cells, requests, u)
  end subroutine
end module
