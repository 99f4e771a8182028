! SPDX-License-Identifier: BSD-3-Clause
program snippets
  use, intrinsic :: iso_c_binding
  use mpi
  use pnetcdf
  implicit none
  interface
    subroutine check_calls(ncid, where) bind(C)
      import
      integer(c_int), value :: ncid
      character(kind=c_char), intent(in) :: where(*)
    end subroutine
    subroutine check_code(code, where) bind(C)
      import
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: where(*)
    end subroutine
    integer(c_int) function failure_count() bind(C)
      import
    end function
  end interface
  integer :: rank, size, code
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, size, code)
CALLS
  call MPI_Finalize(code)
  if (failure_count() > 0) stop 1
contains
SNIPPETS
end program
