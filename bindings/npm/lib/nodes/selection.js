// The options of a `select`, and those that a page starts with as selected (https://html.spec.whatwg.org/#the-select-element).

const optionsOf = (select) => select.querySelectorAll("option");

const isDisabled = (option) =>
  option.hasAttribute("disabled") || (option.parentNode.localName === "optgroup" && option.parentNode.hasAttribute("disabled"));

/** The selected options: where only one can be, the last with the attribute, or the first that is not disabled in a drop-down box. */
function selectedOf(select) {
  const options = optionsOf(select);
  const selected = options.filter((option) => option.hasAttribute("selected"));
  if (select.multiple) return selected;
  if (selected.length > 0) return selected.slice(-1);
  const first = select.size > 1 ? undefined : options.find((option) => !isDisabled(option));
  return first === undefined ? [] : [first];
}

/** Leaves one option selected, or none. */
function selectOnly(select, chosen) {
  for (const option of optionsOf(select)) {
    if (option !== chosen && option.hasAttribute("selected")) option.removeAttribute("selected");
  }
  chosen?.setAttribute("selected", "");
}

/** Properties of `select`. Setting one writes the attribute `selected` of its options. */
export const SELECTION = {
  options: { get: optionsOf, set() {} },
  selectedOptions: { get: selectedOf, set() {} },
  selectedIndex: {
    get: (select) => optionsOf(select).indexOf(selectedOf(select)[0]),
    set: (select, index) => selectOnly(select, optionsOf(select)[index]),
  },
  value: {
    get: (select) => selectedOf(select)[0]?.value ?? "",
    set: (select, value) => selectOnly(select, optionsOf(select).find((option) => option.value === String(value))),
  },
};
