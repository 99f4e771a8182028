// SPDX-License-Identifier: BSD-3-Clause
// What a stranger's master can bring about: it is opened, read, deleted and created over, in a
// folder with files that are none of its own, and with the ways out of the process shut. No such
// file changes, nothing else appears, and no way out is tried. Files lie in memory.
//
// The folder is looked at after every sixteenth run: what happened to it stays to be seen.
//
//   hostile_masters_fuzz [RUNS [SEED]]     the runs that WEFT_HOSTILE_RUNS says, or 2,000
#include <mpi.h>
#include <pnetcdf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include "closed_doors.hpp"
#include "hostile_master.hpp"
#include "parts/master.hpp"
#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace {

namespace fs = std::filesystem;
using namespace weft;
using fuzz::HostileMaster;

std::uint64_t seed_of_run = 0;
std::uint64_t runs_since_look = 0;

[[noreturn]] void broken(const std::string& what) {
    std::fprintf(stderr, "seed %llu, or one of the %llu before it: %s\n",
                 static_cast<unsigned long long>(seed_of_run),
                 static_cast<unsigned long long>(runs_since_look), what.c_str());
    std::abort();
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file.flush()) broken("cannot write " + path.string());
}

/// Files that stay what they are, by their paths.
class Bystanders {
public:
    void add(const fs::path& path, const std::string& bytes) {
        write(path, bytes);
        files_[path.string()] = facts_of(path.string());
    }

    /// In these folders there is nothing else but what the master owns.
    void check(const std::vector<fs::path>& folders, const fs::path& masters_folder) const {
        for (const auto& [path, facts] : files_) {
            if (facts_of(path) != facts) broken(path + " is not what it was");
        }
        for (const fs::path& folder : folders) {
            for (const auto& entry : fs::directory_iterator(folder)) {
                const bool may_own = folder == masters_folder || folder.filename() == "t1";
                const bool is_own = may_own && entry.path().filename().string().starts_with("m.nc");
                if (!entry.is_directory() && !is_own && !files_.contains(entry.path().string()))
                    broken(entry.path().string() + " has appeared");
            }
        }
    }

private:
    using Facts = std::array<std::int64_t, 5>;
    static Facts facts_of(const std::string& path) {
        struct stat facts {};
        if (::lstat(path.c_str(), &facts) != 0) return {};
        return {static_cast<std::int64_t>(facts.st_ino), facts.st_size, facts.st_ctim.tv_sec,
                facts.st_ctim.tv_nsec, facts.st_mode};
    }

    std::map<std::string, Facts> files_;
};

/// BASE/here has the hostile master m.nc, another set of its id, and folders; BASE/outside is none
/// of its.
class Scene {
public:
    explicit Scene(const fs::path& base) : base_(base), here_(base / "here") {
        fs::create_directories(here_ / "t1");
        fs::create_directories(base / "outside");
        bystanders_.add(here_ / "plain.nc", "CDF\x05 and no more");
        for (const char* name : {"plain.nc.0000", "plain.nc.0001"})
            bystanders_.add(here_ / name, "");
        bystanders_.add(here_ / "m.nc.0002", "somebody's");
        bystanders_.add(base / "outside.nc", "somebody's");
        fs::create_directory_symlink("../outside", here_ / "t2");
        std::mt19937_64 random(7);
        HostileMaster other = fuzz::hostile_master(random, here_);
        while (other.table.epoch_count() > 1 || other.is_damaged)
            other = fuzz::hostile_master(random, here_);
        other.table.id = {7, 7};
        other.table.names = {"out.nc.0000", "out.nc.0001"};
        bystanders_.add(here_ / "out.nc", fuzz::bytes_of_master(other));
        for (int part = 0; part < 2; ++part) {
            bystanders_.add(here_ / other.table.names[part], fuzz::bytes_of_part(other, part, ""));
            const std::string end = parts::end_of_name(parts::text_of(other.table.id), 0, part);
            const std::string in_folder = fuzz::bytes_of_part(other, part, "/elsewhere/m.nc");
            for (const char* stem : {"m.nc", "out.nc"})
                bystanders_.add(base / "outside" / (stem + end), in_folder);
            bystanders_.add(here_ / "t1" / ("out.nc" + end), in_folder);
        }
    }

    void run(std::uint64_t seed) {
        seed_of_run = seed;
        is_new_ = true;
        std::mt19937_64 random(seed);
        const HostileMaster master = fuzz::hostile_master(random, here_);
        write(here_ / "m.nc", master.bytes);
        for (int part = 0; part < master.table.part_count(); ++part) add_part(random, master, part);
        for (std::uint64_t left = 1 + random() % 3; left > 0; --left) act(random, master);
        for (const fs::path& own : own_) fs::remove(own);
        own_.clear();
        fs::remove(here_ / "m.nc");
        if (++runs_since_look == 16) look_around();
    }

