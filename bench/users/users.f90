! SPDX-License-Identifier: BSD-3-Clause
!> What users.h declares, for workloads in Fortran.
module users
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_int, c_int32_t, c_int64_t, c_null_char
  implicit none

  type, bind(C) :: users_case
    integer(c_int) :: numbers(4), rank, ranks
  end type

  interface
    integer(c_int32_t) function users_value(variable, index) bind(C)
      import :: c_int32_t, c_int64_t
      integer(c_int64_t), value :: variable, index
    end function
    subroutine users_check(status, what) bind(C)
      import :: c_int, c_char
      integer(c_int), value :: status
      character(kind=c_char), intent(in) :: what(*)
    end subroutine
  end interface

contains

  subroutine check(status, what)
    integer, intent(in) :: status
    character(*), intent(in) :: what
    call users_check(status, what // c_null_char)
  end subroutine

  !> A text that came from C.
  function text(from) result(to)
    character(kind=c_char), intent(in) :: from(*)
    character(:), allocatable :: to
    integer :: i
    to = ''
    i = 1
    do while (from(i) /= c_null_char)
      to = to // from(i)
      i = i + 1
    end do
  end function
end module
