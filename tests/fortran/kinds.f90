! SPDX-License-Identifier: BSD-3-Clause
!> Text for numbers and numbers for text, which the compiler lets pass: NC_ECHAR right after what can be wrong with the
!> file, its mode and the variable, and before all that can be wrong with the place.
program kinds
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  integer, parameter :: types(11) = [nf90_byte, nf90_short, nf90_int, nf90_float, nf90_double, nf90_ubyte, nf90_ushort, &
      nf90_uint, nf90_int64, nf90_uint64, nf90_char]
  integer, parameter :: text = 11
  character(len=*), parameter :: path = 'kinds.nc'
  integer :: rank, ranks, ncid, varids(0:7, 11)

  call begin(rank, ranks)
  call define()
  call expect('enddef', nf90mpi_enddef(ncid))
  call refused(.true.)
  call only_one_rank()
  call sections()
  call attributes()
  call expect('begin_indep_data', nf90mpi_begin_indep_data(ncid))
  call expect('buffer_attach', nf90mpi_buffer_attach(ncid, 64_8))
  call refused(.false.)
  call expect('buffer_detach', nf90mpi_buffer_detach(ncid))
  call expect('wrong mode', nf90mpi_put_var_all(ncid, varids(1, text), [1], [0_8]), nf90_eindep)
  call expect('end_indep_data', nf90mpi_end_indep_data(ncid))
  call expect('wrong mode', nf90mpi_put_var(ncid, varids(1, text), [1], [0_8]), nf90_enotindep)
  call expect('wrong mode', nf90mpi_get_var(ncid, varids(1, text), varids(1:1, 1), [0_8]), nf90_enotindep)
  call expect('close', nf90mpi_close(ncid))
  call only_for_reading()
  call finish()

contains

  !> For each type, variables of 0 to 7 dimensions. What comes before the type is checked in passing.
  subroutine define()
    integer :: dimids(7), i, k, request
    character(len=2) :: name
    call expect('create', &
        nf90mpi_create(MPI_COMM_WORLD, path, ior(nf90_clobber, nf90_64bit_data), MPI_INFO_NULL, ncid))
    do i = 1, 7
      call expect('def_dim', nf90mpi_def_dim(ncid, 'd' // achar(iachar('0') + i), 2_8, dimids(i)))
    end do
    do k = 1, size(types)
      do i = 0, 7
        name = achar(iachar('a') + k) // achar(iachar('0') + i)
        call expect('def_var', nf90mpi_def_var(ncid, name, types(k), dimids(:i), varids(i, k)))
      end do
    end do
    call expect('put_att', nf90mpi_put_att(ncid, varids(1, 1), 'text', 'abc'))
    call expect('put_att', nf90mpi_put_att(ncid, varids(1, 1), 'numbers', [1, 2]))
    call expect('put_att', nf90mpi_put_att(ncid, varids(1, 1), '_FillValue', 'a'), nf90_ebadtype)
    call expect('no file', nf90mpi_put_var_all(999, varids(1, text), [1], [0_8]), nf90_ebadid)
    call expect('define mode', nf90mpi_put_var_all(ncid, varids(1, text), [1], [0_8]), nf90_eindefine)
    call expect('define mode', nf90mpi_put_var(ncid, varids(1, 1), 'ab', [0_8]), nf90_eindefine)
    call expect('a post', nf90mpi_iput_var(ncid, varids(1, text), [1], request, [0_8]), nf90_echar)
    call expect('a post', nf90mpi_bput_var(ncid, varids(1, 1), 'ab', request, [0_8]), nf90_echar)
    call expect('no variable', nf90mpi_iput_var(ncid, nf90_global, [1], request, [0_8]), nf90_eglobal)
    call expect('no variable', nf90mpi_iput_var(ncid, 999, 'a', request, [0_8]), nf90_enotvar)
  end subroutine

  subroutine refused(is_collective)
    logical, intent(in) :: is_collective
    integer :: k
    do k = 1, size(types) - 1
      call kinds_text(ncid, varids(:, k), is_collective)
    end do
    call kinds_int1(ncid, varids(:, text), is_collective)
    call kinds_int2(ncid, varids(:, text), is_collective)
    call kinds_int(ncid, varids(:, text), is_collective)
    call kinds_int8(ncid, varids(:, text), is_collective)
    call kinds_real(ncid, varids(:, text), is_collective)
    call kinds_double(ncid, varids(:, text), is_collective)
  end subroutine

  !> The others' puts and gets end, and move what they should.
  subroutine only_one_rank()
    integer :: got(2), numbers
    character(len=2) :: letters
    numbers = varids(1, 3)
    if (rank == 0) then
      call expect('text of one rank', nf90mpi_put_var_all(ncid, numbers, 'ab', [0_8]), nf90_echar)
      call expect('numbers of one rank', nf90mpi_put_varn_all(ncid, varids(1, text), 7, reshape([0_8], [1, 1])), nf90_echar)
      call expect('text of one rank', nf90mpi_get_var_all(ncid, numbers, letters, [9_8]), nf90_echar)
    else
      call expect('the others', nf90mpi_put_var_all(ncid, numbers, [5, 6]))
      call expect('the others', nf90mpi_put_var_all(ncid, varids(1, text), 'cd'))
      call expect('the others', nf90mpi_get_var_all(ncid, numbers, got))
      call require('numbers of the others', all(got == [5, 6]))
    end if
    if (ranks == 1) return
    call expect('get', nf90mpi_get_var_all(ncid, varids(1, text), letters))
    call require('text of the others', letters == 'cd')
  end subroutine

  !> Values with gaps between them, and what the program says of them itself.
  subroutine sections()
    integer :: grid(4, 4)
    character(len=4) :: words(4)
    grid = 3
    words = 'stay'
    call expect('a section', nf90mpi_put_var_all(ncid, varids(2, text), grid(1:3:2, ::2), [0_8, 0_8]), nf90_echar)
    call expect('a section', nf90mpi_get_var_all(ncid, varids(2, text), grid(1:3:2, ::2), [0_8, 0_8]), nf90_echar)
    call expect('a section', nf90mpi_get_var_all(ncid, varids(2, 3), words(::2)(2:3), [0_8, 0_8]), nf90_echar)
    call expect('no elements', nf90mpi_get_var_all(ncid, varids(2, text), grid(:0, :)), nf90_echar)
    call expect('no characters', nf90mpi_put_var_all(ncid, varids(2, 3), words(:)(1:0)), nf90_echar)
    call require('nothing was read', all(grid == 3) .and. all(words == 'stay'))
  end subroutine

  subroutine attributes()
    integer :: number
    character(len=2) :: letters
    call expect('get_att', nf90mpi_get_att(ncid, varids(1, 1), 'text', number), nf90_echar)
    call expect('get_att', nf90mpi_get_att(ncid, varids(1, 1), 'numbers', letters), nf90_echar)
  end subroutine

  subroutine only_for_reading()
    call expect('open', nf90mpi_open(MPI_COMM_WORLD, path, nf90_nowrite, MPI_INFO_NULL, ncid))
    call expect('put', nf90mpi_put_var_all(ncid, varids(1, text), [1], [0_8]), nf90_eperm)
    call expect('put', nf90mpi_put_varn_all(ncid, varids(1, 3), 'a', reshape([0_8], [1, 1])), nf90_eperm)
    call expect('close', nf90mpi_close(ncid))
  end subroutine

end program
