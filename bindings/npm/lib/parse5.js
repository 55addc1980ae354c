// The interface of parse5 8, over Sapwood's parser: `parse`, `parseFragment`, `serialize`, `serializeOuter` and the default tree.
//
// The module parses; the tree is then made from a snapshot, without calls. Locations are made from where nodes and attributes were
// written. parse5 ends an element without an end tag where the token begins that closes it: that is the start of what follows it.

import "./whole.js";
import { SapwoodError } from "./errors.js";
import { parse as parseDocument, parseFragment as parseDocumentFragment } from "./parse.js";
import { parts } from "./nodes.js";
import { ATTRIBUTE, NODE, NONE, KIND, PARENT, END, NAME, PREFIX, NAMESPACE, FROM, TO } from "./tree.js";
import { defaultTreeAdapter } from "./parse5/adapter.js";
import { Locations } from "./parse5/locations.js";

export { defaultTreeAdapter } from "./parse5/adapter.js";
export { serialize, serializeOuter } from "./parse5/serializer.js";
export { ErrorCodes } from "./parse5/errors.js";
export * as html from "./parse5/html.js";

const [ELEMENT, TEXT, INSTRUCTION, COMMENT, DOCTYPE] = [1, 3, 7, 8, 10];

/** Parses a document. */
export function parse(html, options) {
  const settings = withDefaults(options);
  const document = parseDocument(String(html), parseOptions(settings));
  return finish(document, String(html), settings, settings.treeAdapter.createDocument());
}

/** Parses a fragment: `parseFragment(html, options)`, or `parseFragment(context, html, options)` as the content of an element. */
export function parseFragment(context, html, options) {
  if (typeof context === "string") [context, html, options] = [null, context, html];
  const settings = withDefaults(options);
  const adapter = settings.treeAdapter;
  const name = context ? contextName(adapter, context) : "template";
  const fragment = parseDocumentFragment(String(html), { ...parseOptions(settings), context: name });
  return finish(fragment, String(html), settings, adapter.createDocumentFragment());
}

const withDefaults = (options) => ({
  scriptingEnabled: options?.scriptingEnabled ?? true,
  // parse5 locates nodes when it reports errors, too.
  sourceCodeLocationInfo: Boolean(options?.sourceCodeLocationInfo || options?.onParseError),
  treeAdapter: options?.treeAdapter ?? defaultTreeAdapter,
  onParseError: options?.onParseError ?? null,
});

const parseOptions = ({ scriptingEnabled, sourceCodeLocationInfo, onParseError }) => ({
  scripting: scriptingEnabled,
  positions: sourceCodeLocationInfo || undefined,
  errors: onParseError !== null || undefined,
  // parse5 follows the standard of the time before these.
  templateFor: false,
});

const PREFIXES = { "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " };

const contextName = (adapter, context) => (PREFIXES[adapter.getNamespaceURI(context)] ?? "") + adapter.getTagName(context);

/** Converts the tree below `root` and frees the document. */
function finish(document, html, settings, root) {
  try {
    const locations = settings.sourceCodeLocationInfo ? new Locations(document, html) : null;
    const { treeAdapter: adapter } = settings;
    if (document.nodeType === 9) adapter.setDocumentMode(root, document.quirksMode);
    const { tree } = parts(document);
    if (adapter === defaultTreeAdapter) buildDefault(tree, root, locations);
    else build(tree, root, adapter, locations);
    if (settings.onParseError !== null) reportErrors(document, locations, settings.onParseError);
    return root;
  } finally {
    document.dispose();
  }
}

function reportErrors(document, places, report) {
  for (const { code, start, end } of document.errors) report({ code, ...places.between(start, end) });
}

/** What parse5 makes of a processing instruction, which it reads as a comment. */
const instruction = (target, data) => `?${target}${data === "" ? "" : ` ${data}`}?`;

