// The page: an editor with markup on the left, and one view of it at a time on the right. All work is done in a worker.

import { isolateHistory } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { html } from "@codemirror/lang-html";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { SAMPLES } from "./samples.js";
import { VIEWS, make } from "./views.js";

const get = (id) => document.getElementById(id);
const [tabs, panel, status, query] = ["tabs", "panel", "status", "query"].map(get);

// --- The worker -------------------------------------------------------------------------------------------------------------------

const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
let last = 0;

worker.addEventListener("message", ({ data: { id, value, error } }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error) reject(Object.assign(new Error(error.message), error));
  else resolve(value);
});

/** Asks the worker for something. */
function ask(type, request = {}) {
  last += 1;
  worker.postMessage({ id: last, type, ...request });
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}

// --- The editor -------------------------------------------------------------------------------------------------------------------

const setMark = StateEffect.define();
const setFindings = StateEffect.define();

const field = (effect, className) =>
  StateField.define({
    create: () => Decoration.none,
    update(decorations, transaction) {
      for (const change of transaction.effects) {
        if (!change.is(effect)) continue;
        const { length } = transaction.newDoc;
        const ranges = change.value.filter((it) => it && it.from < it.to && it.to <= length);
        return Decoration.set(ranges.map(({ from, to }) => Decoration.mark({ class: className }).range(from, to)), true);
      }
      return transaction.docChanged ? Decoration.none : decorations;
    },
    provide: (it) => EditorView.decorations.from(it),
  });

/** Colours of the style sheet, which knows light and dark. */
const colors = HighlightStyle.define([
  { tag: tags.tagName, color: "var(--tag)" },
  { tag: tags.attributeName, color: "var(--attribute)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--value)" },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: "var(--quiet)" },
  { tag: [tags.character, tags.keyword], color: "var(--accent)" },
]);

const editor = new EditorView({
  parent: get("editor"),
  state: EditorState.create({
    extensions: [
      basicSetup,
      html(),
      syntaxHighlighting(colors),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Markup", spellcheck: "false" }),
      field(setMark, "marked"),
      field(setFindings, "finding"),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) later(parse);
        else if (update.selectionSet && update.view.hasFocus) later(showNodeAtCursor);
      }),
    ],
  }),
});

const markup = () => editor.state.doc.toString();
const mark = (range) => editor.dispatch({ effects: setMark.of(range ? [range] : []) });
const underline = (ranges) => editor.dispatch({ effects: setFindings.of(ranges) });

function select({ from, to }) {
  editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  editor.focus();
}

/** Applies a fix, which the editor can undo. */
function change({ from, to, insert, label }) {
  const annotations = isolateHistory.of("full");
  editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true, annotations });
  status.textContent = label;
  panel.focus();
}

const setMarkup = (text) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });

// --- Views ------------------------------------------------------------------------------------------------------------------------

const state = { view: "tree", size: 0, round: 0 };
const mode = () => get("mode").value;

const context = {
  ask,
  mark,
  select,
  underline,
  change,
  markup,
  mode,
  size: () => state.size,
  query: () => ({ selector: get("selector").value.trim(), xpath: get("xpath").value.trim() }),
};

/** Runs a function a little later, unless it is asked for again until then. */
const timers = new Map();
function later(run) {
  clearTimeout(timers.get(run));
  timers.set(run, setTimeout(run, 120));
}

async function parse() {
  const round = ++state.round;
  try {
    const { time, bytes } = await ask("parse", { markup: markup(), options: { mode: mode(), scripting: get("scripting").checked } });
    state.size = bytes;
    status.textContent = `${bytes.toLocaleString("en")} bytes parsed in ${time.toFixed(1)} ms`;
    if (round === state.round) await show();
  } catch (error) {
    status.textContent = error.message;
  }
}

async function show() {
  const { round, view } = state;
  query.hidden = view !== "select";
  // Nothing has been parsed yet.
  if (round === 0) return;
  let content;
  try {
    content = await VIEWS[view].show(context);
  } catch (error) {
    content = [make("p", { className: "differs", role: "alert" }, error.message)];
  }
  // Another view or markup may have been asked for in the meantime.
  if (round === state.round && view === state.view) panel.replaceChildren(...content);
}

