! SPDX-License-Identifier: BSD-3-Clause
!> How the variables of a netCDF-4 file are stored: by arguments of nf90mpi_def_var, and by functions of their own.
program storage
  use check
  use mpi
  use pnetcdf
  implicit none
  integer :: rank, ranks, ncid, x, y, scalar, line, grid, other, number, numbers(4), filters(2)
  integer(8) :: lengths(2), one_length(1), count
  real(8) :: values(4, 6), found(4, 6)
  logical :: is_array, is_shuffled, has_checksums
  integer :: i

  call begin(rank, ranks)
  values = reshape([(123.456789d0 * i, i = 1, 24)], [4, 6])
  call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'storage.nc', ior(nf90_clobber, nf90_netcdf4), &
    MPI_INFO_NULL, ncid))
  call define()
  call refuse()
  call expect('enddef', nf90mpi_enddef(ncid))
  call inquire()
  call expect('put', nf90mpi_put_var_all(ncid, grid, values))
  call expect('put', nf90mpi_put_var_all(ncid, other, values))
  call expect('close', nf90mpi_close(ncid))
  call expect('open', nf90mpi_open(MPI_COMM_WORLD, 'storage.nc', nf90_nowrite, MPI_INFO_NULL, ncid))
  call inquire()
  call read()
  call expect('close', nf90mpi_close(ncid))
  call classic()
  call finish()

contains

  subroutine define()
    call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, x))
    call expect('def_dim', nf90mpi_def_dim(ncid, 'y', 6_8, y))
    call expect('def_var', nf90mpi_def_var(ncid, 'scalar', nf90_int, scalar))
    call expect('endian', nf90mpi_def_var_endian(ncid, scalar, nf90_endian_big))
    call expect('def_var', nf90mpi_def_var(ncid, 'line', nf90_float, x, line, chunksizes=3, fletcher32=.true., &
      cache_size=1, cache_nelems=2, cache_preemption=3))
    call expect('def_var', nf90mpi_def_var(ncid, 'grid', nf90_double, [x, y], grid, chunksizes=[2_8, 3_8], &
      deflate_level=4, shuffle=.true., endianness=nf90_endian_big, quantize_mode=nf90_quantize_bitround, nsd=20))
    call expect('def_var', nf90mpi_def_var(ncid, 'other', nf90_double, [x, y], other))
    call expect('chunking', nfmpi_def_var_chunking(ncid, other, nf_chunked, [4_8, 2_8]))
    call expect('deflate', nfmpi_def_var_deflate(ncid, other, 0, 1, 9))
    call expect('fletcher32', nfmpi_def_var_fletcher32(ncid, other, 1))
    call expect('filter', nf90mpi_def_var_filter(ncid, other, 1, 1_8, [5]))
    call expect('endian', nfmpi_def_var_endian(ncid, other, nf_endian_little))
    call expect('quantize', nf90mpi_def_var_quantize(ncid, other, nf90_quantize_granularbr, 5))
    call expect('array', nf90mpi_def_var(ncid, 'array', nf90_int, [x, y], number, contiguous=.true.))
  end subroutine

  subroutine refuse()
    call expect('no place', nf90mpi_def_var(ncid, 'bad', nf90_int, [x, y], number, chunksizes=[1]), nf90_einval)
    call expect('no length', nf90mpi_def_var(ncid, 'worse', nf90_int, [x, y], number, chunksizes=[2.0, 2.0]), &
      nf90_ebadchunk)
    call expect('no digits', nf90mpi_def_var(ncid, 'worst', nf90_float, x, number, quantize_mode=1), nf90_einval)
    call expect('no level', nf90mpi_def_var(ncid, 'last', nf90_float, x, number, deflate_level=10), nf90_einval)
    call expect('no such variable', nfmpi_def_var_chunking(ncid, 99, nf_chunked, [1_8]), nf_enotvar)
  end subroutine

  subroutine inquire()
    call expect('grid', nf90mpi_inquire_variable(ncid, grid, contiguous=is_array, chunksizes=lengths, &
      deflate_level=numbers(1), shuffle=is_shuffled, fletcher32=has_checksums, endianness=numbers(2), &
      quantize_mode=numbers(3), nsd=numbers(4)))
    call require('grid', .not. is_array .and. all(lengths == [2, 3]) .and. is_shuffled .and. .not. has_checksums)
    call require('grid', all(numbers == [4, nf90_endian_big, nf90_quantize_bitround, 20]))
    call expect('other', nf90mpi_inquire_variable(ncid, other, contiguous=is_array, chunksizes=lengths, &
      deflate_level=numbers(1), shuffle=is_shuffled, fletcher32=has_checksums, endianness=numbers(2), &
      quantize_mode=numbers(3), nsd=numbers(4)))
    call require('other', .not. is_array .and. all(lengths == [4, 2]) .and. .not. is_shuffled .and. has_checksums)
    call require('other', all(numbers == [5, nf90_endian_little, nf90_quantize_granularbr, 5]))
    call expect('filters', nf90mpi_inq_var_filter_ids(ncid, other, count, filters))
    call require('one filter beside the checksum', count == 1 .and. filters(1) == 1)
    call expect('line', nf90mpi_inquire_variable(ncid, line, contiguous=is_array, chunksizes=one_length, &
      deflate_level=number, fletcher32=has_checksums))
    call require('line', .not. is_array .and. one_length(1) == 3 .and. has_checksums .and. number == 0)
    call expect('scalar', nf90mpi_inquire_variable(ncid, scalar, contiguous=is_array, endianness=number))
    call require('scalar', is_array .and. number == nf90_endian_big)
    call expect('array', nf90mpi_inq_varid(ncid, 'array', number))
    call expect('array', nf90mpi_inquire_variable(ncid, number, contiguous=is_array))
    call require('array', is_array)
  end subroutine

  subroutine read()
    call expect('get', nf90mpi_get_var_all(ncid, grid, found))
    call require('20 bits', all(abs(found - values) <= values * 2d0**(-21)) .and. any(found /= values))
    call expect('get', nf90mpi_get_var_all(ncid, other, found))
    call require('5 digits', all(abs(found - values) <= values * 5d-5) .and. any(found /= values))
  end subroutine

  !> What is only of netCDF-4 files.
  subroutine classic()
    call expect('create', nf90mpi_create(MPI_COMM_WORLD, 'storage.nc', nf90_clobber, MPI_INFO_NULL, ncid))
    call expect('def_dim', nf90mpi_def_dim(ncid, 'x', 4_8, x))
    call expect('no filters', nf90mpi_def_var(ncid, 'line', nf90_float, x, line, deflate_level=1), nf90_enotnc4)
    call expect('close', nf90mpi_close(ncid))
  end subroutine

end program
