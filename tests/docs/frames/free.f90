! SPDX-License-Identifier: BSD-3-Clause
  subroutine SNIPPET()
    integer :: ncid
    block
      STATEMENTS
    end block
    call check_calls(-1, WHERE // c_null_char)
  end subroutine
