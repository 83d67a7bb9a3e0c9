/* The npm package as others get it: packed, installed from the tarball without a network, used
 * from JavaScript, and type-checked from TypeScript.
 *
 *   node tests/npm/package.mjs PACKAGE_DIR VERSION NODE_MODULES_WITH_TYPESCRIPT */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, version, modules] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const home = mkdtempSync(join(tmpdir(), "alibi-npm-"));
const installed = join(home, "node_modules/alibi-engine");
after(() => rmSync(home, { recursive: true }));

/* Runs a command in HOME; returns its output, and fails with it. */
function run(command, ...args) {
  const result = spawnSync(command, args, { cwd: home, encoding: "utf8" });
  assert.equal(
    result.status,
    0,
    `${command} ${args.join(" ")}\n${result.stdout}${result.stderr}`,
  );
  return result.stdout;
}

const npm = (...args) => run("npm", ...args, "--offline", "--cache", join(home, "cache"));

test("pack and install", () => {
  const [packed] = JSON.parse(npm("pack", resolve(folder), "--json"));
  assert.equal(packed.filename, `alibi-engine-${version}.tgz`);
  const sources = readdirSync(join(here, "../../npm")).filter((name) => /\.m[jt]s$/.test(name));
  const files = [...sources, "LICENSE", "README.md", "package.json", "alibi.wasm"];
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), files.sort());
  writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module" }));
  npm("install", packed.filename, "--no-audit", "--no-fund");
  const about = JSON.parse(readFileSync(join(installed, "package.json")));
  assert.deepEqual([about.version, about.dependencies], [version, undefined]);
});

test("plain JavaScript", () => {
  cpSync(join(here, "consumer.mjs"), join(home, "consumer.mjs"));
  assert.equal(run(process.execPath, "consumer.mjs"), `${version} same\n`);
});

/* --- TypeScript --- */

/* Compiles FILES in HOME as strictly as it gets; emits nothing. */
function compile(options, ...files) {
  const config = {
    compilerOptions: {
      ...{ target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM"], types: [] },
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{
        noEmit: true,
        allowImportingTsExtensions: true,
        skipDefaultLibCheck: true,
        ...options,
      },
    },
    files,
  };
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify(config));
  run(process.execPath, resolve(modules, "typescript/bin/tsc"), "-p", "tsconfig.json");
}

/* Copies the consumers into HOME, that of the package and those of games; returns their names. */
function consumers() {
  const rules = join(here, "../rules");
  const places = [here, ...readdirSync(rules).map((game) => join(rules, game))];
  return places
    .map((place) => join(place, "consumer.ts"))
    .filter(existsSync)
    .map((path, i) => {
      cpSync(path, join(home, `consumer${i}.ts`));
      return `consumer${i}.ts`;
    });
}

test("consumers in TypeScript", () => {
  compile({ module: "ESNext", moduleResolution: "bundler" }, ...consumers());
});

/* Objects of random games, written down as literals of their types: a key too many or too few
 * and a word that the types do not know are errors. */
test("states and views are of their types", async () => {
  const { load } = await import(pathToFileURL(join(installed, "node.mjs")));
  const engine = await load();
  const lines = ['import type { States, ViewOf, Thought, GameInfo } from "alibi-engine";'];
  const add = (type, value) =>
    lines.push(`export const x${lines.length}: ${type} = ${JSON.stringify(value)};`);
  for (const info of engine.games()) {
    add("GameInfo", info);
    for (let seed = 1; seed < 4; seed++) {
      const game = engine.game(info.name);
      for (let ply = seed; ; ply++) {
        const legal = game.legal();
        const sampled = ply % 4 === 0 || legal.length === 0;
        if (sampled) add(`States["${info.name}"]`, game.state());
        for (const viewer of sampled ? ["jack", "detective", "public"] : [])
          add(`ViewOf<"${info.name}", "${viewer}">`, game.view(viewer));
        if (legal.length === 0) break;
        game.play(legal[(ply * 7919) % legal.length]);
      }
    }
    const player = engine.player(info.name, "detective", { kind: "greedy" });
    const game = engine.game(info.name);
    for (game.roll(() => 0); game.state().to_act !== "detective"; game.roll(() => 0))
      game.play(game.legal()[0]);
    add("Thought", player.follow(game).thinkSync({ nodes: 500 }));
  }
  writeFileSync(join(home, "samples.ts"), lines.join("\n"));
  compile({}, "samples.ts", ...consumers());
});

/* The declarations are written by hand, so the compiler reads the JavaScript, too, and says what
 * that lacks or returns otherwise. */
test("the JavaScript is what the types promise", () => {
  for (const name of ["js", "types"]) mkdirSync(join(home, name));
  for (const name of ["alibi", "bridge", "engine", "game", "node", "player"])
    cpSync(join(installed, `${name}.mjs`), join(home, "js", `${name}.mjs`));
  for (const name of ["alibi", "node", "state"])
    cpSync(join(installed, `${name}.d.mts`), join(home, "types", `${name}.d.mts`));
  const lines = ["node", "alibi"].flatMap((entry) => [
    `import { load as ${entry}Load, loadSync as ${entry}Sync } from "./js/${entry}.mjs";`,
    `import type * as ${entry} from "./types/${entry}.mjs";`,
    `export const a${entry}: ReturnType<typeof ${entry}.load> = ${entry}Load();`,
    `export const b${entry}: ReturnType<typeof ${entry}.loadSync> = ${entry}Sync(new URL(""));`,
  ]);
  writeFileSync(
    join(home, "node.d.ts"),
    [
      'declare module "node:fs" { export function readFileSync(place: URL): Uint8Array; }',
      'declare module "node:fs/promises" { export function readFile(place: URL): Uint8Array; }',
      'declare module "node:url" { export function pathToFileURL(path: string): URL; }',
      "declare function setImmediate(run: (value: unknown) => void): void;",
    ].join("\n"),
  );
  writeFileSync(join(home, "promise.ts"), lines.join("\n"));
  const lax = { noImplicitAny: false, exactOptionalPropertyTypes: false };
  compile({ allowJs: true, ...lax }, "node.d.ts", "promise.ts");
});
