! SPDX-License-Identifier: BSD-3-Clause
!> What Weft says about a file beyond the interface of PnetCDF: weft_last_error and weft_report of C, as texts.
module pnetcdf_explanations
  use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_int, c_long, c_null_char, c_null_ptr, c_ptr, c_size_t, c_loc
  implicit none
  private
  public :: nf90mpi_last_error, nf90mpi_report

  interface
    type(c_ptr) function weft_last_error(ncid) bind(c)
      import :: c_int, c_ptr
      integer(c_int), value :: ncid
    end function

    integer(c_long) function weft_report(ncid, text, size) bind(c)
      import :: c_int, c_long, c_ptr, c_size_t
      integer(c_int), value :: ncid
      type(c_ptr), value :: text
      integer(c_size_t), value :: size
    end function

    integer(c_size_t) function strlen(text) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
    end function
  end interface

contains

  !> One sentence about the last failure of a call on this file by this rank; empty when nothing has failed. Without
  !> `ncid`: about the last call that had no file, such as nf90mpi_open.
  function nf90mpi_last_error(ncid) result(text)
    integer, intent(in), optional :: ncid
    character(len=:), allocatable :: text
    type(c_ptr) :: sentence
    character(kind=c_char), pointer :: letters(:)
    integer(c_int) :: id
    id = -1
    if (present(ncid)) id = int(ncid, c_int)
    sentence = weft_last_error(id)
    call c_f_pointer(sentence, letters, [strlen(sentence)])
    text = text_of(letters)
  end function

  !> What the I/O engine did to this file on this rank, in lines of plain text. Empty when the file is not open.
  function nf90mpi_report(ncid) result(text)
    integer, intent(in) :: ncid
    character(len=:), allocatable :: text
    character(kind=c_char), allocatable, target :: letters(:)
    integer(c_long) :: length
    length = max(0_c_long, weft_report(int(ncid, c_int), c_null_ptr, 0_c_size_t))
    allocate(letters(length + 1))
    letters = c_null_char
    if (length > 0) length = weft_report(int(ncid, c_int), c_loc(letters), int(length + 1, c_size_t))
    text = text_of(letters(:max(0_c_long, min(length, size(letters, kind=c_long) - 1))))
  end function

  pure function text_of(letters) result(text)
    character(kind=c_char), intent(in) :: letters(:)
    character(len=size(letters)) :: text
    integer :: i
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

end module pnetcdf_explanations
