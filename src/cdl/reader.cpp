// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/reader.hpp"

#include "cdl/data_text.hpp"
#include "cdl/header_text.hpp"

namespace weft::cdl {

Status read(format::ByteSource& source, Sink& sink, bool is_netcdf4) {
    Lexer lexer(source);
    HeaderText header(lexer, is_netcdf4);
    header.read();
    if (!lexer.status().ok()) return lexer.status();
    Status status = sink.begin(header.header());
    if (status.ok() && header.has_data()) status = DataText(lexer, header.header(), sink).read();
    if (!status.ok()) return status;
    if (expect(lexer, '}', "the dataset") && lexer.token().kind != TokenKind::end)
        fail_expected(lexer, "the end of the text");
    return lexer.status();
}

Result<Header> read_header(format::ByteSource& source) {
    Lexer lexer(source);
    HeaderText header(lexer, false);
    header.read();
    if (!lexer.status().ok()) return lexer.status();
    return std::move(header.header());
}

}  // namespace weft::cdl
