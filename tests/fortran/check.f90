! SPDX-License-Identifier: BSD-3-Clause
!> What the tests in Fortran share. A test goes on after a failure; its ranks agree at the end.
module check
  use mpi
  implicit none
  private
  public :: barrier, begin, expect, finish, require
  integer :: failures = 0

  interface
    character(len=80) function nfmpi_strerrno(ncerr)
      integer, intent(in) :: ncerr
    end function
  end interface

contains

  subroutine begin(rank, ranks)
    integer, intent(out) :: rank, ranks
    integer :: ignored
    call MPI_Init(ignored)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ignored)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ignored)
  end subroutine

  subroutine barrier()
    integer :: ignored
    call MPI_Barrier(MPI_COMM_WORLD, ignored)
  end subroutine

  !> The code of a call: none, or the one that is wanted.
  subroutine expect(what, code, wanted)
    character(len=*), intent(in) :: what
    integer, intent(in) :: code
    integer, intent(in), optional :: wanted
    integer :: expected
    expected = 0
    if (present(wanted)) expected = wanted
    if (code == expected) return
    print '(5a)', what, ' returned ', trim(nfmpi_strerrno(code)), ', not ', trim(nfmpi_strerrno(expected))
    failures = failures + 1
  end subroutine

  subroutine require(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    if (holds) return
    print '(2a)', 'does not hold: ', what
    failures = failures + 1
  end subroutine

  subroutine finish()
    integer :: all_failures, ignored
    call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ignored)
    call MPI_Finalize(ignored)
    if (all_failures > 0) stop 1
  end subroutine
end module check
