// Makes the files of the package that are not written by hand: the optimized module, one bundle for browsers, and CommonJS.

import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const require = createRequire(import.meta.url);
const module = "sapwood.wasm";
const core = "sapwood-core.wasm";
const command = "sapwood-command.wasm";

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Optimizes a module that the compiler made, unless that was done. The package never holds half of one. */
function optimize(compiled, name, level) {
  if (modified(name) > Math.max(modified(compiled), modified("build.js"))) return;
  const optimizer = require.resolve("binaryen/bin/wasm-opt");
  const options = [level, "--enable-simd", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"];
  execFileSync(process.execPath, [optimizer, ...options, compiled, "-o", "sapwood.partial"], { stdio: "inherit" });
  renameSync("sapwood.partial", name);
}

const { SAPWOOD_MODULE, SAPWOOD_CORE_MODULE, SAPWOOD_COMMAND_MODULE } = process.env;
if (SAPWOOD_MODULE) optimize(SAPWOOD_MODULE, module, "-O2");
if (SAPWOOD_CORE_MODULE) optimize(SAPWOOD_CORE_MODULE, core, "-Os");
if (SAPWOOD_COMMAND_MODULE) optimize(SAPWOOD_COMMAND_MODULE, command, "-O1");

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");

const entries = ["index", "cheerio", "core", "dompurify", "parse5", "readability", "turndown"];

/** Bundles for `require`. */
const bundle = (contents, outfile) =>
  build({
    stdin: { contents, resolveDir: "." },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    outfile,
    external: ["cheerio", "parse5-htmlparser2-tree-adapter"],
    define: { "import.meta.url": "moduleUrl" },
    // The bundle is one folder less deep than the file that reads the module.
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__dirname + "/node/load.js");' },
    logLevel: "warning",
  });

// One bundle holds all entries that need the whole module, so that they share an instance.
const whole = entries.filter((name) => name !== "core" && name !== "cheerio");
await bundle(whole.map((name) => `export * as ${name} from "./lib/${name}.js";`).join("\n"), "dist/all.cjs");
for (const name of ["core", "cheerio"]) await bundle(`export * from "./lib/${name}.js";`, `dist/${name}.cjs`);
/**
 * Entries whose default export is what `require` gives, as in the packages that they stand in for, with the others as its members. Their
 * types name the members alone: the rule `missing-export-equals` of attw.
 */
const MEMBERS = { dompurify: "sanitize", turndown: "TurndownService" };
for (const name of whole) {
  const exported = `require("./all.cjs").${name}`;
  const member = MEMBERS[name];
  const code = member
    ? `module.exports = ${exported}.default;\nmodule.exports.default = module.exports;\nmodule.exports.${member} = ${exported}.${member};\nObject.defineProperty(module.exports, "__esModule", { value: true });\n`
    : `module.exports = ${exported};\n`;
  writeFileSync(`dist/${name}.cjs`, code);
}
for (const name of entries) {
  // Types for CommonJS name each other's files.
  writeFileSync(`dist/${name}.d.cts`, readFileSync(`lib/${name}.d.ts`, "utf8").replaceAll('"./index.js"', '"./index.cjs"'));
}

// A plain `<script type=module>` resolves no names of packages.
await build({
  entryPoints: entries.filter((name) => name !== "cheerio").map((name) => `lib/${name}.js`),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  outdir: "dist/browser",
  define: { "import.meta.url": "import.meta.url" },
  logLevel: "warning",
});

// The playground is a folder of its own, which any server of files can serve.
await build({
  entryPoints: ["playground/main.js", "playground/worker.js"],
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  outdir: "dist/playground",
  logLevel: "warning",
});
for (const file of ["index.html", "style.css"]) copyFileSync(`playground/${file}`, `dist/playground/${file}`);
copyFileSync(module, `dist/playground/${module}`);

for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(`../../${licence}`, licence);

for (const name of [module, core, command]) {
  const bytes = readFileSync(name);
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} by gzip`);
}
