// SPDX-License-Identifier: BSD-3-Clause
#include "web/aws_settings.hpp"

#include <algorithm>

#include "web/web_name.hpp"

namespace weft::web {
namespace {

constexpr const char* usual_region = "us-east-1";

std::string_view trimmed_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(begin);
    const std::size_t last = text.find_last_not_of(blanks);
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// "profile a" of the config is the profile a.
std::string section_in(std::string_view line) {
    constexpr std::string_view word = "profile ";
    std::string_view name = trimmed_words(line.substr(1, line.find(']') - 1));
    if (name.starts_with(word)) name = trimmed_words(name.substr(word.size()));
    return std::string(name);
}

/// A profile as both files have it.
class Profile {
public:
    Profile(const Variable& variable, const TextOf& text_of) {
        const std::string home = variable("HOME").value_or("");
        name_ = variable("AWS_PROFILE").value_or("");
        is_asked_for_ = !name_.empty();
        if (!is_asked_for_) name_ = "default";
        const auto read = [&](const char* name, const char* usual) {
            const auto text = text_of(variable(name).value_or(home + usual));
            return text ? parse_aws_file(*text) : AwsFile();
        };
        credentials_ = read("AWS_SHARED_CREDENTIALS_FILE", "/.aws/credentials");
        config_ = read("AWS_CONFIG_FILE", "/.aws/config");
    }

    [[nodiscard]] bool is_missing() const {
        return is_asked_for_ && !credentials_.contains(name_) && !config_.contains(name_);
    }
    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::string value(const std::string& key) const {
        for (const AwsFile* const file : {&credentials_, &config_}) {
            const auto section = file->find(name_);
            if (section == file->end()) continue;
            const auto found = section->second.find(key);
            if (found != section->second.end()) return found->second;
        }
        return "";
    }

    /// A value from the section of services that the profile names.
    [[nodiscard]] std::string value_of_service(const std::string& key) const {
        const auto section = config_.find("services " + value("services"));
        if (section == config_.end()) return "";
        const auto found = section->second.find(key);
        return found == section->second.end() ? "" : found->second;
    }

private:
    std::string name_;
    bool is_asked_for_ = false;
    AwsFile credentials_;
    AwsFile config_;
};

std::string first_of(std::initializer_list<std::string> values) {
    const auto found = std::ranges::find_if(values, [](const auto& one) { return !one.empty(); });
    return found == values.end() ? "" : *found;
}

Result<std::optional<Signer>> signer_of(const Variable& variable, const Profile& profile) {
    if (variable("WEFT_S3_ANONYMOUS").value_or("0") != "0") return std::optional<Signer>();
    Signer signer{.key = variable("AWS_ACCESS_KEY_ID").value_or(""),
                  .secret = variable("AWS_SECRET_ACCESS_KEY").value_or(""),
                  .token = variable("AWS_SESSION_TOKEN").value_or("")};
    const bool is_of_environment = !signer.key.empty() || !signer.secret.empty();
    if (!is_of_environment)
        signer = {.key = profile.value("aws_access_key_id"),
                  .secret = profile.value("aws_secret_access_key"),
                  .token = profile.value("aws_session_token")};
    if (signer.key.empty() && signer.secret.empty()) return std::optional<Signer>();
    if (signer.key.empty() || signer.secret.empty())
        return Status(Code::einval,
                      std::string(is_of_environment ? "the environment" : "the profile of AWS") +
                          " has one of the key and its secret, and not the other");
    return std::optional(std::move(signer));
}

S3Style style_called(const std::string& word, bool has_endpoint) {
    if (word == "virtual") return S3Style::virtual_host;
    // Most stores other than Amazon's know their buckets by paths only.
    return word == "path" || has_endpoint ? S3Style::path : S3Style::automatic;
}

}  // namespace

AwsFile parse_aws_file(std::string_view text) {
    AwsFile file;
    std::map<std::string, std::string>* section = nullptr;
    std::string group;  // the setting of which indented lines are parts
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view words = trimmed_words(line);
        if (words.empty() || words.front() == '#' || words.front() == ';') continue;
        if (words.front() == '[') {
            section = &file[section_in(words)];
            group.clear();
            continue;
        }
        const std::size_t sign = words.find('=');
        if (section == nullptr || sign == std::string_view::npos) continue;
        const std::string key(trimmed_words(words.substr(0, sign)));
        const std::string value(trimmed_words(words.substr(sign + 1)));
        const bool is_indented = line.front() == ' ' || line.front() == '\t';
        if (!is_indented) group = value.empty() ? key + "." : "";
        (*section)[is_indented ? group + key : key] = value;
    }
    return file;
}

Result<AwsSettings> aws_settings_of(const Variable& variable, const TextOf& text_of) {
    const Profile profile(variable, text_of);
    if (profile.is_missing())
        return Status(Code::einval,
                      "the files of AWS have no profile \"" + profile.name() + "\" (AWS_PROFILE)");
    Result<std::optional<Signer>> signer = signer_of(variable, profile);
    if (!signer.ok()) return signer.status();
    AwsSettings settings;
    settings.signer = std::move(signer).value();
    settings.region =
        first_of({variable("AWS_REGION").value_or(""), variable("AWS_DEFAULT_REGION").value_or(""),
                  profile.value("region"), usual_region});
    settings.endpoint = first_of({variable("AWS_ENDPOINT_URL_S3").value_or(""),
                                  variable("AWS_ENDPOINT_URL").value_or(""),
                                  profile.value_of_service("s3.endpoint_url"),
                                  profile.value("s3.endpoint_url"), profile.value("endpoint_url")});
    while (settings.endpoint.ends_with('/')) settings.endpoint.pop_back();
    if (!settings.endpoint.empty() && !parse_web_name(settings.endpoint).ok())
        return Status(Code::einval, "the endpoint of the object store is no address of the web");
    settings.style = style_called(profile.value("s3.addressing_style"), !settings.endpoint.empty());
    settings.certificates = variable("AWS_CA_BUNDLE").value_or("");
    return settings;
}

}  // namespace weft::web
