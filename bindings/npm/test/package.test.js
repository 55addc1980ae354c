// The package as its users load it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import * as sapwood from "sapwood";

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL("..", import.meta.url));

test("`require` gives the same exports as `import`", async () => {
  const required = require("sapwood");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(sapwood).sort());
  assert.equal(required.parse("<p>x").body.textContent, "x");
  const parse5 = await import("sapwood/parse5");
  assert.deepEqual(Object.keys(require("sapwood/parse5")).sort(), Object.keys(parse5).sort());
  assert.equal(require("sapwood/parse5").parse("<p>x").childNodes.length, 1);
});

test("types name every export", () => {
  for (const [name, types] of [["sapwood", "lib/index.d.ts"], ["sapwood/turndown", "lib/turndown.d.ts"], ["sapwood/readability", "lib/readability.d.ts"], ["sapwood/parse5", "lib/parse5.d.ts"]]) {
    const text = readFileSync(new URL(`../${types}`, import.meta.url), "utf8");
    for (const key of Object.keys(require(name)).filter((it) => it !== "default")) assert.match(text, new RegExp(`(class|function|const|namespace) ${key}\\b`), key);
  }
});

test("types are those of the code", () => {
  const compiler = require.resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "--project", folder], { stdio: "inherit" });
});

test("the bundle for browsers needs `init`, and nothing of Node.js", async () => {
  const { init, initSync, parse } = await import("../dist/browser/index.js");
  assert.throws(() => parse(""), { code: "not-initialized" });
  await init(readFileSync(new URL("../sapwood.wasm", import.meta.url)));
  assert.equal(parse("<p>x").body.textContent, "x");
  initSync(new WebAssembly.Module(readFileSync(new URL("../sapwood.wasm", import.meta.url))));
});

test("workers have documents of their own", async () => {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const { parse } = require("sapwood");
    parentPort.postMessage(parse("<p>a<p>b").querySelectorAll("p").length);
  `;
  const counts = Array.from({ length: 3 }, () => {
    const worker = new Worker(code, { eval: true });
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  assert.deepEqual(await Promise.all(counts), [2, 2, 2]);
});

test("the code of the manuals does what it says", async () => {
  const parse5 = await import("sapwood/parse5");
  const entries = { sapwood, parse5, dompurify: (await import("sapwood/dompurify")).default };
  const manuals = ["../README.md", "../../../README.md", "../../../docs/coming-from-parse5.md", "../../../docs/coming-from-ammonia.md"];
  const text = manuals.map((path) => readFileSync(new URL(path, import.meta.url), "utf8")).join("\n");
  const AsyncFunction = (async () => {}).constructor;
  const blocks = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  for (const code of blocks) {
    if (code.includes("await init()")) continue;
    // Each `expression; // result` is an assertion. Node.js 20 has no `using` declarations.
    const body = code
      .replace(/^using /gm, "const ")
      .replace(/^import (.*) from "sapwood(?:\/(parse5|dompurify))?";$/gm, (_, names, entry) => `const ${names} = ${entry ?? "sapwood"};`)
      .replace(/^((?!\/\/|const ).*); \/\/ (.*)$/gm, (_, expression, result) => `assert.equal(${expression}, ${JSON.stringify(result).replaceAll("\\\\n", "\\n")});`);
    await new AsyncFunction(...Object.keys(entries), "assert", "console", body)(...Object.values(entries), assert, { log() {} });
  }
  assert.ok(blocks.length >= 8);
});
