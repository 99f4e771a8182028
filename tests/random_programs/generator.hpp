// SPDX-License-Identifier: BSD-3-Clause
//
// Draws the next step of a program from its seed and the state of the model. Nothing here depends
// on the number of ranks.
#pragma once

#include <deque>
#include <optional>

#include "model.hpp"
#include "options.hpp"

namespace random_programs {

constexpr Index most_records = 12;

class Generator {
public:
    Generator(std::uint64_t program_seed, const Options& options);

    // The next step, or nothing at the end of the program. The model must have applied all earlier
    // steps.
    std::optional<Step> next(const Model& model);

private:
    // generator_define.cpp
    Step create();
    Step define_step(const Model& model);
    std::optional<Step> draw_definition(const Model& model);
    Step define_dimension(const Model& model);
    std::optional<Step> define_variable(const Model& model);
    std::optional<Step> fill_definition(const Model& model);
    Step end_define();
    std::optional<Step> put_attribute(const Model& model);
    std::optional<Step> copy_attribute(const Model& model);
    std::optional<Step> delete_attribute(const Model& model);
    std::optional<Step> rename(const Model& model);
    std::string draw_name();
    std::string unused_name(const Model& model, std::size_t longest);
    int draw_owner(const Model& model);

    // generator_data.cpp
    std::optional<Step> data_step(const Model& model);
    std::optional<Step> fill_record(const Model& model);
    std::optional<Step> access(const Model& model);
    std::vector<Piece> draw_pieces(const Model& model, bool put, bool collective);
    Shape reachable(const Model& model, int variable, bool put);
    void divide_one(const Model& model, bool put, int parts, std::vector<Piece>& pieces);
    void scatter(const Model& model, bool put, int parts, std::vector<Piece>& pieces);
    void choose_blocks(bool put, Piece& piece);
    void choose_call(const Model& model, bool put, bool only_one, Piece& piece);
    void choose_buffer(const Model& model, bool put, Piece& piece);
    std::optional<Piece> faulty(const Model& model);
    struct Touch {
        const Piece* piece;
        bool put;
    };
    // The steps that must come before these accesses to avoid a race, if any.
    std::optional<Step> needed_before(const Model& model, const std::vector<Touch>& touched);

    // generator_requests.cpp
    std::optional<Step> request_step(const Model& model);
    std::optional<Step> post(const Model& model);
    Step attach_buffer();
    Request draw_request(const Model& model);
    void limit_buffered(const Model& model, Index& buffered, Request& request);
    std::optional<Request> with_same_buffer(const Model& model, const Request& first);
    Chosen choose(const Model& model);
    Step cancel(const Model& model);
    std::optional<Step> wait(const Model& model);
    std::optional<Step> access_many(const Model& model);
    static void whole_variables(const Model& model, std::vector<Piece>& pieces);
    bool suit_many(const Model& model, const AccessMany& step, MemoryType memory, Piece& piece);

    const Options& options_;
    Random random_;
    int steps_ = 0;
    int next_number_ = 0;  // of requests
    int definitions_left_ = 0;
    int reopens_left_;
    Index most_elements_;  // of a variable, or of one record of it
    std::deque<Step> queued_;
};

}  // namespace random_programs
