/* London by the npm package: refusals, tags and comments.
 *
 *   node tests/rules/london/test_npm.mjs PACKAGE_DIR */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const part = (name) => import(pathToFileURL(join(folder, name)));
const { AlibiError, load } = await part("node.mjs");
const engine = await load();

test("refusals say what, where and by which rule, and change nothing", () => {
  const game = engine.game("london").play("deal=MS cards=SH,JW,JS,IL");
  const before = game.record();
  const refused = (run, wanted) => {
    assert.throws(run, (error) => error instanceof AlibiError && error.name === "AlibiError");
    assert.throws(run, { rule: null, offset: null, token: null, ...wanted });
    assert.equal(game.record(), before);
  };
  refused(() => game.play("SH", ">g10", "alibi=JB", "JW", ">e4"), {
    ...{ status: "bad-move", rule: "L-4.1", token: 4, offset: 0 },
    ...{ code: "london.far", args: { place: "e4", character: "JW", points: "3" } },
    message: "L-4.1: e4 is out of reach: JW has 3 movement points",
  });
  refused(() => game.play("SH", ">z9"), { status: "bad-text", token: 1, offset: 1 });
  refused(() => game.play("SH\0"), { status: "bad-text", token: 0, offset: 0 });
  refused(() => engine.game("london", { edition: "1999" }), { status: "bad-text", offset: 8 });
  const bad = "london edition=2016 whistle=sharp";
  refused(() => engine.fromPosition(bad), { status: "bad-text", offset: 28 });
  refused(() => engine.fromPosition(`${bad}\n`.repeat(1e4)), { status: "bad-text" });
  const hidden = game.position().replace("jack=MS", "jack=?");
  assert.throws(() => engine.fromPosition(hidden), AlibiError);
  const record = before.replace("cards=", "c\u00e4rds=");
  refused(() => engine.record(record), {
    status: "bad-text",
    offset: before.indexOf("cards="),
  });
});

test("tags and comments", () => {
  const game = engine.game("london").play("deal=MS", "cards=SH,JW,JS,IL");
  const tags = { Jack: 'Ann "the \\ knife" \u{1f52a}', Date: "2026-01-01", Note: "psst: MS" };
  const text = game.record("truth", tags).replace("deal=MS", "{so\nit begins} deal=MS {MS!}");
  const read = engine.record(text);
  const fixed = { Game: "london", Edition: "2016", Whistle: "direct", Result: "*" };
  assert.deepEqual(read.tags, { ...fixed, ...tags });
  assert.deepEqual(read.tokens, ["deal=MS", "cards=SH,JW,JS,IL"]);
  assert.deepEqual(read.comments, ["so\nit begins", "MS!", null]);
  assert.deepEqual(engine.record(read.text), read);
  const seen = engine.record(engine.redact(text, "detective"));
  const { Jack, Date } = tags;
  assert.deepEqual(seen.tags, { ...fixed, View: "detective", Jack, Date });
  assert.deepEqual(seen.comments, [null, null, null]);
});
