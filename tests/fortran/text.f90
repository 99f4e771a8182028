! SPDX-License-Identifier: BSD-3-Clause
!> Texts as data: characters are the first dimension, blanks are data, nothing is trimmed or filled up.
program text
  use check
  use mpi, only: MPI_COMM_WORLD, MPI_INFO_NULL
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, dimids(2), words, letter, number, request(1), status(1)
  integer(8) :: start(2), starts(2, 2), counts(2, 2)
  character(len=4) :: mine(2), got(2), one
  character(len=8) :: both
  character(len=1) :: initial

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'text.nc', nf90_clobber, MPI_INFO_NULL, ncid))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'letters', 4_8, dimids(1)))
  call expect('def_dim', nf90mpi_def_dim(ncid, 'words', 2_8 * ranks, dimids(2)))
  call expect('def_var', nf90mpi_def_var(ncid, 'words', nf90_char, dimids, words))
  call expect('def_var', nf90mpi_def_var(ncid, 'letter', nf90_char, letter))
  call expect('def_var', nf90mpi_def_var(ncid, 'number', nf90_int, number))
  call expect('def_var_fill', nf90mpi_def_var_fill(ncid, words, 0, '.'))
  call expect('inq_var_fill', nf90mpi_inq_var_fill(ncid, words, request(1), initial))
  call require('the fill value', initial == '.' .and. request(1) == 0)
  call expect('enddef', nf90mpi_enddef(ncid))
  start = [1, 2 * rank + 1]
  mine = ['ab  ', ' cd' // achar(iachar('0') + rank)]

  call module_functions()
  call posted_functions()
  call old_functions()
  call expect('text to numbers', nf90mpi_put_var_all(ncid, number, 'a'), nf90_echar)
  call expect('numbers to text', nf90mpi_put_var_all(ncid, letter, 1), nf90_echar)
  call expect('close', nf90mpi_close(ncid))
  call finish()

contains

  subroutine has(what, first, second)
    character(len=*), intent(in) :: what, first, second
    got = '????'
    call expect(what, nf90mpi_get_var_all(ncid, words, got, start))
    call require(what, got(1) == first .and. got(2) == second)
  end subroutine

  subroutine module_functions()
    call expect('put', nf90mpi_put_var_all(ncid, words, mine, start))
    call has('words with their blanks', 'ab  ', mine(2))
    one = 'zzzz'
    call expect('get', nf90mpi_get_var_all(ncid, words, one(2:3), start))
    call require('a part of a word', one == 'zabz')
    call expect('put', nf90mpi_put_var_all(ncid, words, 'xy', start + [2, 0]))
    call has('the end of a word', 'abxy', mine(2))
    call expect('put', nf90mpi_put_var_all(ncid, words, 'efghijkl', start, [4_8, 2_8]))
    call has('two words from one text', 'efgh', 'ijkl')
    call expect('get', nf90mpi_get_var_all(ncid, words, both, start, [4_8, 2_8], map=[2_8, 1_8]))
    call require('letters in turn', both == 'eifjgkhl')
    call expect('get', nf90mpi_get_var_all(ncid, words, both(:4), start, [2_8, 2_8], [2_8, 1_8]))
    call require('every second letter', both == 'egikgkhl')
    call expect('put', nf90mpi_put_var_all(ncid, letter, 'q'))
    call expect('get', nf90mpi_get_var_all(ncid, letter, initial))
    call require('no dimensions', initial == 'q')
    starts = reshape([1_8, start(2) + 1, start], [2, 2])
    counts = reshape([4_8, 1_8, 2_8, 1_8], [2, 2])
    call expect('put_varn', nf90mpi_put_varn_all(ncid, words, 'mnopqr', 2, starts, counts))
    call has('a list', 'qrgh', 'mnop')
    call expect('put_varn', nf90mpi_put_varn_all(ncid, words, '-', starts(:, 2:)))
    call expect('begin_indep_data', nf90mpi_begin_indep_data(ncid))
    call expect('get_varn', nf90mpi_get_varn(ncid, words, both, 2, starts, counts))
    call require('a list', both(:6) == 'mnop-r')
    call expect('put', nf90mpi_put_var(ncid, words, 'Q', start))
    call expect('get', nf90mpi_get_var(ncid, words, one, start))
    call require('independently', one == 'Qrgh')
    call expect('end_indep_data', nf90mpi_end_indep_data(ncid))
  end subroutine

  subroutine posted_functions()
    call expect('iput', nf90mpi_iput_var(ncid, words, mine, request(1), start))
    call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
    one = '????'
    call expect('iget', nf90mpi_iget_var(ncid, words, one(2:), request(1), start + [0, 1]))
    call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
    call require('a part of a word', one == '? cd')
    call expect('buffer_attach', nf90mpi_buffer_attach(ncid, 64_8))
    call expect('bput', nf90mpi_bput_var(ncid, words, 'BP', request(1), start))
    call expect('wait', nf90mpi_wait_all(ncid, 1, request, status))
    call expect('buffer_detach', nf90mpi_buffer_detach(ncid))
    call has('bput', 'BP  ', mine(2))
  end subroutine

  subroutine old_functions()
    integer(8) :: whole(2), ones(2), map(2)
    whole = [4, 2]
    ones = 1
    map = [2, 1]
    call expect('vara', nfmpi_put_vara_text_all(ncid, words, start, whole, 'stuvwxyz'))
    call has('vara', 'stuv', 'wxyz')
    call expect('var1', nfmpi_put_var1_text_all(ncid, words, start + [3, 1], '!'))
    call expect('vars', nfmpi_put_vars_text_all(ncid, words, start, [2_8, 1_8], [2_8, 1_8], '<>'))
    call has('vars', '<t>v', 'wxy!')
    call expect('varm', nfmpi_put_varm_text_all(ncid, words, start, whole, ones, map, 'aAbBcCdD'))
    call has('varm', 'abcd', 'ABCD')
    call expect('varm', nfmpi_get_varm_text_all(ncid, words, start, whole, ones, map, both))
    call require('varm', both == 'aAbBcCdD')
    call expect('varn', nfmpi_put_varn_text_all(ncid, words, 2, starts, counts, '1234ab'))
    call has('varn', 'abcd', '1234')
    call expect('iput', nfmpi_iput_vara_text(ncid, words, start, whole, both, request(1)))
    call expect('wait', nfmpi_wait_all(ncid, 1, request, status))
    call has('iput', 'aAbB', 'cCdD')
    call expect('var1', nfmpi_get_var1_text_all(ncid, words, start + [3, 1], initial))
    call require('var1', initial == 'D')
  end subroutine

end program
