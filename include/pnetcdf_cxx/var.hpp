// SPDX-License-Identifier: BSD-3-Clause
// Variables: NcmpiVar.
#pragma once

#include "att.hpp"
#include "dim.hpp"
#include "var_post.hpp"

namespace PnetCDF {

/// A variable of a file. Without an argument, a null object. Its data functions are those of
/// VarPut, VarGet, VarPost.
class NcmpiVar : public detail::VarPost {
public:
    /// How netCDF-4 files keep variables.
    enum ChunkMode { nc_CHUNKED = NC_CHUNKED, nc_CONTIGUOUS = NC_CONTIGUOUS };
    enum EndianMode {
        nc_ENDIAN_NATIVE = NC_ENDIAN_NATIVE,
        nc_ENDIAN_LITTLE = NC_ENDIAN_LITTLE,
        nc_ENDIAN_BIG = NC_ENDIAN_BIG
    };
    enum ChecksumMode { nc_NOCHECKSUM = NC_NOCHECKSUM, nc_FLETCHER32 = NC_FLETCHER32 };
    enum QuantizeMode {
        nc_NOQUANTIZE = NC_NOQUANTIZE,
        nc_QUANTIZE_BITGROOM = NC_QUANTIZE_BITGROOM,
        nc_QUANTIZE_GRANULARBR = NC_QUANTIZE_GRANULARBR,
        nc_QUANTIZE_BITROUND = NC_QUANTIZE_BITROUND
    };

    NcmpiVar() = default;
    NcmpiVar(const NcmpiGroup& group, int varid) : VarPost(group, varid) {}

    std::string getName() const;
    NcmpiType getType() const;
    void rename(const std::string& name) const;

    int getDimCount() const;
    NcmpiDim getDim(int index) const;
    std::vector<NcmpiDim> getDims() const;

    int getAttCount() const;
    std::map<std::string, NcmpiVarAtt> getAtts() const;
    /// Throws NcNotAtt when there is none of that name.
    NcmpiVarAtt getAtt(const std::string& name) const;
    NcmpiVarAtt putAtt(const std::string& name, const std::string& text) const;
    template <class T, class = detail::IfElement<T>>
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, T value) const {
        return putAtt(name, type, 1, &value);
    }
    template <class T, class = detail::IfElement<T>>
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                       const T* values) const;
    /// Values in the attribute's own type.
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                       const void* values) const;

    /// Whether what is not written is filled; the value, unless null, is of the variable's type.
    void setFill(bool fill, const void* value = nullptr) const;
    template <class T, class = detail::IfElement<T>>
    void setFill(bool fill, T value) const {
        setFill(fill, static_cast<const void*>(&value));
    }
    void getFillModeParameters(bool& fill, void* value) const;
    template <class T, class = detail::IfElement<T>>
    void getFillModeParameters(bool& fill, T& value) const {
        getFillModeParameters(fill, static_cast<void*>(&value));
    }
    /// Fills one record.
    void fillRec(MPI_Offset record) const;

    // Of variables of netCDF-4 files, before the end of define mode. The inquiries are for all.

    /// The lengths of a chunk; without any, Weft chooses them.
    void setChunking(ChunkMode mode, const std::vector<MPI_Offset>& chunkSizes = {}) const;
    /// `chunkSizes` is empty if there are no chunks.
    void getChunkingParameters(ChunkMode& mode, std::vector<MPI_Offset>& chunkSizes) const;
    void setCompression(bool shuffle, bool deflate, int level) const;
    void getCompressionParameters(bool& shuffle, bool& deflate, int& level) const;
    void setChecksum(ChecksumMode mode) const;
    ChecksumMode getChecksum() const;
    void setEndianness(EndianMode mode) const;
    EndianMode getEndianness() const;
    /// How many digits of its values are kept, or bits.
    void setQuantize(QuantizeMode mode, int digits) const;
    void getQuantizeParameters(QuantizeMode& mode, int& digits) const;

    /// Where its data begin in the file.
    void Inq_file_offset(MPI_Offset* offset) const;

    friend bool operator==(const NcmpiVar& a, const NcmpiVar& b) {
        return a.getParentGroup() == b.getParentGroup() && (a.isNull() || a.getId() == b.getId());
    }
    friend bool operator!=(const NcmpiVar& a, const NcmpiVar& b) { return !(a == b); }
    friend bool operator<(const NcmpiVar& a, const NcmpiVar& b) { return a.getId() < b.getId(); }
    friend bool operator>(const NcmpiVar& a, const NcmpiVar& b) { return b < a; }
};

}  // namespace PnetCDF
