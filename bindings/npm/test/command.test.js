// The command of the package writes what the native program writes.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const script = fileURLToPath(new URL("../bin/sapwood.js", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures", import.meta.url));
const program = process.env.SAPWOOD_COMMAND ?? fileURLToPath(new URL("../../../target/debug/sapwood", import.meta.url));
const isMissing = !existsSync(program) && `${program} is missing; \`cargo build\` makes it`;

/** Errors of systems have the same names everywhere, but not the same numbers, and threads write messages in any order. */
const comparable = (errors) => errors.replace(/\(os error \d+\)/g, "").split("\n").sort().join("\n");

function run(file, args, options) {
  const { status, stdout, stderr } = spawnSync(file, args, { maxBuffer: 1 << 28, ...options });
  return { status, stdout, stderr: comparable(stderr.toString("latin1")) };
}
const command = (args, options) => run(process.execPath, [script, ...args], options);

/** Compares the status, and both streams byte for byte. */
function compare(args, options = {}) {
  const [actual, expected] = [command(args, options), run(program, args, options)];
  const name = args.join(" ");
  assert.equal(actual.stderr, expected.stderr, name);
  assert.equal(actual.status, expected.status, name);
  assert.ok(actual.stdout.equals(expected.stdout), `${name}: the output differs`);
  return actual;
}

const files = (folder) =>
  readdirSync(join(fixtures, folder))
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => `${folder}/${name}`);
const pages = ["pages", "check", "conforming", "encodings", "cookbook"].flatMap(files);

/** Commands for any number of pages. */
const MANY = [
  "tree", "tree --errors", "tree --format json", "html", "html --pretty", "html --minify", "html --output-encoding windows-1252", "check", "check --format json", "check --format sarif",
  "select a", "select -a href a[href]", "select --text h1,p", "select --json p", "select -c p", "select -l h1", "xpath //a/@href", "xpath --json //p", "text", "text --raw", "markdown", "markdown --links reference", "chunks", "chunks --text-fragments", "sanitize", "sanitize --preset dompurify", "sanitize --report",
  "article", "article --format json", "article --format markdown", "links", "links --json", "table", "table --csv", "encoding", "edit -s p --set class=x", "edit --diff -s a --remove",
].map((line) => line.split(" "));

test("commands write what the native program writes, on all fixtures", { skip: isMissing }, () => {
  for (const args of MANY) {
    const { status, stdout } = compare([...args, ...pages], { cwd: fixtures });
    // An option that one of them lacks would be the same error in both.
    assert.notEqual(status, 2, args.join(" "));
    assert.ok(stdout.length > 100, args.join(" "));
  }
});

test("commands for one page", { skip: isMissing }, () => {
  for (const page of pages.filter((_, index) => index % 7 === 0)) {
    for (const args of [["tokens"], ["report"]]) compare([...args, page], { cwd: fixtures });
  }
  for (const args of [["value", "date", "2026-11-29"], ["value", "legacy-color", "chucknorris"], ["xml", "tree", "cookbook/sitemap.xml"], ["xml", "xpath", "//*[local-name()='loc']", "cookbook/sitemap.xml"]]) {
    assert.equal(compare(args, { cwd: fixtures }).status, 0, args.join(" "));
  }
});

