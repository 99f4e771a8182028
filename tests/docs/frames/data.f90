! SPDX-License-Identifier: BSD-3-Clause
  subroutine SNIPPET()
    integer :: ncid, varid, dims(2)
    call check_code(nf90mpi_create(MPI_COMM_WORLD, 'data.nc', NF90_64BIT_DATA, MPI_INFO_NULL, ncid), WHERE // c_null_char)
    code = nf90mpi_def_dim(ncid, 'x', 4_8, dims(1))
    code = nf90mpi_def_dim(ncid, 'y', 4_8, dims(2))
    code = nf90mpi_def_var(ncid, 'v', NF90_FLOAT, dims, varid)
    call check_code(nf90mpi_enddef(ncid), WHERE // c_null_char)
    block
      STATEMENTS
    end block
    call check_calls(ncid, WHERE // c_null_char)
    call check_code(nf90mpi_close(ncid), WHERE // c_null_char)
  end subroutine
