// SPDX-License-Identifier: BSD-3-Clause
#include "parts/part_names.hpp"

#include <mutex>
#include <utility>

#include "parts/fields.hpp"
#include "parts/names.hpp"

namespace weft::parts {

/// Read once, by the first use of any copy in any thread.
struct PartNames::Unread {
    std::string lines;
    std::size_t count;
    std::once_flag is_read;
    List list;
};

void PartNames::List::push_back(std::string_view name) {
    text += name;
    ends.push_back(text.size());
}

PartNames::PartNames(std::string lines, std::size_t count) : unread_(std::make_shared<Unread>()) {
    unread_->lines = std::move(lines);
    unread_->count = count;
}

std::size_t PartNames::count_of_unread() const {
    return unread_->count;
}

const PartNames::List& PartNames::read() const {
    std::call_once(unread_->is_read, [&unread = *unread_] {
        const Fields fields(unread.lines);
        List list;
        list.ends.reserve(unread.count);
        for (const std::string_view name : fields.texts(names::part_line, unread.count))
            list.push_back(name);
        unread.list = std::move(list);
        unread.lines = {};
    });
    return unread_->list;
}

void PartNames::push_back(std::string_view name) {
    if (unread_ != nullptr) {
        list_ = list();
        unread_.reset();
    }
    list_.push_back(name);
}

}  // namespace weft::parts
