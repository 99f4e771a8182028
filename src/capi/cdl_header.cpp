// SPDX-License-Identifier: BSD-3-Clause
// Headers read from CDL text. Nothing here communicates: each rank that needs a header reads it.
#include <pnetcdf.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>

#include "capi/answer.hpp"
#include "capi/handles.hpp"
#include "cdl/reader.hpp"
#include "formats/source.hpp"

using namespace weft;
using namespace weft::capi;

namespace {

constexpr std::int64_t chunk_bytes = 64 << 10;

/// The open headers. Their attributes have values in memory form, and text is followed by a zero.
class CdlHeaders : public IdTable<cdl::Header, most_files> {
public:
    static CdlHeaders& instance() {
        // Never destroyed: a program may use the names it got until its very end.
        static CdlHeaders* const headers = new CdlHeaders;
        return *headers;
    }

    [[nodiscard]] model::Schema* find_schema(int id) const {
        cdl::Header* const header = find(id);
        return header == nullptr ? nullptr : &header->schema;
    }
};

/// Adds a NUL to text, for programs that use it as a string.
void end_texts(model::AttributeList& attributes) {
    for (int id = 0; id < attributes.size(); ++id) {
        model::Attribute& attribute = attributes.at(id);
        model::Values ended(attribute.values.size() + 1);
        std::ranges::copy(attribute.values, ended.begin());
        attribute.values = std::move(ended);
    }
}

Result<std::shared_ptr<cdl::Header>> read_file(const char* path) {
    const auto source = formats::source_of(path, chunk_bytes);
    if (!source.ok()) return source.status();
    Result<cdl::Header> read = cdl::read_header(*source.value());
    if (!read.ok()) return read.status();
    auto header = std::make_shared<cdl::Header>(std::move(read).value());
    model::Schema& schema = header->schema;
    end_texts(schema.global_attributes);
    for (int id = 0; id < schema.variable_count(); ++id) {
        end_texts(schema.variable(id).attributes);
    }
    return header;
}

int remember(const Status& status) {
    keep_error(status);
    return code_of(status.code());
}

/// A name as the interface returns it. Names are read-only; the types of the interface do not say
/// so.
char* handed_out(const model::Name& name) {
    return const_cast<char*>(name.c_str());
}

bool has_item(int id, int count) {
    return id >= 0 && id < count;
}

/// The attributes of a variable or, for NC_GLOBAL, of the file; null for an unknown variable.
model::AttributeList* attributes_of(model::Schema& schema, int varid) {
    if (varid == NC_GLOBAL) return &schema.global_attributes;
    if (!has_item(varid, schema.variable_count())) return nullptr;
    return &schema.variable(varid).attributes;
}

}  // namespace

int cdl_hdr_open(const char* filename, int* hidp) {
    if (hidp != nullptr) *hidp = -1;
    if (filename == nullptr || hidp == nullptr)
        return remember({Code::einval, "the name or the place for the id is NULL"});
    try {
        Result<std::shared_ptr<cdl::Header>> header = read_file(filename);
        if (!header.ok()) return remember(header.status());
        const int id = CdlHeaders::instance().reserve();
        if (id < 0) return remember({Code::enfile, "too many CDL headers are open"});
        CdlHeaders::instance().put(id, std::move(header).value());
        *hidp = id;
        return NC_NOERR;
    } catch (const std::bad_alloc&) {
        return code_of(Code::enomem);
    }
}

int cdl_hdr_close(int hid) {
    if (CdlHeaders::instance().find(hid) == nullptr) return NC_EBADID;
    CdlHeaders::instance().remove(hid);
    return NC_NOERR;
}

int cdl_hdr_inq_format(int hid, int* format) {
    const cdl::Header* const header = CdlHeaders::instance().find(hid);
    if (header == nullptr) return NC_EBADID;
    answer(format, static_cast<int>(header->version));
    return NC_NOERR;
}

int cdl_hdr_inq_ndims(int hid, int* ndims) {
    const model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    answer(ndims, schema->dimension_count());
    return NC_NOERR;
}

int cdl_hdr_inq_dim(int hid, int dimid, char** name, MPI_Offset* size) {
    const model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    if (!has_item(dimid, schema->dimension_count())) return NC_EBADDIM;
    const model::Dimension& dimension = schema->dimension(dimid);
    answer(name, handed_out(dimension.name));
    answer(size, dimension.length);
    return NC_NOERR;
}

int cdl_hdr_inq_nvars(int hid, int* nvars) {
    const model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    answer(nvars, schema->variable_count());
    return NC_NOERR;
}

int cdl_hdr_inq_var(int hid, int varid, char** name, nc_type* xtype, int* ndims, int** dimids) {
    model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    if (!has_item(varid, schema->variable_count())) return NC_ENOTVAR;
    model::Variable& variable = schema->variable(varid);
    answer(name, handed_out(variable.name));
    answer(xtype, variable.type);
    answer(ndims, variable.dimension_ids.size());
    answer(dimids, variable.dimension_ids.data());
    return NC_NOERR;
}

int cdl_hdr_inq_nattrs(int hid, int varid, int* nattrs) {
    model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    const model::AttributeList* const attributes = attributes_of(*schema, varid);
    if (attributes == nullptr) return NC_ENOTVAR;
    answer(nattrs, attributes->size());
    return NC_NOERR;
}

int cdl_hdr_inq_attr(int hid, int varid, int attrid, char** name, nc_type* xtype,
                     MPI_Offset* nelems, void** value) {
    model::Schema* const schema = CdlHeaders::instance().find_schema(hid);
    if (schema == nullptr) return NC_EBADID;
    model::AttributeList* const attributes = attributes_of(*schema, varid);
    if (attributes == nullptr) return NC_ENOTVAR;
    if (!has_item(attrid, attributes->size())) return NC_ENOTATT;
    model::Attribute& attribute = attributes->at(attrid);
    answer(name, handed_out(attribute.name));
    answer(xtype, attribute.type);
    answer(nelems, attribute.count);
    answer(value, static_cast<void*>(attribute.values.data()));
    return NC_NOERR;
}
