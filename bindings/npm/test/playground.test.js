// The playground in Chromium: each view, its input, and a page of 10 MB.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { chromium as playwright } from "playwright-core";
import { chromium, noChromium, serve } from "./server.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, "target/pictures");

test("the playground", { skip: noChromium }, async (t) => {
  mkdirSync(pictures, { recursive: true });
  const server = await serve(join(root, "dist/playground"));
  const browser = await playwright.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("requestfailed", (request) => errors.push(request.url()));
  const panel = page.locator("#panel");
  const open = (name) => page.getByRole("tab", { name, exact: true }).click();
  const shows = async (pattern) => {
    await page.waitForFunction((source) => new RegExp(source, "s").test(document.getElementById("panel").innerText), pattern.source);
  };
  const write = async (text) => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
  };

  try {
    await page.goto(server.url);

    await t.test("the tree of a page is there at once", async () => {
      await shows(/<html lang="en">/);
      assert.match(await page.locator("#status").innerText(), /bytes parsed in/);
      await page.screenshot({ path: join(pictures, "tree.png") });
    });

    await t.test("a node marks its source, and the cursor its node", async () => {
      await page.locator(".row", { hasText: /^▸?<head>/ }).click();
      await page.locator(".row", { hasText: "<title>" }).hover();
      await page.waitForSelector(".marked");
      assert.match(await page.locator(".marked").first().innerText(), /<title>/);
      await page.locator(".cm-line", { hasText: "<h1>" }).click();
      await page.waitForSelector(".current");
      assert.match(await page.locator(".current > .row").innerText(), /beech|<h1>/);
    });

    await t.test("keys move in the tree and fold it", async () => {
      const item = page.locator("[role=treeitem]", { hasText: "<html" }).first();
      await item.focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await item.getAttribute("aria-expanded"), "false");
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => document.activeElement.getAttribute("aria-expanded") === "true");
      await page.keyboard.press("ArrowRight");
      assert.match(await page.evaluate(() => document.activeElement.innerText), /<head>/);
    });

    await t.test("views follow the markup", async () => {
      await write("<p id=a id=b>Oak <a href=/elm>elm</a><script>alert(1)</script><p>Ash");
      for (const [name, pattern] of [
        ["Findings", /attribute given more than once/],
        ["Tokens", /start-tag p id="a"/],
        ["Select", /1 result/],
        ["Text", /Oak elm\s+Ash/],
        ["Markdown", /Oak \[elm\]\(\/elm\)/],
        ["Sanitized", /<p[^>]*>Oak <a href="\/elm">elm<\/a>/],
        ["Links", /hyperlink.*\/elm/],
        ["Minified", /% less/],
        ["Browser", /This browser makes the same tree/],
      ]) {
        await open(name);
        await shows(pattern);
        await page.screenshot({ path: join(pictures, `${name.toLowerCase()}.png`) });
      }
      assert.doesNotMatch(await panel.innerText(), /undefined/);
    });

    await t.test("selectors and XPath find nodes, or say what is wrong", async () => {
      await open("Select");
      await page.fill("#selector", "p");
      await shows(/2 results/);
      await page.fill("#selector", "p[");
      await shows(/expected/);
      await page.fill("#xpath", "count(//p)");
      await shows(/1 result.*2/);
      await page.locator("#xpath").fill("");
    });

    await t.test("a click fixes a finding", async () => {
      await write("<!DOCTYPE html><title>t</title><p id=a id=b>Oak</b>");
      await open("Findings");
      await shows(/attribute given more than once.*Remove this attribute.*end tag without.*Remove the tag/);
      await page.screenshot({ path: join(pictures, "fixes.png") });
      await page.getByRole("button", { name: /^Remove this attribute, line 1/ }).click();
      await page.waitForFunction(() => !/more than once/.test(document.getElementById("panel").innerText));
      await page.getByRole("button", { name: /^Remove the tag, line 1/ }).click();
      await shows(/Nothing was found/);
      assert.equal(await page.locator(".cm-content").innerText(), "<!DOCTYPE html><title>t</title><p id=a>Oak");
      // The editor undoes it.
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+Z");
      await shows(/end tag without/);
    });

    await t.test("samples, kinds of markup, and main content", async () => {
      await page.selectOption("#sample", "A page");
      await open("Main content");
      await shows(/How a beech keeps its leaves.*marcescence/);
      for (const view of ["Markdown", "Main content"]) {
        await open(view);
        await page.locator(".mapped", { hasText: "How a beech keeps its leaves" }).first().hover();
        await page.waitForSelector(".marked");
        assert.match(await page.locator(".marked").first().innerText(), /How a beech/);
      }
      await page.selectOption("#sample", "XML");
      await open("Tree");
      await shows(/<x:tree name="oak">/);
      await page.selectOption("#mode", "fragment");
      await shows(/<trees/);
      await page.selectOption("#sample", "Text in a table");
      await open("Browser");
      await shows(/This browser makes the same tree/);
    });

    await t.test("a link holds the markup and the view", async () => {
      await write("<p>linked \u00e4");
      await open("Text");
      await page.click("#share");
      await page.waitForURL(/code=/);
      await page.reload();
      await shows(/linked \u00e4/);
      assert.equal(await page.locator("#tab-text").getAttribute("aria-selected"), "true");
    });

    await t.test("a file of 10 MB does not hold the page up", async () => {
      await open("Tree");
      const buffer = Buffer.from(`<title>large</title>${"<p>text &amp; more <b>bold</b>\n".repeat(320_000)}`);
      await page.setInputFiles("#file", { name: "large.html", mimeType: "text/html", buffer });
      // The longest time between two frames, while the file is opened and parsed.
      const longest = page.evaluate(async () => {
        let [before, most] = [performance.now(), 0];
        const end = before + 3000;
        while (before < end) {
          const now = await new Promise(requestAnimationFrame);
          [most, before] = [Math.max(most, now - before), now];
        }
        return most;
      });
      await page.waitForFunction(() => /^[\d,]{9,} bytes/.test(document.getElementById("status").innerText), null, { timeout: 60_000 });
      t.diagnostic(`longest frame with 10 MB: ${(await longest).toFixed(0)} ms`);
      await shows(/<body>/);
    });

    await t.test("narrow and dark", async () => {
      await page.goto(server.url);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 400, height: 800 });
      await shows(/<html/);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      await page.screenshot({ path: join(pictures, "narrow.png") });
    });

    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.close();
  }
});