async function showNodeAtCursor() {
  if (state.view !== "tree") return;
  const { path } = await ask("path", { offset: editor.state.selection.main.head });
  let level = panel;
  let found = null;
  for (const number of path) {
    const next = [...level.querySelectorAll("[role=treeitem]")].find((node) => node.number === number);
    if (next === undefined) break;
    await next.open();
    found = level = next;
  }
  panel.querySelector(".current")?.classList.remove("current");
  found?.classList.add("current");
  found?.querySelector(".row").scrollIntoView({ block: "nearest" });
}

function choose(view) {
  state.view = view;
  for (const tab of tabs.children) {
    const isChosen = tab.id === `tab-${view}`;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", `tab-${view}`);
  underline([]);
  show();
}

for (const [view, { title }] of Object.entries(VIEWS)) {
  tabs.append(make("button", { type: "button", role: "tab", id: `tab-${view}`, "aria-controls": "panel", onclick: () => choose(view) }, title));
}
tabs.addEventListener("keydown", (event) => {
  const names = Object.keys(VIEWS);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = names[(names.indexOf(state.view) + step + names.length) % names.length];
  choose(next);
  get(`tab-${next}`).focus();
});

// --- Input ------------------------------------------------------------------------------------------------------------------------

get("sample").append(...Object.keys(SAMPLES).map((name) => make("option", {}, name)));
get("sample").addEventListener("change", ({ target: { value } }) => {
  get("mode").value = value === "XML" ? "xml" : "document";
  setMarkup(SAMPLES[value]);
});
for (const id of ["mode", "scripting"]) get(id).addEventListener("change", parse);
for (const id of ["selector", "xpath"]) get(id).addEventListener("input", () => later(show));
query.addEventListener("submit", (event) => event.preventDefault());

/** Shows a file in the encoding that a browser would detect. */
async function open(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 1024)))?.[1];
  let decoder;
  try {
    decoder = new TextDecoder(declared ?? "utf-8");
  } catch {
    decoder = new TextDecoder();
  }
  get("mode").value = /\.(xml|svg|rss|atom)$/i.test(file.name) ? "xml" : "document";
  setMarkup(decoder.decode(bytes));
}
get("file").addEventListener("change", ({ target }) => target.files[0] && open(target.files[0]));
const area = get("editor");
area.addEventListener("dragover", (event) => {
  event.preventDefault();
  area.classList.add("dropping");
});
area.addEventListener("dragleave", () => area.classList.remove("dropping"));
area.addEventListener(
  "drop",
  (event) => {
    area.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    open(file);
  },
  true,
);

// --- Links ------------------------------------------------------------------------------------------------------------------------

/** Passes bytes through a stream that compresses or decompresses. */
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function link() {
  const packed = await through(new TextEncoder().encode(markup()), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#${new URLSearchParams({ view: state.view, mode: mode(), code })}`;
}

/** Shows what a link holds; returns whether there was one. */
async function follow() {
  const values = new URLSearchParams(location.hash.slice(1));
  if (!values.has("code")) return false;
  const binary = atob(values.get("code").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (it) => it.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  if (["document", "fragment", "xml"].includes(values.get("mode"))) get("mode").value = values.get("mode");
  choose(Object.hasOwn(VIEWS, values.get("view")) ? values.get("view") : "tree");
  setMarkup(text);
  return true;
}

get("share").addEventListener("click", async () => {
  const url = await link();
  if (url.length > 30_000) {
    status.textContent = "The markup is too long for a link.";
    return;
  }
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url);
    status.textContent = "The link was copied.";
  } catch {
    status.textContent = "The link is in the address bar.";
  }
});

choose("tree");
const isLinked = await follow().catch(() => {
  status.textContent = "The link is damaged.";
  return false;
});
if (!isLinked) setMarkup(SAMPLES["A page"]);
