! SPDX-License-Identifier: BSD-3-Clause
!> MPI-IO through `use mpi_f08`: each rank has some columns of an array.
!> What a program calls when a call of MPI-IO fails.
module fortran_calls_f08_handler
  use mpi_f08
  implicit none
  integer :: handler_calls = 0, handler_file = -1, handler_code = MPI_SUCCESS

contains

  subroutine remember(file, code)
    type(MPI_File) :: file
    integer :: code
    handler_calls = handler_calls + 1
    handler_file = file%MPI_VAL
    handler_code = code
  end subroutine

end module

program fortran_calls_f08
  use mpi_f08
  use fortran_calls_f08_handler
  implicit none
  integer, parameter :: rows = 3, columns = 2
  integer :: rank, ranks, ierror, code, error_class, count, failures, i, j
  type(MPI_File) :: file
  type(MPI_Datatype) :: filetype
  type(MPI_Status) :: status
  integer :: written(rows, columns), whole(rows)
  integer(MPI_OFFSET_KIND) :: bytes, start
  type(MPI_Errhandler) :: handler
  integer :: length
  character(len=MPI_MAX_ERROR_STRING) :: sentence

  failures = 0
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)

  call MPI_File_open(MPI_COMM_WORLD, 'missing.data', MPI_MODE_RDONLY, MPI_INFO_NULL, file, code)
  call MPI_Error_class(code, error_class)
  call require('a missing file', error_class == MPI_ERR_NO_SUCH_FILE)

  call MPI_File_open(MPI_COMM_WORLD, 'fortran.data', MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
                     MPI_INFO_NULL, file, code)
  call require('open', code == MPI_SUCCESS)
  call MPI_Type_create_subarray(2, [rows, columns * ranks], [rows, columns], [0, columns * rank], MPI_ORDER_FORTRAN, &
                                MPI_INTEGER, filetype, ierror)
  call MPI_Type_commit(filetype)
  start = 0
  call MPI_File_set_view(file, start, MPI_INTEGER, filetype, 'native', MPI_INFO_NULL, ierror)
  call require('set_view', ierror == MPI_SUCCESS)
  call MPI_Type_free(filetype)
  written = reshape([(rank * rows * columns + i, i = 1, rows * columns)], shape(written))
  call MPI_File_write_all(file, written, size(written), MPI_INTEGER, status, ierror)
  call require('write_all', ierror == MPI_SUCCESS)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call require('count of what is written', count == size(written))

  call MPI_File_sync(file, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_sync(file, ierror)
  call MPI_File_get_size(file, bytes)
  call require('get_size', bytes == 4 * rows * columns * ranks)
  call MPI_File_set_view(file, start, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  do j = 0, columns * ranks - 1
    whole = 0
    start = rows * j
    call MPI_File_read_at(file, start, whole, rows, MPI_INTEGER, status, ierror)
    call require('read_at', ierror == MPI_SUCCESS)
    call require('a column', all(whole == [(rows * j + i, i = 1, rows)]))
  end do
  start = int(rows, MPI_OFFSET_KIND) * columns * ranks - 1
  call MPI_File_read_at(file, start, whole, rows, MPI_INTEGER, status, ierror)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call require('count at the end', count == 1)
  call MPI_File_create_errhandler(remember, handler, ierror)
  call require('create_errhandler', ierror == MPI_SUCCESS)
  call MPI_File_set_errhandler(file, handler, ierror)
  call MPI_Errhandler_free(handler, ierror)
  start = -1
  call MPI_File_seek(file, start, MPI_SEEK_SET, code)
  call MPI_Error_class(code, error_class, ierror)
  call require('a seek to nowhere', error_class == MPI_ERR_ARG)
  call require('one call of the handler', handler_calls == 1 .and. handler_code == code)
  call require('the file of the handler', handler_file == file%MPI_VAL)
  call MPI_Error_string(code, sentence, length, ierror)
  call require('the sentence of the error', index(sentence(:length), 'fortran') > 0)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_close(file, ierror)
  call require('close', ierror == MPI_SUCCESS .and. file == MPI_FILE_NULL)

  call MPI_Allreduce(MPI_IN_PLACE, failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize()
  if (failures > 0) stop 1

contains

  subroutine require(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    if (holds) return
    print '(2a)', 'does not hold: ', what
    failures = failures + 1
  end subroutine

end program
