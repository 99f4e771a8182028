! SPDX-License-Identifier: BSD-3-Clause
!     A program as it was written before modules: fixed form, pnetcdf.inc,
!     no interfaces. Ids from 1, names padded, the first dimension fastest.
      program fixed
      use check, only: begin, expect, finish, require
      implicit none
      include 'mpif.h'
      include 'pnetcdf.inc'
      integer rank, ranks, ncid, xid, yid, varid, scalar, i, j
      integer ndims, nvars, natts, nrec, xtype, ids(2), req(2), st(2)
      integer*8 start(2), count(2), stride(2), imap(2), length
      integer values(4, 2), got(4, 2), turned(2, 4)
      real*8 halves(4, 2), one
      character*20 name
      character*80 title
      character*1 letters(8)

      call begin(rank, ranks)
      call expect('create', nfmpi_create(MPI_COMM_WORLD, 'fixed.nc ',
     +    ior(NF_CLOBBER, NF_64BIT_OFFSET), MPI_INFO_NULL, ncid))
      call expect('def_dim', nfmpi_def_dim(ncid, 'x', 4_8, xid))
      call expect('def_dim', nfmpi_def_dim(ncid, 'y',
     +    NFMPI_UNLIMITED, yid))
      ids(1) = xid
      ids(2) = yid
      call expect('def_var', nfmpi_def_var(ncid, 'values  ', NF_INT,
     +    2, ids, varid))
      call expect('def_var', nfmpi_def_var(ncid, 'scalar', NF_DOUBLE,
     +    0, ids, scalar))
      call expect('text', nfmpi_put_att_text(ncid, NF_GLOBAL,
     +    'title', 7_8, 'A title, of which 7 count'))
      call expect('real', nfmpi_put_att_real(ncid, varid,
     +    'scale', NF_FLOAT, 1_8, 0.5))
      call expect('flexible', nfmpi_put_att(ncid, varid,
     +    'any', NF_INT, 2_8, ids))
      call expect('enddef', nfmpi_enddef(ncid))

      call expect('inq', nfmpi_inq(ncid, ndims, nvars, natts, nrec))
      call require('counts', ndims .eq. 2 .and. nvars .eq. 2
     +    .and. natts .eq. 1 .and. nrec .eq. yid)
      call expect('inq_unlimdim', nfmpi_inq_unlimdim(ncid, nrec))
      call require('unlimited', nrec .eq. 2)
      ids(1) = 0
      ids(2) = 0
      call expect('inq_var', nfmpi_inq_var(ncid, varid, name, xtype,
     +    ndims, ids, natts))
      call require('variable', name .eq. 'values' .and.
     +    xtype .eq. NF_INT .and. ndims .eq. 2 .and. natts .eq. 2 .and.
     +    ids(1) .eq. xid .and. ids(2) .eq. yid)
      call expect('inq_dim', nfmpi_inq_dim(ncid, xid, name, length))
      call require('dimension', name .eq. 'x' .and. length .eq. 4)
      title = 'overwritten'
      call expect('get_att', nfmpi_get_att_text(ncid, NF_GLOBAL,
     +    'title', title))
      call require('attribute', title(1:8) .eq. 'A titlet')
      letters(8) = '#'
      call expect('get_att', nfmpi_get_att_text(ncid, NF_GLOBAL,
     +    'title', letters))
      call require('letters', letters(1) .eq. 'A' .and.
     +    letters(7) .eq. 'e' .and. letters(8) .eq. '#')
      call expect('inq_attid', nfmpi_inq_attid(ncid, varid, 'any', i))
      call require('the second', i .eq. 2)
      call expect('inq_attname', nfmpi_inq_attname(ncid, varid, 1,
     +    name))
      call require('the first', name .eq. 'scale')

      do j = 1, 2
        do i = 1, 4
          values(i, j) = 100 * rank + 10 * j + i
          halves(i, j) = values(i, j) + 0.5d0
        end do
      end do
      start(1) = 1
      start(2) = 2 * rank + 1
      count(1) = 4
      count(2) = 2
      stride(1) = 1
      stride(2) = 1
      imap(1) = 2
      imap(2) = 1
      call expect('put_vara', nfmpi_put_vara_int_all(ncid, varid,
     +    start, count, values))
      call expect('get_varm', nfmpi_get_varm_int_all(ncid, varid,
     +    start, count, stride, imap, turned))
      call require('turned', all(turned .eq. transpose(values)))
      call expect('flexible', nfmpi_put_vara_all(ncid, varid, start,
     +    count, halves, 8_8, MPI_DOUBLE_PRECISION))
      got = 0
      call expect('iget', nfmpi_iget_vara_int(ncid, varid, start,
     +    count, got, req(1)))
      call expect('wait_all', nfmpi_wait_all(ncid, 1, req, st))
      call require('doubles as integers', all(got .eq. values))

      call expect('indep', nfmpi_begin_indep_data(ncid))
      call expect('put_var1', nfmpi_put_var1_double(ncid, varid,
     +    start, -3.0d0))
      call expect('get_var1', nfmpi_get_var1_double(ncid, varid,
     +    start, one))
      call require('one', one .eq. -3.0d0)
      call expect('end_indep', nfmpi_end_indep_data(ncid))
      call expect('put_var', nfmpi_put_var_double_all(ncid, scalar,
     +    7.5d0))
      call expect('get_var', nfmpi_get_var_double_all(ncid, scalar,
     +    one))
      call require('scalar', one .eq. 7.5d0)
      call require('texts', nfmpi_strerrno(NF_EBADID) .eq. 'NF_EBADID'
     +    .and. nfmpi_issyserr(2) .and. .not. nfmpi_issyserr(-33))
      call expect('close', nfmpi_close(ncid))
      call finish()
      end program
