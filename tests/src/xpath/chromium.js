// Evaluates the expressions of a task, and returns their results in the notation of `answer.rs`.
task => {
  const tree = new DOMParser().parseFromString(task.markup, task.type);
  if (!task.has_doctype) tree.doctype?.remove();
  // Chromium splits long texts.
  tree.normalize();
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION;
  const walker = tree.createTreeWalker(tree, shown);
  const nodes = [], numbers = new Map();
  while (walker.nextNode()) {
    numbers.set(walker.currentNode, nodes.length);
    nodes.push(walker.currentNode);
  }
  const text = node => {
    let before = node.previousSibling;
    while (before && !numbers.has(before)) before = before.previousSibling;
    if (before) return `${numbers.get(before)} tail`;
    return numbers.has(node.parentNode) ? `${numbers.get(node.parentNode)} text` : "text";
  };
  const describe = node => {
    switch (node.nodeType) {
      case Node.ATTRIBUTE_NODE: {
        const name = node.namespaceURI ? `{${node.namespaceURI}}${node.localName}` : node.localName;
        return `@${numbers.get(node.ownerElement)} ${name}`;
      }
      case Node.TEXT_NODE: case Node.CDATA_SECTION_NODE: return text(node);
      case Node.DOCUMENT_NODE: return "/";
      case Node.DOCUMENT_TYPE_NODE: return "doctype";
      default: return String(numbers.get(node));
    }
  };
  const number = value => Object.is(value, -0) ? "-0" : String(value);
  const evaluate = (expression, context) => {
    const resolve = prefix => task.namespaces[prefix] ?? null;
    const result = tree.evaluate(expression, context, resolve, XPathResult.ANY_TYPE);
    switch (result.resultType) {
      case XPathResult.NUMBER_TYPE: return {number: number(result.numberValue)};
      case XPathResult.STRING_TYPE: return {string: result.stringValue.toWellFormed()};
      case XPathResult.BOOLEAN_TYPE: return {boolean: result.booleanValue};
    }
    const ordered = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    const set = tree.evaluate(expression, context, resolve, ordered);
    return {nodes: Array.from({length: set.snapshotLength}, (_, at) => describe(set.snapshotItem(at)))};
  };
  return task.cases.map(([context, expression]) => {
    try {
      return evaluate(expression, nodes[context]);
    } catch (error) {
      return {error: String(error)};
    }
  });
}