    void look_around() const {
        bystanders_.check({base_, here_, here_ / "t1", base_ / "outside"}, here_);
        runs_since_look = 0;
    }

private:
    /// Where a sound master would have it; now and then none, another one, or half of it.
    void add_part(std::mt19937_64& random, const HostileMaster& master, int part) {
        const std::string id = parts::text_of(master.table.id);
        const bool in_folder = random() % 2 == 0;
        const fs::path path =
            (in_folder ? here_ / "t1" : here_) /
            ("m.nc" + parts::end_of_name(in_folder ? id : "", part / 2, part % 2));
        own_.insert(path);
        if (random() % 8 == 0) return;
        const int number = random() % 8 == 0 ? 0 : part;
        std::string bytes =
            fuzz::bytes_of_part(master, number, random() % 2 == 0 ? (here_ / "m.nc").string() : "");
        if (random() % 16 == 0) bytes.resize(random() % bytes.size());
        write(path, bytes);
    }

    void act(std::mt19937_64& random, const HostileMaster& master) {
        const std::string path = (here_ / "m.nc").string();
        switch (random() % 5) {
            case 0:
                return look(path, NC_NOWRITE, master);
            case 1:
                return look(path, NC_WRITE, master);
            case 2:
                (void)ncmpi_delete(path.c_str(), MPI_INFO_NULL);
                return;
            case 3:
                return create(path, MPI_INFO_NULL);
            default:
                return create(path, as_set());
        }
    }

    void look(const std::string& path, int mode, const HostileMaster& master) {
        int ncid = -1;
        if (ncmpi_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &ncid) != NC_NOERR) return;
        if (!master.is_damaged && is_new_) check_names(master);
        for (const int variable : {0, 1}) get(ncid, variable);
        (void)ncmpi_close(ncid);
    }

    /// A damaged master may have made it a large one.
    static void get(int ncid, int variable) {
        constexpr MPI_Offset most = 4096;
        std::array<int, 8> dimensions{};
        int count = 0;
        if (ncmpi_inq_varndims(ncid, variable, &count) != NC_NOERR || count > 8) return;
        (void)ncmpi_inq_vardimid(ncid, variable, dimensions.data());
        MPI_Offset elements = 1;
        for (int i = 0; i < count; ++i) {
            MPI_Offset length = 0;
            (void)ncmpi_inq_dimlen(ncid, dimensions[static_cast<std::size_t>(i)], &length);
            if (length > most || (elements *= length) > most) return;
        }
        std::vector<int> values(most);
        (void)ncmpi_get_var_int_all(ncid, variable, values.data());
    }

    /// What has been opened has names that lead nowhere else, told in a way of their own.
    static void check_names(const HostileMaster& master) {
        for (const std::string_view name : master.table.names) {
            // A line break ends a name, which is missing then, or another one.
            if (name.find('\n') != std::string_view::npos) continue;
            const std::string framed = "/" + std::string(name) + "/";
            for (const char* word : {"/../", "://", "\x1b"}) {
                if (framed.find(word) != std::string::npos && !framed.starts_with("//"))
                    broken("a set was opened with a part '" + std::string(name) + "'");
            }
        }
    }

    void create(const std::string& path, MPI_Info hints) {
        int ncid = -1;
        is_new_ = false;
        if (ncmpi_create(MPI_COMM_SELF, path.c_str(), NC_CLOBBER, hints, &ncid) != NC_NOERR) return;
        std::array<int, 2> dimensions{};
        int variable = -1;
        (void)ncmpi_def_dim(ncid, "y", 4, &dimensions[0]);
        (void)ncmpi_def_dim(ncid, "x", 3, &dimensions[1]);
        (void)ncmpi_def_var(ncid, "v", NC_INT, 2, dimensions.data(), &variable);
        (void)ncmpi_enddef(ncid);
        (void)ncmpi_close(ncid);
    }

    MPI_Info as_set() {
        static MPI_Info const hints = [] {
            MPI_Info made = MPI_INFO_NULL;
            MPI_Info_create(&made);
            MPI_Info_set(made, "weft_parts", "2");
            MPI_Info_set(made, "weft_part_least_bytes", "1");
            return made;
        }();
        for (const char* name : {"m.nc.0000", "m.nc.0001"}) own_.insert(here_ / name);
        return hints;
    }

    fs::path base_;
    fs::path here_;
    Bystanders bystanders_;
    std::set<fs::path> own_;
    bool is_new_ = true;  // the master is still the hostile one
};

long number(const char* text, long otherwise) {
    return text == nullptr ? otherwise : std::strtol(text, nullptr, 10);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const long runs = number(argc > 1 ? argv[1] : std::getenv("WEFT_HOSTILE_RUNS"), 2000);
    const long first = number(argc > 2 ? argv[2] : std::getenv("WEFT_SEED"), 1);
    std::string base = "/dev/shm/weft-hostile-XXXXXX";
    if (::mkdtemp(base.data()) == nullptr) return 1;
    const auto begun = std::chrono::steady_clock::now();
    {
        Scene scene(base);
        scene.run(0);  // what is loaded once is loaded
        fuzz::shut_doors(true);
        for (long i = 0; i < runs; ++i) scene.run(static_cast<std::uint64_t>(first + i));
        scene.look_around();
        fuzz::shut_doors(false);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    std::printf("%ld runs from seed %ld in %.1f s\n", runs, first, seconds.count());
    fs::remove_all(base);
    MPI_Finalize();
    return 0;
}
