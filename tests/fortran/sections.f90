! SPDX-License-Identifier: BSD-3-Clause
!> Arrays with gaps: sections, reversed ones, components of a derived type, expressions. A posted request keeps none of
!> them, but uses the section itself when it is waited for.
program sections
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  type :: particle
    integer :: id
    real(8) :: mass
  end type
  integer :: rank, ranks, ncid, dimids(3), cube, line, letters, request(2), status(2), i
  integer :: big(6, 5, 4), small(4, 3, 2), got(4, 3, 2), vector(4)
  integer(8) :: first(3)
  type(particle) :: particles(4)
  integer, allocatable, target :: heap(:, :, :)
  integer, pointer :: view(:, :, :)
  character(len=6) :: words(4)
  character(len=2) :: pairs(4)

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'sections.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 3_8, dimids(2)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'z', 2_8 * ranks, dimids(3)))
  call expect('def_var', nf90mpi_def_var(ncid, 'cube', nf90_int, dimids, cube))
  call expect('def_var', nf90mpi_def_var(ncid, 'line', nf90_double, dimids([1, 3]), line))
  call expect('def_var', nf90mpi_def_var(ncid, 'letters', nf90_char, dimids([1, 3]), letters))
  call expect('enddef', nf90mpi_enddef(ncid))
  first = [1, 1, 2 * rank + 1]
  big = reshape([(i + 1000 * rank, i = 1, size(big))], shape(big))

  call inner_part()
  call reversed()
  call strided_and_mapped()
  call part_of_a_section()
  call posted()
  call components()
  call parts_of_words()
  call pointers()
  call expect('close', nf90mpi_close(ncid))
  call finish()

