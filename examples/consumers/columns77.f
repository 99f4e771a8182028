! SPDX-License-Identifier: BSD-3-Clause
!     Every rank writes its columns of a table and reads its neighbour's.
      program column
      implicit none
      include 'mpif.h'
      include 'pnetcdf.inc'
      integer rows, width
      parameter (rows = 6, width = 4)
      integer rank, size, code, file, dims(2), table, other, row, i
      integer values(rows, width), found(rows, width), failed
      integer*8 start(2), count(2), length

      failed = 0
      call MPI_Init(code)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
      call MPI_Comm_size(MPI_COMM_WORLD, size, code)

      code = nfmpi_create(MPI_COMM_WORLD, 'columns_f77.nc',
     +    ior(NF_CLOBBER, NF_64BIT_OFFSET), MPI_INFO_NULL, file)
      call check(code, failed)
      length = rows
      call check(nfmpi_def_dim(file, 'row', length, dims(1)), failed)
      length = size * width
      code = nfmpi_def_dim(file, 'column', length, dims(2))
      call check(code, failed)
      code = nfmpi_def_var(file, 'table', NF_INT, 2, dims, table)
      call check(code, failed)
      call check(nfmpi_enddef(file), failed)

      do i = 1, width
        do row = 1, rows
          values(row, i) = 100 * row + rank * width + i
        end do
      end do
      start(1) = 1
      start(2) = rank * width + 1
      count(1) = rows
      count(2) = width
      code = nfmpi_put_vara_int_all(file, table, start, count, values)
      call check(code, failed)

      other = mod(rank + 1, size)
      start(2) = other * width + 1
      code = nfmpi_get_vara_int_all(file, table, start, count, found)
      call check(code, failed)
      do i = 1, width
        do row = 1, rows
          if (found(row, i) .ne. 100 * row + other * width + i) then
            failed = failed + 1
          end if
        end do
      end do
      call check(nfmpi_close(file), failed)
      if (rank .eq. 0) print *, 'Fortran 77: ', nfmpi_inq_libvers()
      call MPI_Finalize(code)
      if (failed .gt. 0) stop 1
      end

      subroutine check(code, failed)
      implicit none
      include 'pnetcdf.inc'
      integer code, failed
      if (code .eq. NF_NOERR) return
      print *, nfmpi_strerror(code)
      failed = failed + 1
      end