/** Makes the nodes of the default tree, which are plain objects, without the calls of an adapter. */
function buildDefault(tree, root, locations) {
  const { tables } = tree;
  const { numbers, text, name, contents, firstNode, count } = tables;
  const nodes = new Array(count);
  const hosts = [];
  for (let row = 0, at = firstNode; row < count; row++, at += NODE) {
    const parentRow = numbers[at + PARENT];
    if (parentRow === NONE) {
      // A root: that of the whole tree, or of the contents of a template.
      nodes[row] = row === 0 ? root : (hosts[row]?.content ?? { nodeName: "#document-fragment", childNodes: [] });
      continue;
    }
    const parent = nodes[parentRow];
    let node;
    switch (numbers[at + KIND]) {
      case ELEMENT: {
        const tagName = qualified(name, numbers[at + PREFIX], numbers[at + NAME]);
        const attrs = attributesOf(tables, at);
        node = { nodeName: tagName, tagName, attrs, namespaceURI: name(numbers[at + NAMESPACE]), childNodes: [], parentNode: parent };
        const inner = contents(row);
        if (inner !== undefined) {
          node.content = { nodeName: "#document-fragment", childNodes: [] };
          hosts[inner] = node;
        }
        break;
      }
      case TEXT:
        node = { nodeName: "#text", value: text.slice(numbers[at + FROM], numbers[at + TO]), parentNode: parent };
        break;
      case COMMENT:
        node = { nodeName: "#comment", data: text.slice(numbers[at + FROM], numbers[at + TO]), parentNode: parent };
        break;
      case INSTRUCTION: {
        const data = instruction(name(numbers[at + NAME]), text.slice(numbers[at + FROM], numbers[at + TO]));
        node = { nodeName: "#comment", data, parentNode: parent };
        break;
      }
      case DOCTYPE: {
        const [publicId, systemId] = tree.doctypeIds(numbers[at], numbers[at + 1]);
        node = { nodeName: "#documentType", name: name(numbers[at + NAME]) ?? "", publicId: publicId ?? "", systemId: systemId ?? "", parentNode: parent };
        break;
      }
      default:
        throw new SapwoodError("fault", `a node of the unknown kind ${numbers[at + KIND]}`);
    }
    const location = locations?.ofRow(row, node.attrs);
    if (location !== undefined) node.sourceCodeLocation = location;
    nodes[row] = node;
    parent.childNodes.push(node);
  }
}

/** The attributes of the element whose row begins at `at`. */
function attributesOf({ numbers, text, name, firstAttribute }, at) {
  const attrs = [];
  const last = firstAttribute + ATTRIBUTE * numbers[at + TO];
  for (let it = firstAttribute + ATTRIBUTE * numbers[at + FROM]; it < last; it += ATTRIBUTE) {
    const attribute = { name: name(numbers[it]), value: text.slice(numbers[it + 3], numbers[it + 4]) };
    if (numbers[it + 2] !== NONE) {
      attribute.prefix = numbers[it + 1] === NONE ? "" : name(numbers[it + 1]);
      attribute.namespace = name(numbers[it + 2]);
    }
    attrs.push(attribute);
  }
  return attrs;
}

const qualified = (name, prefix, local) => (prefix === NONE ? name(local) : `${name(prefix)}:${name(local)}`);

/** Makes the nodes by the calls of an adapter, in the order in which a parser without mistakes to correct makes them. */
function build(tree, root, adapter, locations) {
  const { tables } = tree;
  const { numbers, text, name, contents, firstNode, count } = tables;
  const nodes = new Array(count);
  const fragments = [];
  const open = [];
  // Elements end when a row begins that is not below them.
  const close = (row) => {
    while (open.length > 0 && open.at(-1).end <= row) {
      const { node } = open.pop();
      adapter.onItemPop?.(node, open.at(-1)?.node ?? root);
    }
  };
  for (let row = 0, at = firstNode; row < count; row++, at += NODE) {
    close(row);
    const parentRow = numbers[at + PARENT];
    if (parentRow === NONE) {
      nodes[row] = row === 0 ? root : (fragments[row] ?? adapter.createDocumentFragment());
      continue;
    }
    const parent = nodes[parentRow];
    const data = () => text.slice(numbers[at + FROM], numbers[at + TO]);
    const locate = (node, attrs) => {
      const location = locations?.ofRow(row, attrs);
      if (location !== undefined) adapter.setNodeSourceCodeLocation(node, location);
    };
    switch (numbers[at + KIND]) {
      case ELEMENT: {
        const attrs = attributesOf(tables, at);
        const tagName = qualified(name, numbers[at + PREFIX], numbers[at + NAME]);
        const node = (nodes[row] = adapter.createElement(tagName, name(numbers[at + NAMESPACE]), attrs));
        locate(node, attrs);
        adapter.onElementCreated?.(node, { intendedParent: parent, formElement: null, isInTemplate: false });
        adapter.appendChild(parent, node);
        const inner = contents(row);
        if (inner !== undefined) adapter.setTemplateContent(node, (fragments[inner] = adapter.createDocumentFragment()));
        open.push({ node, end: numbers[at + END] });
        adapter.onItemPush?.(node);
        continue;
      }
      case TEXT: {
        adapter.insertText(parent, data());
        locate(adapter.getChildNodes(parent).at(-1));
        continue;
      }
      case DOCTYPE: {
        const [publicId, systemId] = tree.doctypeIds(numbers[at], numbers[at + 1]);
        adapter.setDocumentType(root, name(numbers[at + NAME]) ?? "", publicId ?? "", systemId ?? "");
        locate(adapter.getChildNodes(root).find((it) => adapter.isDocumentTypeNode(it)));
        continue;
      }
      default: {
        const isInstruction = numbers[at + KIND] === INSTRUCTION;
        const comment = adapter.createCommentNode(isInstruction ? instruction(name(numbers[at + NAME]), data()) : data());
        adapter.appendChild(parent, comment);
        locate(comment);
      }
    }
  }
  close(count);
}
