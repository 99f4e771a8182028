// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/books_apart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "hdf5/apart/conversation.hpp"
#include "hdf5/apart/description_check.hpp"
#include "hdf5/apart/messages.hpp"
#include "hdf5/books/archive.hpp"

namespace weft::hdf5::apart {
namespace {

Place nothing() {
    return std::span<std::byte>();
}

Place place_of(std::span<std::byte> bytes) {
    return bytes;
}

/// Passes the message to the sink, and returns the code. A lack of memory has no message.
Code tell(const Status& status, Sink& why) {
    why.take(std::as_bytes(std::span(status.context())));
    return status.code();
}

/// Calls `work`, which may run out of memory.
template <class Work>
Code answered(Sink& why, Work&& work) noexcept {
    try {
        return tell(work(), why);
    } catch (const std::bad_alloc&) {
        return Code::enomem;
    }
}

Status damaged_answer() {
    return {Code::ehdferr, "the process that keeps the books of this file answers in another form"};
}

Status check_chunk_bytes(std::size_t bytes) {
    if (bytes <= static_cast<std::size_t>(longest_chunk)) return {};
    return {Code::enotsupport,
            fmt::format("a chunk of {} bytes, more than the {} that are read of a file that is not "
                        "trusted",
                        bytes, longest_chunk)};
}

class VariableApart final : public StoredVariable {
public:
    VariableApart(std::shared_ptr<Conversation> conversation, const OpenedVariable& opened)
        : conversation_(std::move(conversation)), opened_(opened) {}
    VariableApart(const VariableApart&) = delete;
    VariableApart& operator=(const VariableApart&) = delete;
    ~VariableApart() override {
        Question question = about(Kind::close_variable);
        static_cast<void>(conversation_->ask(question, nothing()));
    }

    Code find(std::span<const std::int64_t> places, std::span<StoredChunk> found,
              Sink& why) noexcept override {
        return answered(why, [&] {
            Question question = about(Kind::find);
            question.numbers = {std::ssize(found)};
            const Status status = conversation_->ask(question, std::as_bytes(places),
                                                     place_of(std::as_writable_bytes(found)));
            return status.ok() ? check_found(found) : status;
        });
    }

    Code count_stored(std::int64_t& bytes, Sink& why) noexcept override {
        return answered(why, [&] {
            Question question = about(Kind::count_stored);
            return conversation_->ask(question,
                                      place_of(std::as_writable_bytes(std::span(&bytes, 1))));
        });
    }

    [[nodiscard]] Code check_decoding(Sink& why) noexcept override {
        return answered(why, [&] {
            Question question = about(Kind::check_decoding);
            return conversation_->ask(question, nothing());
        });
    }

    [[nodiscard]] bool needs_libhdf5() const noexcept override { return opened_.needs_libhdf5; }

    /// Decodes in the keeper, because codecs are foreign libraries, too.
    Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                std::span<std::byte> chunk, Sink& why) noexcept override {
        return answered(why, [&] {
            Status status = check_chunk_bytes(std::max(stored.size(), chunk.size()));
            if (!status.ok()) return status;
            Question question = about(Kind::decode);
            question.numbers = {filter_mask, std::ssize(chunk)};
            return conversation_->ask(question, stored, place_of(chunk));
        });
    }

    Code read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
              Sink& why) noexcept override {
        return answered(why, [&] {
            Status status = check_chunk_bytes(chunk.size());
            if (!status.ok()) return status;
            Question question = about(Kind::read_chunk);
            question.numbers.assign(place.begin(), place.end());
            return conversation_->ask(question, chunk, place_of(chunk));
        });
    }

