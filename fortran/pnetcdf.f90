! SPDX-License-Identifier: BSD-3-Clause
!> Parallel netCDF for Fortran: the functions nf90mpi_* and, with explicit interfaces, nfmpi_*.
!>
!> All of them return an error code, nf90_noerr if there was none; nf90mpi_strerror has a sentence about each. Indices
!> and ids begin at 1, and the first dimension varies fastest, as in Fortran's arrays. A text that is given ends before
!> its trailing blanks; one that is returned is filled up with blanks, or cut.
!>
!> nf90mpi_put_var, get_var, iput_var, iget_var, bput_var (and _all) take values of any rank. Without `start` the access
!> begins at the first element. Without `count` it has the shape of the values, and 1 along the variable's dimensions
!> beyond their rank; the characters of a text are its first dimension. `map` counts elements of the values. With
!> `bufcount` and `buftype` the values are what an MPI datatype says.
!>
!> Array sections are not copied. A nonblocking call may therefore have one, and its elements must stay until the wait;
!> but a copy that the compiler makes itself (of an expression, or for a subscript that is a vector) is gone before.
!> Such values are for blocking calls and nf90mpi_bput_var. So is, with nfmpi_i* functions, any section with gaps.
module pnetcdf
  use pnetcdf_attributes
  use pnetcdf_constants
  use pnetcdf_control
  use pnetcdf_data
  use pnetcdf_explanations
  use pnetcdf_nfmpi
  implicit none
  public
  private :: define_scalar, define_on_one, define_on_many, length_of, define_storage, define_filters
  private :: inquire_storage, inquire_filters, inquire_quantization

  interface nf90mpi_def_var
    module procedure define_scalar, define_on_one, define_on_many
  end interface

