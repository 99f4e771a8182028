// SPDX-License-Identifier: BSD-3-Clause
// A keeper's session: it answers the questions about one file, whose bytes it requests from the
// program (messages.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hdf5/apart/messages.hpp"
#include "hdf5/books/books.hpp"

namespace weft::hdf5::apart {

/// The keeper's end of the line, which has no impatience: where it ends, the keeper does.
class KeeperLine {
public:
    explicit KeeperLine(int descriptor) : descriptor_(descriptor) {}

    bool send(const Head& head, std::span<const std::byte> words, std::span<const std::byte> body);
    bool receive(std::span<std::byte> bytes);

private:
    bool send(std::span<const std::byte> bytes);

    int descriptor_;
};

/// The bytes of the file, by way of the program.
class AskedSource final : public Source {
public:
    explicit AskedSource(KeeperLine& line) : line_(line) {}

    void begin(std::int64_t file_bytes, std::int64_t page_bytes) {
        file_bytes_ = file_bytes;
        page_bytes_ = page_bytes;
    }
    [[nodiscard]] std::int64_t size() noexcept override { return file_bytes_; }
    bool read(std::int64_t offset, std::span<std::byte> bytes) noexcept override;
    [[nodiscard]] std::int64_t page_bytes() const noexcept override { return page_bytes_; }

private:
    bool read_part(std::int64_t offset, std::span<std::byte> bytes);

    KeeperLine& line_;
    std::int64_t file_bytes_ = 0;
    std::int64_t page_bytes_ = 0;
};

class Session {
public:
    Session(KeeperLine& line, OpenBooks& open) : line_(line), source_(line), open_(open) {}

    /// Answers the next question. Returns false if the program has ended, or closed the file.
    bool answer_one();

private:
    /// The answer to a question.
    struct Outcome {
        Code code = Code::noerr;
        std::string why;
        std::vector<std::byte> body;
    };
    [[nodiscard]] Outcome outcome_of(const Question& question, std::vector<std::byte> body);
    void open_file(const Question& question, Outcome& outcome);
    void open_variable(const Question& question, Outcome& outcome);
    void ask_variable(const Question& question, std::vector<std::byte> body, Outcome& outcome);

    KeeperLine& line_;
    AskedSource source_;
    OpenBooks& open_;
    std::unique_ptr<Books> books_;
    std::int64_t last_number_ = 0;
    std::map<std::int64_t, std::unique_ptr<StoredVariable>> variables_;
};

}  // namespace weft::hdf5::apart
