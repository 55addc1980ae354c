/** An attribute, as it was when it was read: setting its value changes no element. */
export class Attr {
  constructor(localName, prefix, namespaceURI, value) {
    this.name = prefix ? `${prefix}:${localName}` : localName;
    this.localName = localName;
    this.prefix = prefix;
    this.namespaceURI = namespaceURI;
    this.value = value;
  }

  get nodeType() {
    return 2;
  }

  get nodeName() {
    return this.name;
  }

  get nodeValue() {
    return this.value;
  }

  get textContent() {
    return this.value;
  }

  get specified() {
    return true;
  }

  cloneNode() {
    return new Attr(this.localName, this.prefix, this.namespaceURI, this.value);
  }
}