contains

  ! About the library

  character(len=80) function nf90mpi_inq_libvers() result(text)
    text = nfmpi_inq_libvers()
  end function

  character(len=80) function nf90mpi_strerror(ncerr) result(text)
    integer, intent(in) :: ncerr
    text = nfmpi_strerror(ncerr)
  end function

  character(len=80) function nf90mpi_strerrno(ncerr) result(text)
    integer, intent(in) :: ncerr
    text = nfmpi_strerrno(ncerr)
    if (text(1:3) == 'NF_') text = 'NF90_' // text(4:)
  end function

  logical function nf90mpi_issyserr(ncerr) result(is)
    integer, intent(in) :: ncerr
    is = nfmpi_issyserr(ncerr)
  end function

  ! Definitions

  integer function nf90mpi_enddef(ncid, h_minfree, v_align, v_minfree, r_align) result(code)
    integer, intent(in) :: ncid
    integer(8), intent(in), optional :: h_minfree, v_align, v_minfree, r_align
    if (present(h_minfree) .or. present(v_align) .or. present(v_minfree) .or. present(r_align)) then
      code = nfmpi__enddef(ncid, given(h_minfree), given(v_align), given(v_minfree), given(r_align))
    else
      code = nfmpi_enddef(ncid)
    end if
  contains
    integer(8) function given(bytes)
      integer(8), intent(in), optional :: bytes
      given = 0
      if (present(bytes)) given = bytes
    end function
  end function

  !> The arguments behind varid are those of netCDF-Fortran: how a netCDF-4 file keeps the values. Where none is given, hints
  !> decide. chunksizes are integers of any kind, one for each dimension, and one number where dimids is one. Those of a
  !> cache are accepted, and change nothing. A single value has none of them.
  integer function define_scalar(ncid, name, xtype, varid) result(code)
    integer, intent(in) :: ncid, xtype
    character(len=*), intent(in) :: name
    integer, intent(out) :: varid
    integer :: none(1)
    none = 0
    code = nfmpi_def_var(ncid, name, xtype, 0, none, varid)
  end function

  integer function define_on_one(ncid, name, xtype, dimids, varid, contiguous, chunksizes, deflate_level, shuffle, &
      fletcher32, endianness, cache_size, cache_nelems, cache_preemption, quantize_mode, nsd) result(code)
    integer, intent(in) :: ncid, xtype, dimids
    character(len=*), intent(in) :: name
    integer, intent(out) :: varid
    logical, intent(in), optional :: contiguous, shuffle, fletcher32
    class(*), intent(in), optional :: chunksizes
    integer, intent(in), optional :: deflate_level, endianness, quantize_mode, nsd
    integer, intent(in), optional :: cache_size, cache_nelems, cache_preemption
    integer(8), allocatable :: lengths(:)
    if (present(cache_size) .or. present(cache_nelems) .or. present(cache_preemption)) continue  ! they change nothing
    if (present(chunksizes)) lengths = [length_of(chunksizes)]
    code = nfmpi_def_var(ncid, name, xtype, 1, [dimids], varid)
    if (code == nf_noerr) code = define_storage(ncid, varid, 1, contiguous, lengths, deflate_level, shuffle, &
      fletcher32, endianness, quantize_mode, nsd)
  end function

  integer function define_on_many(ncid, name, xtype, dimids, varid, contiguous, chunksizes, deflate_level, shuffle, &
      fletcher32, endianness, cache_size, cache_nelems, cache_preemption, quantize_mode, nsd) result(code)
    integer, intent(in) :: ncid, xtype, dimids(:)
    character(len=*), intent(in) :: name
    integer, intent(out) :: varid
    logical, intent(in), optional :: contiguous, shuffle, fletcher32
    class(*), intent(in), optional :: chunksizes(:)
    integer, intent(in), optional :: deflate_level, endianness, quantize_mode, nsd
    integer, intent(in), optional :: cache_size, cache_nelems, cache_preemption
    integer(8), allocatable :: lengths(:)
    integer :: i
    if (present(cache_size) .or. present(cache_nelems) .or. present(cache_preemption)) continue  ! they change nothing
    if (present(chunksizes)) lengths = [(length_of(chunksizes(i)), i = 1, size(chunksizes))]
    code = nfmpi_def_var(ncid, name, xtype, size(dimids), dimids, varid)
    if (code == nf_noerr) code = define_storage(ncid, varid, size(dimids), contiguous, lengths, deflate_level, shuffle, &
      fletcher32, endianness, quantize_mode, nsd)
  end function

  !> What is no integer becomes a length that no chunk has.
  integer(8) function length_of(number)
    class(*), intent(in) :: number
    length_of = 0
    select type (number)
    type is (integer(4))
      length_of = number
    type is (integer(8))
      length_of = number
    end select
  end function

  integer function define_storage(ncid, varid, rank, contiguous, chunksizes, deflate_level, shuffle, fletcher32, &
      endianness, quantize_mode, nsd) result(code)
    integer, intent(in) :: ncid, varid, rank
    logical, intent(in), optional :: contiguous, shuffle, fletcher32
    integer(8), allocatable, intent(in) :: chunksizes(:)
    integer, intent(in), optional :: deflate_level, endianness, quantize_mode, nsd
    code = nf_noerr
    if (present(contiguous)) then
      if (contiguous) code = nfmpi_def_var_chunking(ncid, varid, nf_contiguous, [0_8])
    end if
    if (code == nf_noerr .and. allocated(chunksizes)) then
      if (size(chunksizes) < rank) code = nf_einval
      if (code == nf_noerr) code = nfmpi_def_var_chunking(ncid, varid, nf_chunked, chunksizes)
    end if
    if (code == nf_noerr) code = define_filters(ncid, varid, deflate_level, shuffle, fletcher32)
    if (code == nf_noerr .and. present(endianness)) code = nfmpi_def_var_endian(ncid, varid, endianness)
    if (code /= nf_noerr .or. .not. (present(quantize_mode) .or. present(nsd))) return
    code = nf_einval
    if (present(quantize_mode) .and. present(nsd)) code = nfmpi_def_var_quantize(ncid, varid, quantize_mode, nsd)
  end function

  integer function define_filters(ncid, varid, deflate_level, shuffle, fletcher32) result(code)
    integer, intent(in) :: ncid, varid
    integer, intent(in), optional :: deflate_level
    logical, intent(in), optional :: shuffle, fletcher32
    integer :: is_shuffled, level
    code = nf_noerr
    is_shuffled = 0
    level = 0
    if (present(shuffle)) is_shuffled = merge(1, 0, shuffle)
    if (present(deflate_level)) level = deflate_level
    if (present(deflate_level) .or. present(shuffle)) &
      code = nfmpi_def_var_deflate(ncid, varid, is_shuffled, merge(1, 0, level /= 0), level)
    if (code == nf_noerr .and. present(fletcher32)) &
      code = nfmpi_def_var_fletcher32(ncid, varid, merge(1, 0, fletcher32))
  end function

  ! Inquiries: what is not asked for is not looked up.

  integer function nf90mpi_inquire(ncid, ndimensions, nvariables, nattributes, unlimiteddimid, formatnum) result(code)
    integer, intent(in) :: ncid
    integer, intent(out), optional :: ndimensions, nvariables, nattributes, unlimiteddimid, formatnum
    integer :: dimensions, variables, attributes, unlimited
    code = nfmpi_inq(ncid, dimensions, variables, attributes, unlimited)
    if (code /= nf_noerr) return
    if (present(ndimensions)) ndimensions = dimensions
    if (present(nvariables)) nvariables = variables
    if (present(nattributes)) nattributes = attributes
    if (present(unlimiteddimid)) unlimiteddimid = unlimited
    if (present(formatnum)) code = nfmpi_inq_format(ncid, formatnum)
  end function

  integer function nf90mpi_inquire_dimension(ncid, dimid, name, len) result(code)
    integer, intent(in) :: ncid, dimid
    character(len=*), intent(out), optional :: name
    integer(8), intent(out), optional :: len
    integer(8) :: length
    code = nfmpi_inq_dimlen(ncid, dimid, length)
    if (code /= nf_noerr) return
    if (present(len)) len = length
    if (present(name)) code = nfmpi_inq_dimname(ncid, dimid, name)
  end function

  !> Errors: NF90_EINVAL, too, when `dimids` has no room for all dimension ids of the variable.
  !> The arguments behind natts are those of netCDF-Fortran: how the file keeps the values. For a variable that is not
  !> chunked, chunksizes stays as it is.
  integer function nf90mpi_inquire_variable(ncid, varid, name, xtype, ndims, dimids, natts, contiguous, chunksizes, &
      deflate_level, shuffle, fletcher32, endianness, quantize_mode, nsd) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(out), optional :: name
    integer, intent(out), optional :: xtype, ndims, natts, deflate_level, endianness, quantize_mode, nsd
    integer, intent(inout), optional :: dimids(:)
    integer(8), intent(inout), optional :: chunksizes(:)
    logical, intent(out), optional :: contiguous, shuffle, fletcher32
    integer :: count
    integer, allocatable :: ids(:)
    code = nfmpi_inq_varndims(ncid, varid, count)
    if (code /= nf_noerr) return
    if (present(ndims)) ndims = count
    if (present(dimids)) then
      allocate(ids(max(count, 1)))
      code = nfmpi_inq_vardimid(ncid, varid, ids)
      if (code == nf_noerr .and. size(dimids) < count) code = nf_einval
      if (code == nf_noerr) dimids(:count) = ids(:count)
    end if
    if (present(name) .and. code == nf_noerr) code = nfmpi_inq_varname(ncid, varid, name)
    if (present(xtype) .and. code == nf_noerr) code = nfmpi_inq_vartype(ncid, varid, xtype)
    if (present(natts) .and. code == nf_noerr) code = nfmpi_inq_varnatts(ncid, varid, natts)
    if (code == nf_noerr) code = inquire_storage(ncid, varid, count, contiguous, chunksizes)
    if (code == nf_noerr) code = inquire_filters(ncid, varid, deflate_level, shuffle, fletcher32)
    if (present(endianness) .and. code == nf_noerr) code = nfmpi_inq_var_endian(ncid, varid, endianness)
    if (code == nf_noerr) code = inquire_quantization(ncid, varid, quantize_mode, nsd)
  end function

  integer function inquire_storage(ncid, varid, rank, contiguous, chunksizes) result(code)
    integer, intent(in) :: ncid, varid, rank
    logical, intent(out), optional :: contiguous
    integer(8), intent(inout), optional :: chunksizes(:)
    integer :: storage
    integer(8), allocatable :: lengths(:)
    code = nf_noerr
    if (.not. (present(contiguous) .or. present(chunksizes))) return
    allocate(lengths(max(rank, 1)))
    code = nfmpi_inq_var_chunking(ncid, varid, storage, lengths)
    if (code /= nf_noerr) return
    if (present(contiguous)) contiguous = storage == nf_contiguous
    if (.not. present(chunksizes) .or. storage /= nf_chunked) return
    if (size(chunksizes) < rank) code = nf_einval
    if (code == nf_noerr) chunksizes(:rank) = lengths(:rank)
  end function

  integer function inquire_filters(ncid, varid, deflate_level, shuffle, fletcher32) result(code)
    integer, intent(in) :: ncid, varid
    integer, intent(out), optional :: deflate_level
    logical, intent(out), optional :: shuffle, fletcher32
    integer :: is_shuffled, is_deflated, level, has_checksums
    code = nf_noerr
    if (present(deflate_level) .or. present(shuffle)) &
      code = nfmpi_inq_var_deflate(ncid, varid, is_shuffled, is_deflated, level)
    if (code /= nf_noerr) return
    if (present(deflate_level)) deflate_level = merge(level, 0, is_deflated /= 0)
    if (present(shuffle)) shuffle = is_shuffled /= 0
    if (.not. present(fletcher32)) return
    code = nfmpi_inq_var_fletcher32(ncid, varid, has_checksums)
    if (code == nf_noerr) fletcher32 = has_checksums /= 0
  end function

  integer function inquire_quantization(ncid, varid, quantize_mode, nsd) result(code)
    integer, intent(in) :: ncid, varid
    integer, intent(out), optional :: quantize_mode, nsd
    integer :: mode, digits
    code = nf_noerr
    if (.not. (present(quantize_mode) .or. present(nsd))) return
    code = nfmpi_inq_var_quantize(ncid, varid, mode, digits)
    if (code /= nf_noerr) return
    if (present(quantize_mode)) quantize_mode = mode
    if (present(nsd)) nsd = digits
  end function

  integer function nf90mpi_inquire_attribute(ncid, varid, name, xtype, len, attnum) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    integer, intent(out), optional :: xtype, attnum
    integer(8), intent(out), optional :: len
    integer :: external_type
    integer(8) :: length
    code = nfmpi_inq_att(ncid, varid, name, external_type, length)
    if (code /= nf_noerr) return
    if (present(xtype)) xtype = external_type
    if (present(len)) len = length
    if (present(attnum)) code = nfmpi_inq_attid(ncid, varid, name, attnum)
  end function

end module pnetcdf
