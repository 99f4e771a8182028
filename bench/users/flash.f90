! SPDX-License-Identifier: BSD-3-Clause
!> The files of FLASH, an astrophysics code with an adaptive mesh: KIND:EDGE:BLOCKS. Each rank has BLOCKS blocks of
!> EDGE^3 cells. KIND 0 is the checkpoint: 24 unknowns, which share one array in memory, variable by variable in each
!> cell and with guard cells around each block, and which are 24 variables in the file. KIND 1 and 2 are plot files: 4
!> variables in single precision, at the centres or at the corners of the cells. All have the mesh in front.
module flash
  use mpi
  use pnetcdf
  use users
  implicit none

  integer, parameter :: guard = 4, mesh_variables = 6
  integer, parameter :: checkpoint = 0, corners = 2
  integer, parameter :: variables_of_kind(0:2) = [24, 4, 4]
  character(len=10), parameter :: mesh_names(mesh_variables) = [character(len=10) :: 'lrefine', 'nodetype', 'gid', &
      'coordinate', 'blocksize', 'bnd_box']

  integer, save :: kind_of_file, variables, edge, blocks, ncid
  integer(8), save :: all_blocks, before
  real(8), allocatable, save :: unknowns(:, :, :, :, :)
  real(4), allocatable, save :: plots(:, :, :, :, :)
  integer, allocatable, save :: lrefine(:), nodetype(:), gid(:, :), types(:), requests(:)
  real(8), allocatable, save :: coordinate(:, :), blocksize(:, :), bnd_box(:, :, :)

