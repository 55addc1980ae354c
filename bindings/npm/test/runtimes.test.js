// The package in Bun, Deno and workerd, whose programs `test/runtimes` installs, and in Chromium.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { after, test } from "node:test";
import { build } from "esbuild";
import { chromium as playwright } from "playwright-core";
import { chromium, noChromium, serve } from "./server.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const programs = {
  bun: "@oven/bun-linux-x64-baseline/bin/bun",
  deno: "@deno/linux-x64-glibc/deno",
  workerd: "@cloudflare/workerd-linux-64/bin/workerd",
};
const program = (name) => join(root, "test/runtimes/node_modules", programs[name]);
const unless = (path) => !existsSync(path) && `${path} is missing`;

/** A program that uses the package; what it computes is `EXPECTED`. */
const PROGRAM = `
  const document = parse("<title>T</title><p>a<p>\\u00e4");
  const rewriter = new HTMLRewriter().on("p", { element: (p) => void p.setAttribute("x", "y") });
  const result = [
    document.title,
    document.snapshot().body.textContent,
    document.xpath("count(//p)"),
    sanitize("<p onclick=x>a"),
    rewriter.transformAll("<p>"),
    parse5.parse("<p>b").childNodes.length,
  ];
`;
const EXPECTED = ["T", "a\u00e4", 2, "<p>a</p>", '<p x="y">', 1];
const IMPORTS = (name) => `import { HTMLRewriter, parse, sanitize } from "${name}"; import * as parse5 from "${name}/parse5";`;

const folder = mkdtempSync(join(tmpdir(), "sapwood-npm-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(root, join(folder, "node_modules/sapwood"));
writeFileSync(join(folder, "package.json"), '{ "type": "module", "dependencies": { "sapwood": "*" } }');
writeFileSync(join(folder, "page.html"), "<p name=oak>");
writeFileSync(join(folder, "main.js"), `${IMPORTS("sapwood")}${PROGRAM}console.log(JSON.stringify(result));`);

const outputs = async (file, values) => JSON.parse((await run(file, values, { cwd: folder })).stdout);

test("Bun", { skip: unless(program("bun")) }, async () => {
  assert.deepEqual(await outputs(program("bun"), ["main.js"]), EXPECTED);
});

test("Deno", { skip: unless(program("deno")) }, async () => {
  const values = ["run", "--quiet", "--no-lock", "--node-modules-dir=manual", "--allow-read", "main.js"];
  assert.deepEqual(await outputs(program("deno"), values), EXPECTED);
});

const command = join(root, "bin/sapwood.js");
for (const [name, options] of [["bun", []], ["deno", ["run", "--quiet", "--allow-all"]]]) {
  test(`the command in ${name}`, { skip: unless(program(name)) }, async () => {
    const { stdout } = await run(program(name), [...options, command, "select", "-a", "name", "p", "page.html"], { cwd: folder });
    assert.equal(stdout, "oak\n");
    const failed = run(program(name), [...options, command, "text", "absent.html"], { cwd: folder });
    await assert.rejects(failed, { code: 2, stderr: /cannot read absent\.html: No such file/ });
  });
}

test("workerd", { skip: unless(program("workerd")) }, async () => {
  const code = `${IMPORTS("sapwood")}
    export default {
      async fetch(request) {
        ${PROGRAM}
        if (request.url.endsWith("/page")) return rewriter.transform(new Response("<p>c", { headers: { "content-type": "text/html" } }));
        return Response.json(result);
      },
    };`;
  await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
    outfile: join(folder, "worker.js"),
    plugins: [{ name: "module", setup: ({ onResolve }) => onResolve({ filter: /\.wasm$/ }, () => ({ path: "./sapwood.wasm", external: true })) }],
  });
  copyFileSync(join(root, "sapwood.wasm"), join(folder, "sapwood.wasm"));
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .worker)],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
    );
    const worker :Workerd.Worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "./sapwood.wasm", wasm = embed "sapwood.wasm")],
      compatibilityDate = "2025-09-01"
    );`;
  writeFileSync(join(folder, "config.capnp"), config);
  const server = spawn(program("workerd"), ["serve", "config.capnp", "--control-fd=3"], { cwd: folder, stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    const port = await new Promise((resolve, reject) => {
      let text = "";
      server.stdio[3].on("data", (data) => {
        text += data;
        const found = /"port":\s*(\d+)/.exec(text);
        if (found) resolve(found[1]);
      });
      server.once("exit", (code) => reject(new Error(`workerd ended with ${code}`)));
    });
    assert.deepEqual(await (await fetch(`http://127.0.0.1:${port}/`)).json(), EXPECTED);
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/page`)).text(), '<p x="y">c');
  } finally {
    server.kill();
    await ended;
  }
});

test("Chromium, without a bundler", { skip: noChromium }, async () => {
  // The names of the page's own document and of ours would be the same.
  const work = PROGRAM.replace(/\bdocument\b/g, "tree");
  const page = `<!DOCTYPE html><script type=module>
    import { HTMLRewriter, init, parse, sanitize } from "/dist/browser/index.js";
    import * as parse5 from "/dist/browser/parse5.js";
    await init("/sapwood.wasm");
    ${work}
    // The browser's own parser as a second opinion.
    const html = "<table><p>x<tr><td>y<svg><p>z";
    result.push(parse(html).documentElement.outerHTML === new DOMParser().parseFromString(html, "text/html").documentElement.outerHTML);
    window.result = result;
  </script>`;
  const server = await serve(root, (request, response) => {
    if (request.url !== "/") return false;
    response.writeHead(200, { "content-type": "text/html" }).end(page);
    return true;
  });
  const browser = await playwright.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  try {
    const tab = await browser.newPage();
    const failed = new Promise((_, reject) => tab.once("pageerror", reject));
    const result = tab.goto(server.url).then(() => tab.waitForFunction(() => window.result)).then((handle) => handle.jsonValue());
    assert.deepEqual(await Promise.race([result, failed]), [...EXPECTED, true]);
  } finally {
    await browser.close();
    server.close();
  }
});
