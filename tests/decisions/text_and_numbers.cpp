// SPDX-License-Identifier: BSD-3-Clause
// Text for numbers, and numbers for text: NC_ECHAR in every shape, before any error of start,
// count, stride and sizes, and also for no elements.
#include <functional>
#include <string>
#include <vector>

#include "datatype.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

const MPI_Offset bad[] = {-1, -1};
const MPI_Offset zero[] = {0, 0};
char text[24] = {};
int numbers[24] = {};

using Call = std::function<int()>;

void expect_refused(const std::vector<Call>& calls, Place place = here()) {
    for (std::size_t i = 0; i < calls.size(); ++i)
        expect(calls[i](), NC_ECHAR, "call " + std::to_string(i), place);
}

void typed() {
    const Sample f = sample();
    const int id = f.ncid;
    expect_refused({
        [&] { return ncmpi_put_var_text_all(id, f.fixed, text); },
        [&] { return ncmpi_put_var1_text_all(id, f.fixed, bad, text); },
        [&] { return ncmpi_put_var1_text_all(id, f.fixed, nullptr, text); },
        [&] { return ncmpi_put_vara_text_all(id, f.fixed, bad, bad, text); },
        [&] { return ncmpi_put_vara_text_all(id, f.fixed, zero, nullptr, text); },
        [&] { return ncmpi_put_vara_text_all(id, f.fixed, zero, zero, text); },
        [&] { return ncmpi_get_vars_int_all(id, f.text, zero, zero, bad, numbers); },
        [&] { return ncmpi_get_varm_int_all(id, f.text, zero, zero, bad, bad, numbers); },
        [&] { return ncmpi_get_varn_int_all(id, f.text, 1, nullptr, nullptr, numbers); },
        [&] { return ncmpi_get_varn_int_all(id, f.text, 0, nullptr, nullptr, numbers); },
        [&] { return ncmpi_iget_vara_int(id, f.text, bad, bad, numbers, nullptr); },
        [&] { return ncmpi_iput_vara_text(id, f.real, zero, zero, text, nullptr); },
    });
    close_file(id);
}

/// A datatype decides the type of the elements as soon as it has one.
void flexible() {
    const Sample f = sample();
    const int id = f.ncid;
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_CHAR, &made);
    const Type letters(made);
    for (const MPI_Datatype type : {MPI_Datatype(MPI_CHAR), MPI_Datatype(letters)}) {
        expect_refused({
            [&] { return ncmpi_put_var_all(id, f.fixed, text, 24, type); },
            [&] { return ncmpi_put_var_all(id, f.fixed, text, 0, type); },
            [&] { return ncmpi_put_var_all(id, f.fixed, text, -3, type); },
            [&] { return ncmpi_put_var_all(id, f.fixed, text, NC_COUNT_IGNORE, type); },
            [&] { return ncmpi_put_var1_all(id, f.fixed, bad, text, 1, type); },
            [&] { return ncmpi_put_vara_all(id, f.fixed, bad, bad, text, 2, type); },
            [&] { return ncmpi_put_vara_all(id, f.fixed, zero, zero, text, 0, type); },
            [&] { return ncmpi_put_vars_all(id, f.fixed, zero, zero, bad, text, 2, type); },
            [&] { return ncmpi_put_varm_all(id, f.fixed, zero, bad, bad, bad, text, 2, type); },
            [&] { return ncmpi_put_varn_all(id, f.fixed, 1, nullptr, nullptr, text, 2, type); },
            [&] { return ncmpi_put_varn_all(id, f.fixed, 0, nullptr, nullptr, text, 0, type); },
            [&] { return ncmpi_put_vard_all(id, f.fixed, MPI_DATATYPE_NULL, text, 2, type); },
            [&] { return ncmpi_put_vard_all(id, f.fixed, MPI_FLOAT, text, 0, type); },
            [&] { return ncmpi_iput_vara(id, f.fixed, bad, bad, text, 0, type, nullptr); },
            [&] { return ncmpi_iget_vara(id, f.fixed, bad, bad, text, 0, type, nullptr); },
            [&] { return ncmpi_bput_vara(id, f.fixed, bad, bad, text, 0, type, nullptr); },
        });
    }
    expect_refused({
        [&] { return ncmpi_get_vara_all(id, f.text, bad, bad, numbers, 1, MPI_INT); },
        [&] { return ncmpi_get_vard_all(id, f.text, MPI_CHAR, numbers, 1, MPI_INT); },
    });
    // The errors before it, and those after.
    expect(ncmpi_put_vara_all(id, 99, bad, bad, text, 2, MPI_CHAR), NC_ENOTVAR);
    expect(ncmpi_put_vara_all(id, f.fixed, bad, bad, numbers, 2, MPI_INT), NC_EINVALCOORDS);
    expect(ncmpi_put_vara_all(id, f.fixed, bad, bad, numbers, 2, MPI_C_DOUBLE_COMPLEX),
           NC_EINVALCOORDS, "a type nobody takes");
    expect(ncmpi_put_var_all(id, f.fixed, numbers, 2, MPI_C_DOUBLE_COMPLEX), NC_EUNSPTETYPE);
    // Untyped bytes become text or numbers, and the variable's own type is always right.
    const MPI_Offset six[] = {6};
    ok(ncmpi_put_vara_all(id, f.text, zero, six, text, 6, MPI_BYTE));
    ok(ncmpi_put_vara_all(id, f.text, zero, six, text, 0, MPI_DATATYPE_NULL));
    close_file(id);
}

void several_at_once() {
    const Sample f = sample();
    int ids[] = {f.fixed};
    MPI_Offset wrong[] = {-1, -1};
    MPI_Offset* starts[] = {wrong};
    char* const texts[] = {text};
    expect(ncmpi_mput_vara_text_all(f.ncid, 1, ids, starts, starts, texts), NC_ECHAR);
    void* buffers[] = {text};
    const MPI_Offset counts[] = {0};
    const MPI_Datatype types[] = {MPI_CHAR};
    expect(ncmpi_mput_vara_all(f.ncid, 1, ids, starts, starts, buffers, counts, types), NC_ECHAR);
    expect(ncmpi_mget_vara_all(f.ncid, 1, ids, starts, starts, buffers, counts, types), NC_ECHAR);
    close_file(f.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"typed", typed}, {"flexible", flexible}, {"several_at_once", several_at_once}});
}
