#!/usr/bin/env node
// The command `sapwood`: the program that Rust makes, as a module for the system interface of WebAssembly (WASI).

import { readFileSync } from "node:fs";
import { parse, sep } from "node:path";

const { emitWarning } = process;
// Whoever runs the command can't do anything about the state of WASI in Node.js.
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith("WASI ")) emitWarning.call(process, warning, ...rest);
};
const { WASI } = await import("node:wasi");

const folder = process.cwd();
const { root } = parse(folder);
const wasi = new WASI({
  version: "preview1",
  args: ["sapwood", ...process.argv.slice(2)],
  // The module starts in the root.
  env: { ...process.env, SAPWOOD_FOLDER: `/${folder.slice(root.length).replaceAll(sep, "/")}` },
  preopens: { "/": root },
});
process.emitWarning = emitWarning;

const module = new WebAssembly.Module(readFileSync(new URL("../sapwood-command.wasm", import.meta.url)));
// Called by compiled code without a function between, the functions of Node.js 20 may collect garbage where nothing may move, and crash.
const through = (call) => (...values) => call(...values);
const imports = Object.fromEntries(Object.entries(wasi.wasiImport).map(([name, call]) => [name, through(call)]));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
process.exitCode = wasi.start(instance);
