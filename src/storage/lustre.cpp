// SPDX-License-Identifier: BSD-3-Clause
#include "storage/lustre.hpp"

#include <sys/ioctl.h>

#include <cerrno>
#include <cstddef>
#include <span>
#include <vector>

#include "storage/lustre_layout.hpp"
#include "storage/lustre_request.hpp"
#include "storage/posix_file.hpp"

namespace weft::storage::lustre {
namespace {

// These are numbers that Lustre publishes for programs in lustre_user.h.
constexpr unsigned long set_layout = _IOW('f', 154, long);
constexpr unsigned long count_targets = _IOR('f', 168, long);

constexpr const char* layout_attribute = "lustre.lov";
constexpr std::size_t most_attribute_bytes = 65536;  // of any file system of Linux

/// The layout that `get(bytes)` has filled in, if it is one.
template <class Get>
Layout layout_by(Get get) {
    std::vector<std::byte> bytes(most_attribute_bytes);
    const ssize_t length = uninterrupted([&] { return get(std::span(bytes)); });
    if (length < 0) return {};
    Result<Layout> layout = read_layout(std::span(bytes).first(static_cast<std::size_t>(length)));
    return layout.ok() ? std::move(layout).value() : Layout();
}

Layout layout_of(const SystemCalls& calls, const std::string& name) {
    return layout_by([&](std::span<std::byte> bytes) {
        return calls.getxattr(name.c_str(), layout_attribute, bytes.data(), bytes.size());
    });
}

/// The number of targets of the file system, in use or not; 0: unknown.
int target_count(const SystemCalls& calls, const std::string& folder) {
    const int number = uninterrupted(
        [&] { return calls.open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
    if (number < 0) return 0;
    const Descriptor descriptor(calls, number);
    // The client reads and writes an int, although the number of the request allows more.
    struct {
        int count = 0;  // in: 0 asks for targets of data, 1 for those of names
        int unused = 0;
    } answer;
    const int asked = uninterrupted([&] { return calls.control(number, count_targets, &answer); });
    return asked < 0 || answer.count < 0 ? 0 : answer.count;
}

Striping striping_in(const SystemCalls& calls, const Layout& layout, std::int64_t file_bytes,
                     const std::string& folder) {
    const Component* const component = prevailing(layout, file_bytes);
    if (component == nullptr) return {};
    const bool is_open = component->targets.empty() &&
                         (component->stripes == Component::all || component->is_overstriped);
    return striping_of(*component, is_open ? target_count(calls, folder) : 0);
}

enum class Answer { done, try_another, give_up };

Answer ask(const SystemCalls& calls, int file, const LayoutRequest& request) {
    std::vector<std::byte> bytes = sent_bytes(request);
    // The client writes back the layout that the file gets.
    bytes.resize(most_attribute_bytes);
    if (uninterrupted([&] { return calls.control(file, set_layout, bytes.data()); }) == 0)
        return Answer::done;
    switch (errno) {
        case EEXIST:  // it has a layout, perhaps by the request that failed before
        case EALREADY:
            return Answer::done;
        case ENOTTY:
        case EOPNOTSUPP:
        case ENOSYS:
        case EPERM:
        case EACCES:
            return Answer::give_up;
        default:
            return Answer::try_another;
    }
}

/// The default layout of the folder, which a file gets when it is opened for writing.
Status take_usual_layout(const SystemCalls& calls, int file, const std::string& folder) {
    const int number =
        uninterrupted([&] { return calls.reopen(file, O_RDWR | O_CLOEXEC | O_NOCTTY); });
    if (number < 0) return failure(Operation::open, folder, errno);
    Descriptor(calls, number).close();
    return {};
}

FolderFacts folder_facts(const SystemCalls& calls, int file, const std::string& folder) {
    struct stat facts {};
    const bool is_told = uninterrupted([&] { return calls.fstat(file, &facts); }) == 0;
    return {.target_count = target_count(calls, folder),
            .folder = layout_of(calls, folder),
            .file = is_told ? facts.st_ino : 0};
}

}  // namespace

bool has_folder(const SystemCalls& calls, const std::string& folder) {
    struct statfs system {};
    return uninterrupted([&] { return calls.statfs(folder.c_str(), &system); }) == 0 &&
           static_cast<std::uint32_t>(system.f_type) == file_system_type;
}

Status stripe(const SystemCalls& calls, int file, const std::string& folder,
              const StripingWish& wish) {
    if (!wish.is_the_folders()) {
        for (const LayoutRequest& request : requests_for(wish, folder_facts(calls, file, folder))) {
            const Answer answer = ask(calls, file, request);
            if (answer == Answer::done) return {};
            if (answer == Answer::give_up) break;
        }
    }
    return take_usual_layout(calls, file, folder);
}

Striping striping_of(const SystemCalls& calls, const std::string& name, std::int64_t file_bytes) {
    const std::size_t slash = name.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : name.substr(0, slash + 1);
    return striping_in(calls, layout_of(calls, name), file_bytes, folder);
}

Striping striping_of(const SystemCalls& calls, int file, const std::string& folder) {
    const Layout layout = layout_by([&](std::span<std::byte> bytes) {
        return calls.fgetxattr(file, layout_attribute, bytes.data(), bytes.size());
    });
    return striping_in(calls, layout, 0, folder);
}

}  // namespace weft::storage::lustre
