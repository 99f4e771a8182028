# SPDX-License-Identifier: BSD-3-Clause
# The front door. Each target installs the packages that it needs where it may (dev/setup).
JOBS := $(shell nproc)
.PHONY: help demo test bench results build wheel docs packages release cross format clean

help:
	@echo 'Weft, a parallel netCDF library.'
	@echo
	@echo '  make demo     build Weft and watch it write and read real data on several ranks'
	@echo '  make test     everything that must hold before a change is merged'
	@echo '  make bench    measure Weft, beside PnetCDF where that is installed'
	@echo '  make results  the same, kept in bench/RESULTS.md'
	@echo '  make build    the library and the weft command, in build/release'
	@echo '  make wheel    the Python package, in build/dist: a wheel and a source archive'
	@echo '  make docs     the documentation site, in build/site'
	@echo '  make packages build the Debian package, and on a machine with plain names'
	@echo '  make release  all that a release consists of, and its tag; publishes nothing (DRY=1 does not even tag)'
	@echo '  make cross    compile for 64-bit ARM, and test that under qemu'
	@echo '  make format   clang-format on every C and C++ file'
	@echo '  make clean    remove build/'
	@echo
	@echo 'One part of the tests: dev/test checks | openmpi | mpich | serial | sanitize | tsan'

demo:
	@dev/setup demo
	@$(MAKE) --no-print-directory build-release TARGETS='--target climatology reread'
	@examples/demo/run build/release

test:
	@dev/setup test
	@dev/test

bench:
	@dev/setup bench
	@$(MAKE) --no-print-directory build-bench
	@bench/run build/bench
	@bench/combine build/bench
	@bench/copy build/bench
	@bench/sweep build/bench
	@bench/files build/bench
	@bench/metadata build/bench
	@bench/redefine build/bench
	@bench/mpiio build/bench
	@bench/hosts build/bench
	@bench/netcdf4 build/bench

results:
	@dev/setup bench
	@$(MAKE) --no-print-directory build-bench build-bench-mpich
	@bench/results build/bench --mpich build/bench-mpich

build:
	@dev/setup build
	@$(MAKE) --no-print-directory build-release

wheel:
	@dev/setup build
	@dev/wheel

build-%:
	@cmake --preset $* -Wno-dev --log-level=WARNING
	@cmake --build --preset $* --parallel $(JOBS) $(TARGETS)

docs:
	@dev/setup docs
	@mkdocs build --quiet --strict
	@echo 'The site is in build/site: open index.html, or "mkdocs serve".'

packages:
	@dev/setup packages
	@dev/packages

release:
	@dev/setup build
	@DRY=$(DRY) dev/release

cross:
	@dev/setup packages
	@dev/cross

format:
	@dev/check_format --fix

clean:
	rm -rf build
