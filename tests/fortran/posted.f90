! SPDX-License-Identifier: BSD-3-Clause
!> Requests: waiting for some, for all and by kind, independently and collectively, cancelling, and the attached buffer.
program posted
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, dimids(2), varid, requests(4), statuses(4), number, i
  integer :: values(4, 3), got(4, 3), other(4, 3)
  integer(8) :: start(2), bytes

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'posted.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'y', nf90mpi_unlimited, dimids(2)))
  call expect('def_var', nf90mpi_def_var(ncid, 'v', nf90_float, dimids, varid))
  call expect('enddef', nf90mpi_enddef(ncid))
  values = reshape([(i + 100 * rank, i = 1, 12)], [4, 3])
  start = [1, 3 * rank + 1]

  do i = 1, 3
    call expect('iput', nf90mpi_iput_var(ncid, varid, values(:, i), requests(i), start + [0, i - 1]))
  end do
  call expect('inq_nreqs', nf90mpi_inq_nreqs(ncid, number))
  call require('three requests', number == 3 .and. requests(1) /= requests(2))
  requests(4) = nf90_req_null
  call expect('wait_all', nf90mpi_wait_all(ncid, 4, requests, statuses))
  call require('all went well', all(statuses == nf90_noerr) .and. all(requests == nf90_req_null))
  call expect('inquire_dimension', nf90mpi_inquire_dimension(ncid, dimids(2), len=bytes))
  call require('records', bytes == 3 * ranks)

  call independent()
  call cancelled()
  call by_kind()
  call through_the_buffer()
  call expect('close', nf90mpi_close(ncid))
  call finish()

contains

  subroutine independent()
    call expect('begin_indep_data', nf90mpi_begin_indep_data(ncid))
    got = 0
    if (mod(rank, 2) == 0) then
      call expect('iget', nf90mpi_iget_var(ncid, varid, got, requests(1), start))
      call expect('wait', nf90mpi_wait(ncid, 1, requests, statuses))
      call require('values', all(got == values))
    end if
    call expect('end_indep_data', nf90mpi_end_indep_data(ncid))
  end subroutine

  subroutine cancelled()
    other = -values
    call expect('iput', nf90mpi_iput_var(ncid, varid, other, requests(1), start))
    call expect('iget', nf90mpi_iget_var(ncid, varid, got, requests(2), start))
    call expect('cancel', nf90mpi_cancel(ncid, 1, requests, statuses))
    got = 0
    call expect('wait_all', nf90mpi_wait_all(ncid, 1, requests(2:2), statuses))
    call require('not written', all(got == values))
    requests = 12345
    call expect('no such request', nf90mpi_wait_all(ncid, 1, requests, statuses), nf90_einval_request)
  end subroutine

  subroutine by_kind()
    values = values + 7
    got = 0
    call expect('iput', nf90mpi_iput_var(ncid, varid, values, requests(1), start))
    call expect('wait_all', nf90mpi_wait_all(ncid, nf90_put_req_all, requests, statuses))
    call expect('iget', nf90mpi_iget_var(ncid, varid, got, requests(2), start))
    call expect('wait_all', nf90mpi_wait_all(ncid, nf90_get_req_all, requests, statuses))
    call expect('inq_nreqs', nf90mpi_inq_nreqs(ncid, number))
    call require('values', number == 0 .and. all(got == values))
  end subroutine

  subroutine through_the_buffer()
    call expect('bput without', nf90mpi_bput_var(ncid, varid, values, requests(1), start), nf90_enullabuf)
    call expect('buffer_attach', nf90mpi_buffer_attach(ncid, 48_8))
    call expect('buffer_size', nf90mpi_inq_buffer_size(ncid, bytes))
    call require('its size', bytes == 48)
    values = values * 2
    call expect('bput', nf90mpi_bput_var(ncid, varid, values, requests(1), start))
    call expect('buffer_usage', nf90mpi_inq_buffer_usage(ncid, bytes))
    call require('it is full', bytes == 48)
    call expect('one more', nf90mpi_bput_var(ncid, varid, 1.5, requests(2), start), nf90_einsuffbuf)
    got = values
    values = 0
    call expect('detach too early', nf90mpi_buffer_detach(ncid), nf90_ependingbput)
    call expect('wait_all', nf90mpi_wait_all(ncid, 1, requests, statuses))
    call expect('buffer_detach', nf90mpi_buffer_detach(ncid))
    call expect('get', nf90mpi_get_var_all(ncid, varid, values, start))
    call require('the values of the call', all(got == values))
  end subroutine

end program
