# The words a newcomer types. CMake does the work: see CMakePresets.json.

.DEFAULT_GOAL := help
.PHONY: help run build site check test bench fuzz coverage lint format golden npm install dist deb clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

run: build ## install what is missing, build, and let you play in your browser
	@echo "Open the address in a browser; Ctrl-C stops. \`build/alibi play london\` plays in this terminal."
	@build/alibi serve --quiet $$([ "$$(id -u)" != 0 ] || echo --as-root)

build: ## install what is missing and leave the optimised program at build/alibi
	@tools/install-packages build
	@tools/web build
	@cmake --preset release -DALIBI_TESTS=OFF > build-configure.log 2>&1 || { cat build-configure.log; exit 1; }
	@rm -f build-configure.log
	@cmake --build build

site: ## a folder for any web space, build/site: all of Alibi in the browser, without a server
	@tools/install-packages site
	@tools/web build
	@node web/tools/site.mjs build/site

check: ## the fast half of the tests: optimised build, units, rules, golden plays, package, form
	@tools/install-packages check
	@tools/test fast

test: ## install what is missing and run every test
	@tools/install-packages test
	@tools/test

bench: build ## random games a second, and instructions a token
	@for game in $$(build/alibi games | awk '/^[a-z]/ {print $$1}'); do \
	    printf '%s: ' $$game; build/alibi bench $$game --games 50000; done
	@tools/install-packages test
	@tools/instructions build/alibi

fuzz: ## search for inputs that break a parser: RUNS=N executions of each target
	@tools/install-packages test
	@tools/fuzz $(or $(RUNS),1000000)

coverage: ## which lines and branches of the engine the tests reach
	@tools/install-packages test
	@tools/coverage

lint: ## clang-format and clang-tidy
	@tools/install-packages test
	@tools/lint

format: ## let clang-format and prettier lay out the code
	@clang-format -i $$(find include src tests tools examples -name '*.[ch]')
	@cd web && npx prettier --log-level warn --write .

golden: ## write the golden plays anew; review the difference
	@tools/install-packages test
	@tools/golden

npm: ## the engine for JavaScript as an npm package, build/alibi-engine-VERSION.tgz
	@tools/install-packages test
	@cmake --preset release > build-configure.log 2>&1 || { cat build-configure.log; exit 1; }
	@rm -f build-configure.log
	@cmake --build build --target npm

install: build ## install program, library, headers and manual pages
	@cmake --install build

dist: ## a source release with the browser client built: build/alibi-VERSION.tar.xz
	@tools/install-packages build
	@tools/dist

deb: ## Debian packages in build/deb: alibi, libalibi1, libalibi-dev, python3-alibi
	@tools/install-packages deb
	@tools/deb

clean: ## remove everything that was built
	@rm -rf build web/dist web/dist.sha256 web/src/gen