test("folders are walked as git sees them", { skip: isMissing }, () => {
  const folder = mkdtempSync(join(tmpdir(), "sapwood-command-"));
  try {
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "a/b"), { recursive: true });
    writeFileSync(join(folder, ".gitignore"), "ignored.html\n/a/b/deep.html\n");
    for (const name of ["x.html", "ignored.html", "a/y.HTM", "a/ignored.html", "a/b/z.html", "a/b/deep.html", "a/b/not.txt"]) writeFileSync(join(folder, name), `<a href="${name}">`);
    symlinkSync("a/b", join(folder, "link"));
    for (const [args, cwd] of [[["links", "-r"], folder], [["links", "-r", "."], folder], [["links", "-r", "a"], folder], [["links", "-r"], join(folder, "a/b")], [["links", "-r", "../.."], join(folder, "a/b")], [["links", "-r", "link"], folder], [["links", "-r", folder], fixtures], [["links", "-r", "--no-ignore"], folder]]) {
      compare(args, { cwd });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("files are edited and written in place", { skip: isMissing }, () => {
  const outcome = (file, first) => {
    const folder = mkdtempSync(join(tmpdir(), "sapwood-command-"));
    const inside = (...args) => run(file, [...first, ...args], { cwd: folder });
    try {
      writeFileSync(join(folder, "page.html"), "", { mode: 0o640 });
      writeFileSync(join(folder, "page.html"), "<!doctype html><title>a</title><p>Oak<p>Elm\r\n");
      const runs = [
        inside("edit", "-i", "-s", "p", "--set", "id=x", "page.html"),
        inside("report", "-o", "report.html", "page.html"),
        inside("report", "-o", "page.html", "page.html"),
        inside("report", "-o", "./page.html", "--force", "page.html"),
        inside("report", "-o", "none/report.html", "page.html"),
      ];
      const names = readdirSync(folder).sort();
      return JSON.stringify([runs.map(({ status, stdout, stderr }) => [status, stdout.toString(), stderr]), names.map((name) => [name, statSync(join(folder, name)).mode, readFileSync(join(folder, name), "utf8")])], null, 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  assert.equal(outcome(process.execPath, [script]), outcome(program, []));
});

test("standard input, in one piece and as it arrives", { skip: isMissing }, () => {
  const input = readFileSync(join(fixtures, "pages/messy.html"));
  for (const args of [["select", "a"], ["text"], ["tree", "-"], ["edit", "-s", "a", "--remove"], ["check"], ["encoding"]]) compare(args, { input });
  const lines = pages.map((page) => JSON.stringify({ id: page, html: readFileSync(join(fixtures, page), "latin1") })).join("\n");
  for (const args of [["batch", "--op", "select", "--selector", "a"], ["batch", "--op", "text", "--threads", "4"]]) compare(args, { input: lines });
});

test("each answer is written before the next line is read", async () => {
  const child = spawn(process.execPath, [script, "batch"], { stdio: ["pipe", "pipe", "inherit"] });
  for (const text of ["Oak", "Elm"]) {
    child.stdin.write(`${JSON.stringify({ html: `<p>${text}` })}\n`);
    const answer = await new Promise((resolve) => child.stdout.once("data", resolve));
    assert.ok(String(answer).includes(text), String(answer));
  }
  child.stdin.end();
  assert.equal(await new Promise((resolve) => child.once("close", resolve)), 0);
});

test("each match is written as soon as it ends", async () => {
  const child = spawn(process.execPath, [script, "select", "p"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`<!doctype html><meta charset=utf-8><p>Oak</p>${" ".repeat(2000)}`);
  const first = await new Promise((resolve) => child.stdout.once("data", resolve));
  assert.equal(String(first), "<p>Oak</p>\n");
  child.stdin.end();
  assert.equal(await new Promise((resolve) => child.once("close", resolve)), 0);
});

test("mistakes are explained, and a closed pipe ends the command", { skip: isMissing }, async () => {
  for (const args of [["select"], ["select", "a[", "pages/article.html"], ["nothing"], ["text", "absent.html", "pages/article.html"], ["text", "pages"], ["select", "no-such-element", "pages/article.html"], ["select", "p", "--max-lines", "2", "pages/article.html"], ["text", "--max-lines", "2", "pages/article.html", "pages/table.html"]]) compare(args, { cwd: fixtures });
  const child = spawn(process.execPath, [script, "select", "p"], { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  child.stdin.on("error", () => {});
  const feeding = setInterval(() => child.stdin.write("<p>Oak</p>".repeat(10_000)), 5);
  child.stdout.once("data", () => child.stdout.destroy());
  const status = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(feeding);
  assert.deepEqual([status, errors], [0, ""]);
});

test("deep and long pages end", { skip: isMissing }, () => {
  for (const input of ["<div>".repeat(100_000), "<b><p>".repeat(5_000), "<table>".repeat(20_000), "&amp;".repeat(500_000), "<p>x".repeat(200_000)]) {
    for (const args of [["html"], ["text"], ["check", "--format", "json"], ["tree"]]) compare(args, { input });
  }
});