contains

  subroutine read_back(what, wanted)
    character(len=*), intent(in) :: what
    integer, intent(in) :: wanted(:, :, :)
    got = 0
    call expect(what, nf90mpi_get_var_all(ncid, cube, got, first))
    call require(what, all(got == wanted))
  end subroutine

  subroutine inner_part()
    call expect('put', nf90mpi_put_var_all(ncid, cube, big(2:5, 2:4, 2:3), first))
    call read_back('the inner part', big(2:5, 2:4, 2:3))
    small = big(2:5, 2:4, 2:3)
    big(2:5, 2:4, 2:3) = 0
    call expect('get', nf90mpi_get_var_all(ncid, cube, big(2:5, 2:4, 2:3), first))
    call require('only the inner part is changed', &
        all(big == reshape([(i + 1000 * rank, i = 1, size(big))], shape(big))))
    call expect('an expression', nf90mpi_put_var_all(ncid, cube, 2 * small, first))
    call read_back('an expression', 2 * small)
    call expect('a vector subscript', nf90mpi_put_var_all(ncid, cube, big([6, 1, 2, 3], 1:3, 1:2), first))
    call read_back('a vector subscript', big([6, 1, 2, 3], 1:3, 1:2))
  end subroutine

  subroutine reversed()
    call expect('put', nf90mpi_put_var_all(ncid, cube, big(4:1:-1, 3:1:-1, 4:2:-2), first))
    call read_back('reversed', big(4:1:-1, 3:1:-1, 4:2:-2))
    got = 0
    call expect('get', nf90mpi_get_var_all(ncid, cube, got(4:1:-1, 3:1:-1, 2:1:-1), first))
    call require('and back', all(got == big(1:4, 1:3, 2:4:2)))
  end subroutine

  !> A map counts elements of the section, not of the array it is from.
  subroutine strided_and_mapped()
    integer :: turned(6, 4)
    turned = 0
    call expect('get', nf90mpi_get_var_all(ncid, cube, turned(1:6:2, :), first, [4_8, 3_8, 1_8], map=[3_8, 1_8, 12_8]))
    call expect('get', nf90mpi_get_var_all(ncid, cube, got, first))
    call require('transposed', all(turned(1:6:2, :) == transpose(got(:, :, 1))))
    call require('gaps are kept', all(turned(2:6:2, :) == 0))
    call expect('put', nf90mpi_put_var_all(ncid, cube, big(1:4:3, 2, 1:2), first, stride=[3_8, 2_8, 1_8], &
        count=[2_8, 2_8, 1_8]))
    got(1:4:3, 1:3:2, 1) = big(1:4:3, 2, 1:2)
    call read_back('every third by every second', got + 0)
  end subroutine

  !> The count says how much of it is used: the first elements.
  subroutine part_of_a_section()
    vector = 0
    call expect('get', nf90mpi_get_var_all(ncid, cube, big(1:6:2, 1, 1), first, [2_8, 1_8, 1_8]))
    call expect('get', nf90mpi_get_var_all(ncid, cube, got, first))
    call require('two of three', big(1, 1, 1) == got(1, 1, 1) .and. big(3, 1, 1) == got(2, 1, 1))
    call require('the third is kept', big(5, 1, 1) == 5 + 1000 * rank)
  end subroutine

  !> Values are those at the wait for iput, those at the call for bput; iget fills the section itself.
  subroutine posted()
    call expect('iput', nf90mpi_iput_var(ncid, cube, big(2:5, 1:5:2, 1:2), request(1), first))
    call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
    call read_back('iput', big(2:5, 1:5:2, 1:2))
    big = 0
    call expect('iget', nf90mpi_iget_var(ncid, cube, big(3:6, 1:5:2, 3:4), request(1), first))
    call expect('iget', nf90mpi_iget_var(ncid, cube, big(1, 1:5:2, 1), request(2), first, [1_8, 3_8, 1_8]))
    call expect('wait', nf90mpi_wait_all(ncid, 2, request, status))
    call require('no status', all(status == nf90_noerr) .and. all(request == nf90_req_null))
    call require('iget', all(big(3:6, 1:5:2, 3:4) == got) .and. all(big(1, 1:5:2, 1) == got(1, :, 1)))
    call require('nothing else', all(big(:, 2:4:2, :) == 0) .and. all(big(2:6, :, 1:2) == 0))
    call expect('buffer_attach', nf90mpi_buffer_attach(ncid, 4096_8))
    small = big(3:6, 1:5:2, 3:4) + 1
    big(3:6, 1:5:2, 3:4) = small
    call expect('bput', nf90mpi_bput_var(ncid, cube, big(3:6, 1:5:2, 3:4), request(1), first))
    big = -1
    call expect('wait', nf90mpi_wait_all(ncid, nf90_req_all, request, status))
    call expect('buffer_detach', nf90mpi_buffer_detach(ncid))
    call read_back('bput', small)
    call expect('iput_varn', nf90mpi_iput_varn(ncid, cube, small(:, 3:1:-2, 2), request(1), 2, &
        reshape([1_8, 1_8, first(3), 1_8, 2_8, first(3)], [3, 2]), reshape([4_8, 1_8, 1_8, 4_8, 1_8, 1_8], [3, 2])))
    call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
    small(:, 1:2, 1) = small(:, 3:1:-2, 2)
    call read_back('iput_varn', small)
  end subroutine

  subroutine components()
    particles = [(particle(-i, 0.5d0 * i + rank), i = 1, 4)]
    call expect('put', nf90mpi_put_var_all(ncid, line, particles%mass, first([1, 3])))
    call expect('put', nf90mpi_put_var_all(ncid, line, particles%id, [1_8, first(3) + 1]))
    particles%mass = 0
    call expect('get', nf90mpi_get_var_all(ncid, line, particles(:)%mass, first([1, 3])))
    call expect('get', nf90mpi_get_var_all(ncid, line, particles(4:1:-1)%id, [1_8, first(3) + 1]))
    call require('components', all(particles%mass == [(0.5d0 * i + rank, i = 1, 4)]))
    call require('the other component, reversed', all(particles%id == [-4, -3, -2, -1]))
  end subroutine

  !> The characters of a text are its first dimension, a substring has gaps.
  subroutine parts_of_words()
    words = ['abcdef', 'ghijkl', 'mnopqr', 'stuvwx']
    call expect('put', nf90mpi_put_var_all(ncid, letters, words(1:3:2)(2:5), first([1, 3])))
    pairs = '??'
    call expect('get', nf90mpi_get_var_all(ncid, letters, pairs(2:1:-1), first([1, 3]), stride=[2_8, 1_8]))
    call require('every second letter', all(pairs == ['np', 'bd', '??', '??']))
  end subroutine

  subroutine pointers()
    allocate(heap(8, 3, 2))
    heap = reshape([(i, i = 1, size(heap))], shape(heap))
    view => heap(8:2:-2, :, :)
    call expect('put', nf90mpi_put_var_all(ncid, cube, view, first))
    call read_back('a pointer', view)
    call expect('put', nf90mpi_put_var_all(ncid, cube, heap(1:4, :, :), first))
    call read_back('an allocatable', heap(1:4, :, :))
    call expect('nothing', nf90mpi_put_var_all(ncid, cube, heap(1:0, :, :), first))
  end subroutine

end program
