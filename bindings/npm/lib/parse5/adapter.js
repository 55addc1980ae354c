// The default tree of parse5: plain objects.

export const defaultTreeAdapter = {
  createDocument: () => ({ nodeName: "#document", mode: "no-quirks", childNodes: [] }),
  createDocumentFragment: () => ({ nodeName: "#document-fragment", childNodes: [] }),
  createElement: (tagName, namespaceURI, attrs) => ({
    nodeName: tagName,
    tagName,
    attrs,
    namespaceURI,
    childNodes: [],
    parentNode: null,
  }),
  createCommentNode: (data) => ({ nodeName: "#comment", data, parentNode: null }),
  createTextNode: (value) => ({ nodeName: "#text", value, parentNode: null }),

  appendChild(parentNode, newNode) {
    parentNode.childNodes.push(newNode);
    newNode.parentNode = parentNode;
  },
  insertBefore(parentNode, newNode, referenceNode) {
    parentNode.childNodes.splice(parentNode.childNodes.indexOf(referenceNode), 0, newNode);
    newNode.parentNode = parentNode;
  },
  setTemplateContent(template, content) {
    template.content = content;
  },
  getTemplateContent: (template) => template.content,
  setDocumentType(document, name, publicId, systemId) {
    const doctype = document.childNodes.find((node) => node.nodeName === "#documentType");
    if (doctype) Object.assign(doctype, { name, publicId, systemId });
    else this.appendChild(document, { nodeName: "#documentType", name, publicId, systemId, parentNode: null });
  },
  setDocumentMode(document, mode) {
    document.mode = mode;
  },
  getDocumentMode: (document) => document.mode,
  detachNode(node) {
    if (node.parentNode === null) return;
    node.parentNode.childNodes.splice(node.parentNode.childNodes.indexOf(node), 1);
    node.parentNode = null;
  },
  insertText(parentNode, text) {
    const last = parentNode.childNodes.at(-1);
    if (last?.nodeName === "#text") last.value += text;
    else this.appendChild(parentNode, this.createTextNode(text));
  },
  insertTextBefore(parentNode, text, referenceNode) {
    const previous = parentNode.childNodes[parentNode.childNodes.indexOf(referenceNode) - 1];
    if (previous?.nodeName === "#text") previous.value += text;
    else this.insertBefore(parentNode, this.createTextNode(text), referenceNode);
  },
  adoptAttributes(recipient, attrs) {
    const names = new Set(recipient.attrs.map((attribute) => attribute.name));
    recipient.attrs.push(...attrs.filter((attribute) => !names.has(attribute.name)));
  },

  getFirstChild: (node) => node.childNodes[0],
  getChildNodes: (node) => node.childNodes,
  getParentNode: (node) => node.parentNode,
  getAttrList: (element) => element.attrs,
  getTagName: (element) => element.tagName,
  getNamespaceURI: (element) => element.namespaceURI,
  getTextNodeContent: (node) => node.value,
  getCommentNodeContent: (node) => node.data,
  getDocumentTypeNodeName: (node) => node.name,
  getDocumentTypeNodePublicId: (node) => node.publicId,
  getDocumentTypeNodeSystemId: (node) => node.systemId,

  isTextNode: (node) => node.nodeName === "#text",
  isCommentNode: (node) => node.nodeName === "#comment",
  isDocumentTypeNode: (node) => node.nodeName === "#documentType",
  isElementNode: (node) => Object.hasOwn(node, "tagName"),

  setNodeSourceCodeLocation(node, location) {
    node.sourceCodeLocation = location;
  },
  getNodeSourceCodeLocation: (node) => node.sourceCodeLocation,
  updateNodeSourceCodeLocation(node, location) {
    node.sourceCodeLocation = { ...node.sourceCodeLocation, ...location };
  },
};

