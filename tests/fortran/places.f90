! SPDX-License-Identifier: BSD-3-Clause
!> Places in variables whose dimensions have two elements each: one that is right, and each way to be wrong.
module places
  implicit none
  private
  public :: find_place
  integer, parameter, public :: place_count = 8

contains

  !> What is wrong is so in the last of `rank` dimensions.
  pure subroutine find_place(number, rank, start, count, stride, what)
    integer, intent(in) :: number, rank
    integer(8), intent(out) :: start(7), count(7), stride(7)
    character(len=*), intent(out) :: what
    integer :: last
    last = max(rank, 1)
    start = 1
    count = 2
    stride = 1
    select case (number)
    case (1)
      what = 'in place'
    case (2)
      what = 'before the first element'
      start(last) = 0
    case (3)
      what = 'behind the last element'
      start(last) = 4
    case (4)
      what = 'too many elements'
      count(last) = 3
    case (5)
      what = 'fewer than no elements'
      count(last) = -1
    case (6)
      what = 'no elements'
      count(last) = 0
    case (7)
      what = 'a stride of nothing'
      stride(last) = 0
    case default
      what = 'a stride over the end'
      stride(last) = 2
    end select
  end subroutine
end module places
