! SPDX-License-Identifier: BSD-3-Clause
!> Files, definitions, attributes and inquiries: ids begin at 1, names have no trailing blanks, arguments are optional.
program files
  use check
  use mpi
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, copy, time, x, y, scalar, line, grid, number, numbers(3), ids(4), format, info, ignored
  integer(8) :: length
  character(len=nf90_max_name) :: name
  character(len=5) :: short
  character(len=40) :: text
  integer(2) :: halves(3)
  integer(8) :: wide
  real(8) :: doubles(2)
  real(4) :: single
  integer(8) :: lengths(3) = 7
  logical :: is_array, is_shuffled, has_checksums

  call begin(rank, ranks)
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'files.nc   ', nf90_clobber, MPI_INFO_NULL, ncid))
  call define()
  call put_attributes()
  call fill_modes()
  call expect('enddef', nf90mpi_enddef(ncid, v_align=512_8))
  call inquire_all()
  call get_attributes()
  call fill_records()
  call change_names()
  call expect('close', nf90mpi_close(ncid))
  call errors()
  call open_again()
  call finish()

contains

  subroutine define()
    call expect('no unlimited dimension', nf90mpi_inquire(ncid, unlimiteddimid=number))
    call require('it is -1', number == -1)
    call expect('def_dim', nf90mpi_def_dim(ncid, 'x  ', 4_8, x))
    call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 3_8, y))
    call expect('def_dim', nf90mpi_def_dim(ncid, 'time', nf90mpi_unlimited, time))
    call require('dimensions are 1, 2, 3', x == 1 .and. y == 2 .and. time == 3)
    call expect('def_var', nf90mpi_def_var(ncid, 'scalar', nf90_int, scalar))
    call expect('def_var', nf90mpi_def_var(ncid, 'line', nf90_short, x, line))
    call expect('def_var', nf90mpi_def_var(ncid, 'grid', nf90_double, [x, y, time], grid))
    call require('variables are 1, 2, 3', scalar == 1 .and. line == 2 .and. grid == 3)
    call expect('records last', nf90mpi_def_var(ncid, 'wrong', nf90_int, [time, x], number), nf90_eunlimpos)
  end subroutine

  subroutine put_attributes()
    call expect('text', nf90mpi_put_att(ncid, nf90_global, 'title ', 'a title   '))
    call expect('blank', nf90mpi_put_att(ncid, nf90_global, 'blank', '  '))
    call expect('int1', nf90mpi_put_att(ncid, grid, 'int1', -3_1))
    call expect('large', nf90mpi_put_att(ncid, line, 'large', 70000))
    call expect('int2', nf90mpi_put_att(ncid, grid, 'int2', [1_2, 2_2, 3_2]))
    call expect('int4', nf90mpi_put_att(ncid, grid, 'int4', [7, 8]))
    call expect('real4', nf90mpi_put_att(ncid, grid, 'real4', 0.5))
    call expect('real8', nf90mpi_put_att(ncid, grid, 'real8', [0.25d0, 0.75d0]))
    call expect('int8 needs CDF-5', nf90mpi_put_att(ncid, grid, 'int8', 1_8), nf90_estrictcdf2)
    call expect('types differ', nfmpi_put_att_double(ncid, grid, 'short', nf_short, 1_8, [9d0]))
    call expect('copy_att', nf90mpi_copy_att(ncid, grid, 'int2', ncid, line))
    call expect('copy_att', nf90mpi_copy_att(ncid, grid, 'int2', ncid, nf90_global))
  end subroutine

  subroutine fill_modes()
    call expect('set_fill', nf90mpi_set_fill(ncid, nf90_fill, number))
    call require('no fill by default', number == nf90_nofill)
    call expect('def_var_fill', nf90mpi_def_var_fill(ncid, line, 0, -5_2))
    call expect('inq_var_fill', nf90mpi_inq_var_fill(ncid, line, number, halves(1)))
    call require('the fill value', number == 0 .and. halves(1) == -5)
    call expect('def_var_fill', nf90mpi_def_var_fill(ncid, scalar, 1, 0))
    call expect('inq_var_fill', nf90mpi_inq_var_fill(ncid, scalar, number, numbers(1)))
    call require('not filled', number == 1)
  end subroutine

  subroutine inquire_all()
    call expect('inquire', nf90mpi_inquire(ncid, numbers(1), numbers(2), numbers(3), number, format))
    call require('counts', all(numbers == [3, 3, 3]) .and. number == time .and. format == nf90_format_classic)
    call expect('inq_num_rec_vars', nf90mpi_inq_num_rec_vars(ncid, number))
    call require('one record variable', number == 1)
    call expect('inquire_dimension', nf90mpi_inquire_dimension(ncid, y, name, length))
    call require('name and length', name == 'y' .and. length == 3)
    call expect('inquire_dimension', nf90mpi_inquire_dimension(ncid, time, len=length))
    call require('no records', length == 0)
    call expect('inq_dimid', nf90mpi_inq_dimid(ncid, 'time  ', number))
    call require('dimension by name', number == time)
    ids = -7
    call expect('inquire_variable', nf90mpi_inquire_variable(ncid, grid, name, format, number, ids, numbers(1)))
    call require('variable', name == 'grid' .and. format == nf90_double .and. number == 3 .and. numbers(1) == 6)
    call require('dimensions in order', all(ids == [x, y, time, -7]))
    call expect('inquire_variable', nf90mpi_inquire_variable(ncid, grid, dimids=ids(4:2:-1)))
    call require('in the order of the argument', all(ids == [x, time, y, x]))
    call expect('too little room', nf90mpi_inquire_variable(ncid, grid, dimids=ids(:2)), nf90_einval)
    call expect('inquire_variable', nf90mpi_inquire_variable(ncid, scalar, short, ndims=number))
    call require('a name is cut', short == 'scala' .and. number == 0)
    call expect('how it is kept', nf90mpi_inquire_variable(ncid, grid, contiguous=is_array, chunksizes=lengths, &
      deflate_level=numbers(1), shuffle=is_shuffled, fletcher32=has_checksums, endianness=numbers(2), &
      quantize_mode=numbers(3), nsd=number))
    call require('as an array', is_array .and. .not. (is_shuffled .or. has_checksums) .and. all(lengths == 7))
    call require('without filters', all(numbers == [0, nf90_endian_big, 0]) .and. number == 0)
    call expect('inq_varid', nf90mpi_inq_varid(ncid, 'line', number))
    call require('variable by name', number == line)
    call expect('inq_path', nf90mpi_inq_path(ncid, number, text))
    call require('path', text == 'files.nc' .and. number == 8)
    ids = 0
    call expect('inq_files_opened', nf90mpi_inq_files_opened(number, ids))
    call require('one file', number == 1 .and. ids(1) == ncid)
    call expect('inq_file_info', nf90mpi_inq_file_info(ncid, info))
    call require('an info object', info /= MPI_INFO_NULL)
    call MPI_Info_free(info, ignored)
    call expect('inq_header_size', nf90mpi_inq_header_size(ncid, length))
    call expect('inq_header_extent', nf90mpi_inq_header_extent(ncid, wide))
    call require('the header has room', length > 0 .and. wide >= length)
    call expect('inq_varoffset', nf90mpi_inq_varoffset(ncid, scalar, length))
    call require('aligned', mod(length, 512_8) == 0)
    call inquire_storage()
  end subroutine

  subroutine inquire_storage()
    integer :: shuffle, deflate, level
    integer(8) :: chunks(3)
    chunks = -7
    call expect('inq_unlimdims', nf90mpi_inq_unlimdims(ncid, number, ids))
    call require('one unlimited dimension', number == 1 .and. ids(1) == time)
    call expect('inq_var_chunking', nf90mpi_inq_var_chunking(ncid, grid, number, chunks))
    call require('no chunks', number == nf90_contiguous .and. all(chunks == -7))
    call expect('inq_var_deflate', nf90mpi_inq_var_deflate(ncid, grid, shuffle, deflate, level))
    call require('no filters', shuffle == 0 .and. deflate == 0 .and. level == 0)
    call expect('inq_var_endian', nf90mpi_inq_var_endian(ncid, grid, number))
    call require('byte order', number == nf90_endian_big)
    call expect('inq_var_enum', nf90mpi_inq_var_enum(ncid, grid, number), nf90_ebadtype)
    call expect('inq_att_class', nf90mpi_inq_att_class(ncid, grid, 'int2', number))
    call require('class', number == 0)
  end subroutine

  subroutine get_attributes()
    text = repeat('z', 40)
    call expect('get_att', nf90mpi_get_att(ncid, nf90_global, 'title', text))
    call require('filled with blanks', text == 'a title' .and. text(40:40) == ' ')
    call expect('get_att', nf90mpi_get_att(ncid, nf90_global, 'title', short))
    call require('cut', short == 'a tit')
    call expect('attribute', nf90mpi_inquire_attribute(ncid, nf90_global, 'title', number, length, format))
    call require('its type, length and number', number == nf90_char .and. length == 7 .and. format == 1)
    call expect('attribute', nf90mpi_inquire_attribute(ncid, nf90_global, 'blank', len=length, attnum=number))
    call require('nothing but blanks', length == 0 .and. number == 2)
    call expect('inq_attname', nf90mpi_inq_attname(ncid, nf90_global, 1, name))
    call require('the first', name == 'title')
    call expect('get_att', nf90mpi_get_att(ncid, line, 'int2', halves))
    call require('int2', all(halves == [1_2, 2_2, 3_2]))
    call expect('get_att', nf90mpi_get_att(ncid, grid, 'int1', number))
    call require('int1 as int4', number == -3)
    call expect('get_att', nf90mpi_get_att(ncid, grid, 'int4', doubles))
    call require('int4 as real8', all(doubles == [7d0, 8d0]))
    call expect('get_att', nf90mpi_get_att(ncid, grid, 'real4', single))
    call require('real4', single == 0.5)
    call expect('get_att', nf90mpi_get_att(ncid, grid, 'short', wide))
    call require('short as int8', wide == 9)
    call expect('out of range', nf90mpi_get_att(ncid, line, 'large', halves(1)), nf90_erange)
    call require('the fill value', halves(1) == nf90_fill_int2)
    number = 77
    call expect('more values than room', nf90mpi_get_att(ncid, grid, 'int4', number), nf90_einval)
    call expect('a number of a text', nf90mpi_get_att(ncid, nf90_global, 'title', number), nf90_echar)
    call expect('a number of nothing', nf90mpi_get_att(ncid, nf90_global, 'blank', number))
    call require('nothing is changed', number == 77)
    call expect('no such attribute', nf90mpi_get_att(ncid, grid, 'none', number), nf90_enotatt)
    call expect('text is not a number', nf90mpi_get_att(ncid, nf90_global, 'title', halves(1:3)), nf90_echar)
    text = repeat('#', 40)
    call expect('nfmpi_get_att_text', nfmpi_get_att_text(ncid, nf90_global, 'title', text))
    call require('no character more', text(1:8) == 'a title#')
    call expect('a number is not text', nf90mpi_get_att(ncid, grid, 'int1', text), nf90_echar)
  end subroutine

  subroutine fill_records()
    real(8) :: slab(4, 3, 2)
    call expect('fill_var_rec', nf90mpi_fill_var_rec(ncid, grid, 0_8), nf90_einval)
    call expect('def_var_fill was called', nf90mpi_fill_var_rec(ncid, grid, 1_8))
    call expect('inquire_dimension', nf90mpi_inquire_dimension(ncid, time, len=length))
    call require('one record', length == 1)
    call expect('put', nf90mpi_put_var_all(ncid, grid, reshape([(1d0, number = 1, 12)], [4, 3]), [1_8, 1_8, 2_8]))
    call expect('get', nf90mpi_get_var_all(ncid, grid, slab))
    call require('the first is filled', all(slab(:, :, 1) == nf90_fill_double) .and. all(slab(:, :, 2) == 1))
    call expect('fill_var_rec', nfmpi_fill_var_rec(ncid, grid, 2_8))
    call expect('get', nf90mpi_get_var_all(ncid, grid, slab))
    call require('both are filled', all(slab == nf90_fill_double))
  end subroutine

  subroutine change_names()
    call expect('redef', nf90mpi_redef(ncid))
    call expect('rename_dim', nf90mpi_rename_dim(ncid, y, 'latitude'))
    call expect('rename_var', nf90mpi_rename_var(ncid, grid, 'field   '))
    call expect('rename_att', nf90mpi_rename_att(ncid, grid, 'int1', 'tiny'))
    call expect('del_att', nf90mpi_del_att(ncid, grid, 'int2'))
    call expect('the name is in use', nf90mpi_rename_var(ncid, grid, 'line'), nf90_enameinuse)
    call expect('enddef', nf90mpi_enddef(ncid))
  end subroutine

  subroutine errors()
    call require('strerrno', nf90mpi_strerrno(nf90_ebadid) == 'NF90_EBADID')
    call require('strerrno', nfmpi_strerrno(nf_ebadid) == 'NF_EBADID')
    call require('strerror', len_trim(nf90mpi_strerror(nf90_enotvar)) > 5)
    call require('libvers', nf90mpi_inq_libvers() /= ' ')
    call require('issyserr', nf90mpi_issyserr(2) .and. .not. nf90mpi_issyserr(nf90_ebadid))
    call expect('closed', nf90mpi_close(ncid), nf90_ebadid)
    call expect('open', nf90mpi_open(MPI_COMM_WORLD, 'none.nc', nf90_nowrite, MPI_INFO_NULL, ncid), nf90_enoent)
    call expect('set_default_format', nf90mpi_set_default_format(nf90_format_64bit_data, number))
    call require('the old one', number == nf90_format_classic)
    call expect('inq_default_format', nf90mpi_inq_default_format(number))
    call require('the new one', number == nf90_format_64bit_data)
    call expect('set_default_format', nf90mpi_set_default_format(nf90_format_classic, number))
  end subroutine

  subroutine open_again()
    call expect('file format', nfmpi_inq_file_format('files.nc ', format))
    call require('classic', format == nf_format_classic)
    call expect('open', nf90mpi_open(MPI_COMM_WORLD, 'files.nc', nf90_nowrite, MPI_INFO_NULL, ncid))
    call expect('inquire_variable', nf90mpi_inquire_variable(ncid, 3, name))
    call require('renamed', name == 'field')
    call expect('inquire_attribute', nf90mpi_inquire_attribute(ncid, 3, 'tiny', attnum=number))
    call require('renamed', number == 1)
    call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'copy.nc', nf90_clobber, MPI_INFO_NULL, copy))
    call expect('copy_att', nf90mpi_copy_att(ncid, nf90_global, 'title', copy, nf90_global))
    call expect('abort', nf90mpi_abort(copy))
    call expect('close', nf90mpi_close(ncid))
    call barrier()
    if (rank == 0) call expect('delete', nf90mpi_delete('files.nc  ', MPI_INFO_NULL))
  end subroutine

end program
