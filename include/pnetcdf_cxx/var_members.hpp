// SPDX-License-Identifier: BSD-3-Clause
// Members of NcmpiVar.
#pragma once

#include "var.hpp"

namespace PnetCDF {

inline std::string NcmpiVar::getName() const {
    char name[NC_MAX_NAME + 1] = "";
    detail::check(ncmpi_inq_varname(file(), varid(), name), file());
    return name;
}

inline NcmpiType NcmpiVar::getType() const {
    nc_type type = NC_NAT;
    detail::check(ncmpi_inq_vartype(file(), varid(), &type), file());
    return type;
}

inline void NcmpiVar::rename(const std::string& name) const {
    detail::define(file(), [&] { return ncmpi_rename_var(file(), varid(), name.c_str()); });
}

inline int NcmpiVar::getDimCount() const {
    int count = 0;
    detail::check(ncmpi_inq_varndims(file(), varid(), &count), file());
    return count;
}

inline std::vector<NcmpiDim> NcmpiVar::getDims() const {
    std::vector<int> ids(static_cast<std::vector<int>::size_type>(getDimCount()));
    detail::check(ncmpi_inq_vardimid(file(), varid(), ids.data()), file());
    std::vector<NcmpiDim> dims;
    for (const int id : ids) dims.push_back(NcmpiDim(getParentGroup(), id));
    return dims;
}

inline NcmpiDim NcmpiVar::getDim(int index) const {
    const std::vector<NcmpiDim> dims = getDims();
    if (index < 0 || static_cast<std::vector<NcmpiDim>::size_type>(index) >= dims.size()) {
        detail::fail(NC_EBADDIM, "variable '" + getName() + "' has no such dimension");
    }
    return dims[static_cast<std::vector<NcmpiDim>::size_type>(index)];
}

inline int NcmpiVar::getAttCount() const {
    int count = 0;
    detail::check(ncmpi_inq_varnatts(file(), varid(), &count), file());
    return count;
}

inline std::map<std::string, NcmpiVarAtt> NcmpiVar::getAtts() const {
    std::map<std::string, NcmpiVarAtt> atts;
    const int count = getAttCount();
    for (int i = 0; i < count; ++i) {
        const NcmpiVarAtt att(getParentGroup(), *this, i);
        atts[att.getName()] = att;
    }
    return atts;
}

inline NcmpiVarAtt NcmpiVar::getAtt(const std::string& name) const {
    int index = -1;
    detail::check(ncmpi_inq_attid(file(), varid(), name.c_str(), &index), file());
    return NcmpiVarAtt(getParentGroup(), *this, index);
}

inline NcmpiVarAtt NcmpiVar::putAtt(const std::string& name, const std::string& text) const {
    return putAtt(name, ncmpiChar, static_cast<MPI_Offset>(text.size()), text.data());
}

template <class T, class>
NcmpiVarAtt NcmpiVar::putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                             const T* values) const {
    detail::define(file(), [&] {
        return detail::put_att({file(), varid(), name.c_str()}, type.getId(), count, values);
    });
    return NcmpiVarAtt(getParentGroup(), *this, name);
}

inline NcmpiVarAtt NcmpiVar::putAtt(const std::string& name, const NcmpiType& type,
                                    MPI_Offset count, const void* values) const {
    detail::define(file(), [&] {
        return detail::put_att({file(), varid(), name.c_str()}, type.getId(), count, values);
    });
    return NcmpiVarAtt(getParentGroup(), *this, name);
}

inline void NcmpiVar::setFill(bool fill, const void* value) const {
    detail::define(file(),
                   [&] { return ncmpi_def_var_fill(file(), varid(), fill ? 0 : 1, value); });
}

inline void NcmpiVar::getFillModeParameters(bool& fill, void* value) const {
    int no_fill = 0;
    detail::check(ncmpi_inq_var_fill(file(), varid(), &no_fill, value), file());
    fill = no_fill == 0;
}

inline void NcmpiVar::fillRec(MPI_Offset record) const {
    detail::in_data_mode(file(), [&] { return ncmpi_fill_var_rec(file(), varid(), record); });
}

inline void NcmpiVar::setChunking(ChunkMode mode, const std::vector<MPI_Offset>& chunkSizes) const {
    if (!chunkSizes.empty() && chunkSizes.size() != getDims().size()) {
        detail::fail(NC_EINVAL, "variable '" + getName() + "' has another number of dimensions");
    }
    detail::define(file(), [&] {
        return weft_def_var_chunking(file(), varid(), mode,
                                     chunkSizes.empty() ? nullptr : chunkSizes.data());
    });
}

inline void NcmpiVar::getChunkingParameters(ChunkMode& mode,
                                            std::vector<MPI_Offset>& chunkSizes) const {
    int storage = NC_CONTIGUOUS;
    std::vector<MPI_Offset> lengths(static_cast<std::vector<int>::size_type>(getDimCount()));
    detail::check(weft_inq_var_chunking(file(), varid(), &storage, lengths.data()), file());
    mode = storage == NC_CHUNKED ? nc_CHUNKED : nc_CONTIGUOUS;
    chunkSizes.clear();
    if (mode == nc_CHUNKED) chunkSizes = lengths;
}

inline void NcmpiVar::setCompression(bool shuffle, bool deflate, int level) const {
    detail::define(file(), [&] {
        return weft_def_var_deflate(file(), varid(), shuffle ? 1 : 0, deflate ? 1 : 0, level);
    });
}

inline void NcmpiVar::getCompressionParameters(bool& shuffle, bool& deflate, int& level) const {
    int numbers[2] = {0, 0};
    detail::check(weft_inq_var_deflate(file(), varid(), &numbers[0], &numbers[1], &level), file());
    shuffle = numbers[0] != 0;
    deflate = numbers[1] != 0;
}

inline void NcmpiVar::setChecksum(ChecksumMode mode) const {
    detail::define(file(), [&] { return weft_def_var_fletcher32(file(), varid(), mode); });
}

inline NcmpiVar::ChecksumMode NcmpiVar::getChecksum() const {
    int mode = NC_NOCHECKSUM;
    detail::check(weft_inq_var_fletcher32(file(), varid(), &mode), file());
    return static_cast<ChecksumMode>(mode);
}

inline void NcmpiVar::setEndianness(EndianMode mode) const {
    detail::define(file(), [&] { return weft_def_var_endian(file(), varid(), mode); });
}

inline NcmpiVar::EndianMode NcmpiVar::getEndianness() const {
    int mode = NC_ENDIAN_NATIVE;
    detail::check(weft_inq_var_endian(file(), varid(), &mode), file());
    return static_cast<EndianMode>(mode);
}

inline void NcmpiVar::setQuantize(QuantizeMode mode, int digits) const {
    detail::define(file(), [&] { return weft_def_var_quantize(file(), varid(), mode, digits); });
}

inline void NcmpiVar::getQuantizeParameters(QuantizeMode& mode, int& digits) const {
    int number = NC_NOQUANTIZE;
    detail::check(weft_inq_var_quantize(file(), varid(), &number, &digits), file());
    mode = static_cast<QuantizeMode>(number);
}

inline void NcmpiVar::Inq_file_offset(MPI_Offset* offset) const {
    detail::check(ncmpi_inq_varoffset(file(), varid(), offset), file());
}

}  // namespace PnetCDF
