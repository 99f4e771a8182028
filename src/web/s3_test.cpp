// SPDX-License-Identifier: BSD-3-Clause
// Names of objects, and who asks for them.
#include <gtest/gtest.h>

#include <map>

#include "web/aws_settings.hpp"
#include "web/s3_name.hpp"

namespace weft::web {
namespace {

TEST(S3Name, HasABucketAndAKey) {
    const auto name = parse_s3_name("s3://noaa-data/a/b c?d#e.nc");
    ASSERT_TRUE(name.ok());
    EXPECT_EQ(name.value().bucket, "noaa-data");
    EXPECT_EQ(name.value().key, "a/b c?d#e.nc");
    for (const char* bad : {"s3://", "s3://bucket", "s3://bucket/", "s3:///key", "s3://a b/key",
                            "http://bucket/key", "s3://key:secret@bucket/key"})
        EXPECT_EQ(parse_s3_name(bad).code(), Code::einval) << bad;
}

TEST(S3Name, IsAUrlInTwoStyles) {
    const S3Name name{"bucket", "a b/c.nc"};
    EXPECT_EQ(url_of(name, "https://s3.amazonaws.com", S3Style::automatic),
              "https://bucket.s3.amazonaws.com/a%20b/c.nc");
    EXPECT_EQ(url_of(name, "http://localhost:9000", S3Style::path),
              "http://localhost:9000/bucket/a%20b/c.nc");
    EXPECT_EQ(url_of({"with.dots", "k"}, "https://h", S3Style::automatic), "https://h/with.dots/k");
    EXPECT_EQ(url_of({"Old_Bucket", "k"}, "https://h", S3Style::automatic),
              "https://h/Old_Bucket/k");
}

/// Settings by the environment and the files of a test.
struct Machine {
    std::map<std::string, std::string> variables;
    std::map<std::string, std::string> files;

    [[nodiscard]] Result<AwsSettings> settings() const {
        return aws_settings_of(
            [this](const char* name) -> std::optional<std::string> {
                const auto found = variables.find(name);
                return found == variables.end() ? std::nullopt : std::optional(found->second);
            },
            [this](const std::string& path) -> std::optional<std::string> {
                const auto found = files.find(path);
                return found == files.end() ? std::nullopt : std::optional(found->second);
            });
    }
};

const std::map<std::string, std::string> files_of_ada = {
    {"/home/ada/.aws/credentials",
     "# mine\n[default]\naws_access_key_id = K1\naws_secret_access_key=S1\n"
     "[lab]\naws_access_key_id=K2\naws_secret_access_key=S2\naws_session_token=T2\n"},
    {"/home/ada/.aws/config",
     "[default]\nregion = eu-north-1\n[profile lab]\nregion=us-west-2\nendpoint_url = "
     "http://lab:9000/\ns3 =\n  addressing_style = virtual\n  endpoint_url = "
     "http://s3.lab:9000\n"}};

TEST(AwsSettings, WithoutAnyNobodyIsTold) {
    const auto settings = Machine{{{"HOME", "/home/ada"}}, {}}.settings();
    ASSERT_TRUE(settings.ok());
    EXPECT_FALSE(settings.value().signer.has_value());
    EXPECT_EQ(settings.value().region, "us-east-1");
    EXPECT_EQ(settings.value().endpoint, "");
}

TEST(AwsSettings, AreThoseOfTheDefaultProfile) {
    const auto settings = Machine{{{"HOME", "/home/ada"}}, files_of_ada}.settings();
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().signer->key, "K1");
    EXPECT_EQ(settings.value().signer->secret, "S1");
    EXPECT_EQ(settings.value().signer->token, "");
    EXPECT_EQ(settings.value().region, "eu-north-1");
}

TEST(AwsSettings, AreThoseOfAProfile) {
    const auto settings =
        Machine{{{"HOME", "/home/ada"}, {"AWS_PROFILE", "lab"}}, files_of_ada}.settings();
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().signer->token, "T2");
    EXPECT_EQ(settings.value().endpoint, "http://s3.lab:9000");
    EXPECT_EQ(settings.value().style, S3Style::virtual_host);
    const auto missing =
        Machine{{{"HOME", "/home/ada"}, {"AWS_PROFILE", "none"}}, files_of_ada}.settings();
    EXPECT_EQ(missing.code(), Code::einval);
}

TEST(AwsSettings, OfTheEnvironmentComeFirst) {
    Machine machine{{{"HOME", "/home/ada"},
                     {"AWS_ACCESS_KEY_ID", "K3"},
                     {"AWS_SECRET_ACCESS_KEY", "S3"},
                     {"AWS_REGION", "here"},
                     {"AWS_ENDPOINT_URL", "http://all:1"},
                     {"AWS_ENDPOINT_URL_S3", "http://s3:1/"}},
                    files_of_ada};
    const auto settings = machine.settings();
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().signer->key, "K3");
    EXPECT_EQ(settings.value().signer->token, "");
    EXPECT_EQ(settings.value().region, "here");
    EXPECT_EQ(settings.value().endpoint, "http://s3:1");
    EXPECT_EQ(settings.value().style, S3Style::path);
    machine.variables["WEFT_S3_ANONYMOUS"] = "1";
    EXPECT_FALSE(machine.settings().value().signer.has_value());
    machine.variables["AWS_ENDPOINT_URL_S3"] = "nowhere";
    EXPECT_EQ(machine.settings().code(), Code::einval);
}

TEST(AwsSettings, NeedAKeyAndItsSecret) {
    const auto half = Machine{{{"AWS_ACCESS_KEY_ID", "K"}}, {}}.settings();
    EXPECT_EQ(half.code(), Code::einval);
    EXPECT_EQ(half.status().context().find("\"K\""), std::string::npos);
}

TEST(AwsFile, MayBeAnything) {
    for (const char* text :
         {"", "[", "[]", "x=1", "[a]\n=\n", "[a\nb", " s3 =\n x", "\n\n[a]\n\tb"})
        static_cast<void>(parse_aws_file(text));
    EXPECT_EQ(parse_aws_file("[services lab]\ns3 =\n endpoint_url = u\n")
                  .at("services lab")
                  .at("s3.endpoint_url"),
              "u");
}

}  // namespace
}  // namespace weft::web
