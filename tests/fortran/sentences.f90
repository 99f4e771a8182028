! SPDX-License-Identifier: BSD-3-Clause
! The same mistake gets the same sentence in Fortran as in C, and a report is the one of C.
program sentences
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
  use mpi
  use pnetcdf
  use check
  implicit none
  integer, parameter :: mistakes = 5, longest = 512
  interface
    integer(c_int) function sentences_in_c(comm, sentences) bind(c)
      import :: c_char, c_int
      integer(c_int), value :: comm
      character(kind=c_char), intent(out) :: sentences(*)
    end function
  end interface
  character(kind=c_char) :: from_c(longest, mistakes)
  integer :: code, file, varid, dims(2), number, rank, ranks
  real(4) :: values(9)
  character(len=:), allocatable :: report

  call begin(rank, ranks)
  values = 0
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'sentences.nc', NF90_CLOBBER, MPI_INFO_NULL, file))
  call expect('def_dim', nf90mpi_def_dim(file, 'x', 4_8, dims(1)))
  call expect('def_dim', nf90mpi_def_dim(file, 'y', 3_8, dims(2)))
  call expect('def_var', nf90mpi_def_var(file, 'temperature', NF90_FLOAT, dims, varid))
  call expect('close', nf90mpi_close(file))
  number = sentences_in_c(MPI_COMM_WORLD, from_c)
  call require('all mistakes are made in C', number == mistakes)

  number = 0
  code = nf90mpi_open(MPI_COMM_WORLD, 'absent.nc', NF90_NOWRITE, MPI_INFO_NULL, file)
  call compare(nf90mpi_last_error())
  call expect('open', nf90mpi_open(MPI_COMM_WORLD, 'sentences.nc', NF90_WRITE, MPI_INFO_NULL, file))
  call require('nothing has failed', len(nf90mpi_last_error(file)) == 0)
  code = nf90mpi_inq_varid(file, 'pressure', varid)
  call compare(nf90mpi_last_error(file))
  code = nf90mpi_inq_varid(file, 'temperature', varid)
  code = nf90mpi_put_var_all(file, varid, values(:2), [1_8, 6_8], [2_8, 1_8])
  call compare(nf90mpi_last_error(file))
  code = nf90mpi_put_var_all(file, varid, values, [1_8, 1_8], [9_8, 1_8])
  call compare(nf90mpi_last_error(file))
  code = nf90mpi_put_att(file, varid, 'a/b', 'x')
  call compare(nf90mpi_last_error(file))

  report = nf90mpi_report(file)
  call require('a report has times: ' // report, index(report, 'seconds:') > 0)
  call require('no zero is left in a report', index(report, c_null_char) == 0)
  call expect('close', nf90mpi_close(file))
  call require('a closed file has no report', len(nf90mpi_report(file)) == 0)
  call finish()

contains

  subroutine compare(sentence)
    character(len=*), intent(in) :: sentence
    character(len=longest) :: expected
    integer :: i, length
    number = number + 1
    length = 0
    expected = ''
    do i = 1, longest
      if (from_c(i, number) == c_null_char) exit
      expected(i:i) = from_c(i, number)
      length = i
    end do
    call require('in C: "' // expected(:length) // '", in Fortran: "' // sentence // '"', &
                 length > 0 .and. len(sentence) == length .and. sentence == expected(:length))
  end subroutine
end program