contains

  integer(c_int64_t) function workload_prepare(which) result(bytes) bind(C)
    type(users_case), intent(in) :: which
    integer :: v, code, inside(5), whole(5)
    kind_of_file = which%numbers(1)
    variables = variables_of_kind(kind_of_file)
    edge = which%numbers(2) + merge(1, 0, kind_of_file == corners)
    blocks = which%numbers(3)
    all_blocks = int(blocks, 8) * which%ranks
    before = int(blocks, 8) * which%rank
    allocate (requests(mesh_variables + variables), types(variables))
    call fill_mesh()
    if (kind_of_file == checkpoint) then
      inside = [1, edge, edge, edge, blocks]
      whole = inside + [variables - 1, 2 * guard, 2 * guard, 2 * guard, 0]
      allocate (unknowns(whole(1), whole(2), whole(3), whole(4), whole(5)))
      unknowns = -1
      do v = 1, variables
        call MPI_Type_create_subarray(5, whole, inside, [v - 1, guard, guard, guard, 0], MPI_ORDER_FORTRAN, &
            MPI_REAL8, types(v), code)
        call MPI_Type_commit(types(v), code)
      end do
    else
      allocate (plots(edge, edge, edge, blocks, variables))
    end if
    call fill_cells()
    bytes = (17 * 4 + 12 * 8 + variables * int(edge, 8)**3 * merge(8, 4, kind_of_file == checkpoint)) * blocks
  end function

  subroutine fill_mesh()
    integer :: b, i, j
    allocate (lrefine(blocks), nodetype(blocks), gid(15, blocks))
    allocate (coordinate(3, blocks), blocksize(3, blocks), bnd_box(2, 3, blocks))
    do b = 1, blocks
      lrefine(b) = users_value(0_8, before + b - 1)
      nodetype(b) = users_value(1_8, before + b - 1)
      gid(:, b) = [(users_value(2_8, (before + b - 1) * 15 + i), i = 0, 14)]
      coordinate(:, b) = [(users_value(3_8, (before + b - 1) * 3 + i), i = 0, 2)]
      blocksize(:, b) = [(users_value(4_8, (before + b - 1) * 3 + i), i = 0, 2)]
      do j = 1, 3
        bnd_box(:, j, b) = [(users_value(5_8, ((before + b - 1) * 3 + j - 1) * 2 + i), i = 0, 1)]
      end do
    end do
  end subroutine

  subroutine fill_cells()
    integer :: v, b, x, y, z
    integer(c_int32_t) :: value
    integer(8) :: row
    do b = 1, blocks
      do z = 1, edge
        do y = 1, edge
          row = (((before + b - 1) * edge + z - 1) * edge + y - 1) * edge
          do x = 1, edge
            do v = 1, variables
              value = users_value(int(mesh_variables + v - 1, 8), row + x - 1)
              if (kind_of_file == checkpoint) then
                unknowns(v, guard + x, guard + y, guard + z, b) = value
              else
                plots(x, y, z, b, v) = real(value, 4)
              end if
            end do
          end do
        end do
      end do
    end do
  end subroutine

  subroutine workload_create(path, info) bind(C)
    character(kind=c_char), intent(in) :: path(*)
    integer(c_int), value :: info
    integer :: x, y, z, tot_blocks, two, three, fifteen, v, varid, kind_of_value
    character(len=4) :: name
    call check(nf90mpi_create(MPI_COMM_WORLD, text(path), ior(nf90_clobber, nf90_64bit_data), info, ncid), 'create')
    call check(nf90mpi_def_dim(ncid, 'dim_tot_blocks', all_blocks, tot_blocks), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_nxb', int(edge, 8), x), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_nyb', int(edge, 8), y), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_nzb', int(edge, 8), z), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_2', 2_8, two), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_3', 3_8, three), 'def_dim')
    call check(nf90mpi_def_dim(ncid, 'dim_15', 15_8, fifteen), 'def_dim')
    call define(mesh_names(1), nf90_int, [tot_blocks])
    call define(mesh_names(2), nf90_int, [tot_blocks])
    call define(mesh_names(3), nf90_int, [fifteen, tot_blocks])
    call define(mesh_names(4), nf90_double, [three, tot_blocks])
    call define(mesh_names(5), nf90_double, [three, tot_blocks])
    call define(mesh_names(6), nf90_double, [two, three, tot_blocks])
    kind_of_value = merge(nf90_double, nf90_float, kind_of_file == checkpoint)
    do v = 1, variables
      write (name, '("un", i2.2)') v
      call define(name, kind_of_value, [x, y, z, tot_blocks])
    end do
    call check(nf90mpi_enddef(ncid), 'enddef')

  contains
    subroutine define(name_of_one, type_of_one, dims)
      character(*), intent(in) :: name_of_one
      integer, intent(in) :: type_of_one, dims(:)
      call check(nf90mpi_def_var(ncid, trim(name_of_one), type_of_one, dims, varid), 'def_var')
    end subroutine
  end subroutine

  subroutine workload_write(combined) bind(C)
    logical(c_bool), value :: combined
    integer :: statuses(mesh_variables + variables)
    if (combined) then
      call post_mesh()
      call post_cells()
      call check(nf90mpi_wait_all(ncid, mesh_variables + variables, requests, statuses), 'wait_all')
    else
      call put_mesh()
      call put_cells()
    end if
    call check(nf90mpi_close(ncid), 'close')
  end subroutine

  subroutine put_mesh()
    integer(8) :: first, n
    first = before + 1
    n = blocks
    call check(nf90mpi_put_var_all(ncid, 1, lrefine, [first], [n]), 'put')
    call check(nf90mpi_put_var_all(ncid, 2, nodetype, [first], [n]), 'put')
    call check(nf90mpi_put_var_all(ncid, 3, gid, [1_8, first], [15_8, n]), 'put')
    call check(nf90mpi_put_var_all(ncid, 4, coordinate, [1_8, first], [3_8, n]), 'put')
    call check(nf90mpi_put_var_all(ncid, 5, blocksize, [1_8, first], [3_8, n]), 'put')
    call check(nf90mpi_put_var_all(ncid, 6, bnd_box, [1_8, 1_8, first], [2_8, 3_8, n]), 'put')
  end subroutine

  subroutine post_mesh()
    integer(8) :: first, n
    first = before + 1
    n = blocks
    call check(nf90mpi_iput_var(ncid, 1, lrefine, requests(1), [first], [n]), 'iput')
    call check(nf90mpi_iput_var(ncid, 2, nodetype, requests(2), [first], [n]), 'iput')
    call check(nf90mpi_iput_var(ncid, 3, gid, requests(3), [1_8, first], [15_8, n]), 'iput')
    call check(nf90mpi_iput_var(ncid, 4, coordinate, requests(4), [1_8, first], [3_8, n]), 'iput')
    call check(nf90mpi_iput_var(ncid, 5, blocksize, requests(5), [1_8, first], [3_8, n]), 'iput')
    call check(nf90mpi_iput_var(ncid, 6, bnd_box, requests(6), [1_8, 1_8, first], [2_8, 3_8, n]), 'iput')
  end subroutine

  subroutine put_cells()
    integer :: v
    integer(8) :: start(4), count(4)
    start = [1_8, 1_8, 1_8, before + 1]
    count = [edge, edge, edge, blocks]
    do v = 1, variables
      if (kind_of_file == checkpoint) then
        call check(nf90mpi_put_var_all(ncid, mesh_variables + v, unknowns, start, count, bufcount=1_8, &
            buftype=types(v)), 'put unknown')
      else
        call check(nf90mpi_put_var_all(ncid, mesh_variables + v, plots(:, :, :, :, v), start, count), 'put plot')
      end if
    end do
  end subroutine

  subroutine post_cells()
    integer :: v
    integer(8) :: start(4), count(4)
    start = [1_8, 1_8, 1_8, before + 1]
    count = [edge, edge, edge, blocks]
    do v = 1, variables
      if (kind_of_file == checkpoint) then
        call check(nf90mpi_iput_var(ncid, mesh_variables + v, unknowns, requests(mesh_variables + v), start, count, &
            bufcount=1_8, buftype=types(v)), 'iput unknown')
      else
        call check(nf90mpi_iput_var(ncid, mesh_variables + v, plots(:, :, :, :, v), requests(mesh_variables + v), &
            start, count), 'iput plot')
      end if
    end do
  end subroutine

  subroutine workload_release() bind(C)
    integer :: v, code
    if (kind_of_file == checkpoint) then
      do v = 1, variables
        call MPI_Type_free(types(v), code)
      end do
      deallocate (unknowns)
    else
      deallocate (plots)
    end if
    deallocate (requests, types, lrefine, nodetype, gid, coordinate, blocksize, bnd_box)
  end subroutine
end module
