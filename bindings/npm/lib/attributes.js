// Views of the attributes of an element.

/** The attributes as an object without a prototype. */
export function attributeMap(element) {
  const map = Object.create(null);
  for (const { name, value } of element.attributes) map[name] ??= value;
  return map;
}

const tokens = (element) => [...new Set(element.className.split(/[\t\n\f\r ]+/).filter(Boolean))];

/** The classes of an element, with the methods of `DOMTokenList`. */
export function classList(element) {
  const write = (names) => element.setAttribute("class", names.join(" "));
  const list = {
    get length() {
      return tokens(element).length;
    },
    get value() {
      return element.className;
    },
    set value(value) {
      element.className = value;
    },
    item: (at) => tokens(element)[at] ?? null,
    contains: (name) => tokens(element).includes(String(name)),
    add: (...names) => write([...new Set([...tokens(element), ...names.map(checked)])]),
    remove(...names) {
      const removed = new Set(names.map(checked));
      if (element.hasAttribute("class")) write(tokens(element).filter((it) => !removed.has(it)));
    },
    toggle(name, force = !list.contains(name)) {
      force ? list.add(name) : list.remove(name);
      return force;
    },
    replace(old, name) {
      const before = tokens(element);
      if (!before.includes(String(old))) return false;
      write([...new Set(before.map((it) => (it === old ? checked(name) : it)))]);
      return true;
    },
    forEach: (call) => tokens(element).forEach(call),
    keys: () => tokens(element).keys(),
    entries: () => tokens(element).entries(),
    values: () => tokens(element).values(),
    [Symbol.iterator]: () => tokens(element).values(),
    toString: () => element.className,
  };
  return list;
}

function checked(name) {
  if (!/^[^\t\n\f\r ]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is no class: it is empty or has white space`);
  return String(name);
}

const attributeOf = (key) => `data-${key.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)}`;
const keyOf = (attribute) => attribute.slice(5).replace(/-([a-z])/g, (_, it) => it.toUpperCase());

/** The `data-*` attributes of an element, as an object whose members are read and written. */
export function dataset(element) {
  const keys = () => element.getAttributeNames().filter((it) => it.startsWith("data-")).map(keyOf);
  return new Proxy(Object.create(null), {
    get: (_, key) => (typeof key === "string" ? (element.getAttribute(attributeOf(key)) ?? undefined) : undefined),
    set: (_, key, value) => (element.setAttribute(attributeOf(String(key)), value), true),
    has: (_, key) => typeof key === "string" && element.hasAttribute(attributeOf(key)),
    deleteProperty: (_, key) => (element.removeAttribute(attributeOf(String(key))), true),
    ownKeys: keys,
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === "string" && element.hasAttribute(attributeOf(key))
        ? { value: element.getAttribute(attributeOf(key)), writable: true, enumerable: true, configurable: true }
        : undefined,
  });
}
