! SPDX-License-Identifier: BSD-3-Clause
! MPI-IO by mpif.h, in fixed form: posted, split, shared and ordered
! accesses, what a file says of itself, and an error handler.
      program fortran_calls_mpif
      implicit none
      include 'mpif.h'
      integer rank, ranks, ierror, file, info, request, failures
      integer mode, etype, filetype, handler, error_class, code, i
      integer status(MPI_STATUS_SIZE), own(2), got(2)
      integer(kind=MPI_OFFSET_KIND) place, offset, bytes
      integer handler_calls, handler_file, handler_code
      common /handled/ handler_calls, handler_file, handler_code
      common /failed/ failures
      logical is_atomic
      character(len=MPI_MAX_DATAREP_STRING) representation
      external remember

      failures = 0
      handler_calls = 0
      call MPI_INIT(ierror)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierror)
      mode = MPI_MODE_CREATE + MPI_MODE_RDWR
      call MPI_FILE_OPEN(MPI_COMM_WORLD, 'mpif.data', mode,             &
     &                   MPI_INFO_NULL, file, ierror)
      call require('open', ierror .eq. MPI_SUCCESS)
      offset = 8
      call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER,    &
     &                       'native', MPI_INFO_NULL, ierror)
      call MPI_FILE_GET_VIEW(file, bytes, etype, filetype,              &
     &                       representation, ierror)
      call require('get_view', bytes .eq. 8 .and.                       &
     &             etype .eq. MPI_INTEGER .and.                         &
     &             representation .eq. 'native')
      call MPI_FILE_GET_AMODE(file, i, ierror)
      call require('get_amode', i .eq. mode)
      call MPI_FILE_GET_INFO(file, info, ierror)
      call require('get_info', info .ne. MPI_INFO_NULL)
      call MPI_INFO_FREE(info, ierror)

      own(1) = 10 * rank
      own(2) = 10 * rank + 1
      place = 2 * rank
      call MPI_FILE_IWRITE_AT(file, place, own, 2, MPI_INTEGER, request,&
     &                        ierror)
      call MPI_WAIT(request, status, ierror)
      call MPI_GET_COUNT(status, MPI_INTEGER, i, ierror)
      call require('iwrite_at', i .eq. 2)
      call MPI_FILE_READ_AT_ALL_BEGIN(file, place, got, 2, MPI_INTEGER, &
     &                                ierror)
      call MPI_FILE_READ_AT_ALL_END(file, got, status, ierror)
      call require('split read', all(got .eq. own))
      call MPI_FILE_READ_AT_ALL_END(file, got, status, code)
      call require('nothing to end', code .ne. MPI_SUCCESS)

      call MPI_FILE_WRITE_ORDERED(file, own, 2, MPI_INTEGER, status,    &
     &                            ierror)
      call require('write_ordered', ierror .eq. MPI_SUCCESS)
      call MPI_FILE_GET_POSITION_SHARED(file, place, ierror)
      call require('get_position_shared', place .eq. 2 * ranks)
      call MPI_BARRIER(MPI_COMM_WORLD, ierror)
      place = -2 * ranks
      call MPI_FILE_SEEK_SHARED(file, place, MPI_SEEK_END, ierror)
      call MPI_FILE_READ_ORDERED(file, got, 2, MPI_INTEGER, status,     &
     &                           ierror)
      call require('read_ordered', all(got .eq. own))
      place = 3
      call MPI_FILE_GET_BYTE_OFFSET(file, place, bytes, ierror)
      call require('get_byte_offset', bytes .eq. 20)
      call MPI_FILE_SET_ATOMICITY(file, .true., ierror)
      call MPI_FILE_GET_ATOMICITY(file, is_atomic, ierror)
      call require('atomicity', is_atomic)
      bytes = 4000
      call MPI_FILE_PREALLOCATE(file, bytes, ierror)
      call MPI_FILE_GET_SIZE(file, place, ierror)
      call require('preallocate', place .eq. bytes)

      call MPI_FILE_CREATE_ERRHANDLER(remember, handler, ierror)
      call MPI_FILE_SET_ERRHANDLER(file, handler, ierror)
      call MPI_ERRHANDLER_FREE(handler, ierror)
      call MPI_FILE_SEEK(file, offset, 12345, code)
      call MPI_ERROR_CLASS(code, error_class, ierror)
      call require('no such seek', error_class .eq. MPI_ERR_ARG)
      call require('the handler', handler_calls .eq. 1 .and.            &
     &             handler_file .eq. file .and. handler_code .eq. code)
      call MPI_BARRIER(MPI_COMM_WORLD, ierror)
      call MPI_FILE_CLOSE(file, ierror)
      call require('close', file .eq. MPI_FILE_NULL)
      if (rank .eq. 0) then
        call MPI_FILE_DELETE('mpif.data', MPI_INFO_NULL, ierror)
        call require('delete', ierror .eq. MPI_SUCCESS)
      end if

      call MPI_ALLREDUCE(failures, i, 1, MPI_INTEGER, MPI_SUM,          &
     &                   MPI_COMM_WORLD, ierror)
      call MPI_FINALIZE(ierror)
      if (i .gt. 0) stop 1
      end

      subroutine require(what, holds)
      implicit none
      character(len=*) what
      logical holds
      integer failures
      common /failed/ failures
      if (holds) return
      print *, 'does not hold: ', what
      failures = failures + 1
      end

      subroutine remember(file, code)
      implicit none
      integer file, code
      integer handler_calls, handler_file, handler_code
      common /handled/ handler_calls, handler_file, handler_code
      handler_calls = handler_calls + 1
      handler_file = file
      handler_code = code
      end