    Code read_strings(std::span<const std::int64_t> start, std::span<const std::int64_t> count,
                      std::span<const std::int64_t> stride, Sink& strings,
                      Sink& why) noexcept override {
        return answered(why, [&] {
            Question question = about(Kind::read_strings);
            for (const auto numbers : {start, count, stride})
                question.numbers.insert(question.numbers.end(), numbers.begin(), numbers.end());
            std::vector<std::byte> bytes;
            const Status status = conversation_->ask(question, Place(&bytes));
            if (!status.ok()) return status;
            std::optional<std::int64_t> total = 1;
            for (const std::int64_t one : count)
                if (total) total = checked_mul(*total, one);
            return total && give_strings(bytes, *total, strings) ? Status() : damaged_answer();
        });
    }

private:
    [[nodiscard]] Question about(Kind kind) const {
        return {.kind = kind, .variable = opened_.number};
    }

    /// Checks the form of the answer only. Whoever reads the chunks checks that they lie in the
    /// file.
    static Status check_found(std::span<const StoredChunk> found) {
        constexpr std::int64_t most = std::int64_t{1} << 32;  // of HDF5
        const bool are_good = std::ranges::all_of(found, [](const StoredChunk& one) {
            return one.address >= -1 && one.bytes >= 0 && one.bytes <= most;
        });
        return are_good ? Status() : damaged_answer();
    }

    /// Passes on the strings, each with its zero byte. Returns false unless there are exactly as
    /// many zero bytes as strings were asked for.
    static bool give_strings(std::span<const std::byte> bytes, std::int64_t total, Sink& strings) {
        if (std::ranges::count(bytes, std::byte{0}) != total) return false;
        if (!bytes.empty() && bytes.back() != std::byte{0}) return false;
        while (!bytes.empty()) {
            const auto end = std::ranges::find(bytes, std::byte{0});
            const auto length = static_cast<std::size_t>(end - bytes.begin()) + 1;
            strings.take(bytes.first(length));
            bytes = bytes.subspan(length);
        }
        return true;
    }

    std::shared_ptr<Conversation> conversation_;
    OpenedVariable opened_;
};

class BooksApart final : public Books {
public:
    BooksApart(std::shared_ptr<Conversation> conversation, std::int64_t file_bytes)
        : conversation_(std::move(conversation)), file_bytes_(file_bytes) {}

    Code describe(Sink& description, Sink& why) noexcept override {
        return answered(why, [&] {
            Question question{.kind = Kind::describe};
            std::vector<std::byte> bytes;
            Status status = conversation_->ask(question, Place(&bytes));
            if (!status.ok()) return status;
            const Result<Description> its = hdf5::decode(bytes);
            status = its.ok() ? check_description(its.value(), file_bytes_) : its.status();
            if (status.ok()) description.take(bytes);
            return status;
        });
    }

    std::unique_ptr<StoredVariable> open(std::string_view object, Sink& why) noexcept override {
        std::unique_ptr<StoredVariable> variable;
        static_cast<void>(answered(why, [&] {
            Question question{.kind = Kind::open_variable, .text = std::string(object)};
            std::vector<std::byte> bytes;
            const Status status = conversation_->ask(question, Place(&bytes));
            if (!status.ok()) return status;
            OpenedVariable opened;
            Reader reader(bytes);
            reader(opened);
            if (!reader.is_good()) return damaged_answer();
            variable = std::make_unique<VariableApart>(conversation_, opened);
            return Status();
        }));
        return variable;
    }

private:
    std::shared_ptr<Conversation> conversation_;
    std::int64_t file_bytes_;
};

}  // namespace

Result<OpenedApart> open_books(StartedKeeper started, Source& source,
                               const Patience& patience) noexcept {
    try {
        const auto conversation =
            std::make_shared<Conversation>(std::move(started), source, patience);
        const std::int64_t file_bytes = source.size();
        Status status = conversation->greet();
        if (!status.ok()) return status;
        Question question{.kind = Kind::open, .numbers = {file_bytes, source.page_bytes()}};
        status = conversation->ask(question, nothing());
        if (!status.ok()) return status;
        return OpenedApart{std::make_unique<BooksApart>(conversation, file_bytes),
                           conversation->lacks()};
    } catch (const std::bad_alloc&) {
        return Code::enomem;
    }
}

}  // namespace weft::hdf5::apart
