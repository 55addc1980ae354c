// A server of files on loopback, for tests in a browser.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves a folder; `answer` may take a request before. Returns the URL and a function that ends the server. */
export async function serve(folder, answer = () => false) {
  const server = createServer((request, response) => {
    if (answer(request, response)) return;
    const path = join(folder, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Chromium, and why it can't be run. */
export const chromium = process.env.SAPWOOD_CHROMIUM ?? "/usr/bin/chromium";
export const noChromium = !existsSync(chromium) && `${chromium} is missing`;
