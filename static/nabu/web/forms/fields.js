// The values of a form: read, compared and put back. Codes, files and the token of the page are not among them.

const TOKEN = "csrfmiddlewaretoken";
const CODE = /(^|[-_])(code|token|secret|otp)$/i;
const BUTTONS = ["submit", "button", "image", "reset"];

const isCode = (name) => name !== TOKEN && CODE.test(name);

/** Whether a password is asked for: such a form is the browser's alone. */
export function hasPassword(form) {
  return [...form.elements].some(({ type }) => type === "password");
}

/** Whether it has what is never kept: files and codes. */
export function hasMore(form) {
  return [...form.elements].some(({ type, name, files }) => (type === "file" ? files.length : isCode(name ?? "")));
}

/** The token of the page in it: for this request, and no other. */
export function tokenOf(form) {
  return new FormData(form).get(TOKEN) ?? "";
}

/** Names with values, in their order; without files and codes. */
export function valuesOf(form) {
  return [...new FormData(form)].filter(([name, value]) => name !== TOKEN && !isCode(name) && typeof value === "string");
}

/** Of these, what people have typed or chosen: not what the page sends along unseen. */
export function typedOf(form) {
  const seen = new Set([...form.elements].filter(({ type }) => type !== "hidden").map(({ name }) => name));
  return valuesOf(form).filter(([name, value]) => seen.has(name) && value.trim());
}

/** Whether somebody has changed anything that people see. */
export function isChanged(form) {
  return [...form.elements].some((control) => {
    if (!control.name || isCode(control.name) || control.type === "hidden" || BUTTONS.includes(control.type)) return false;
    if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
    if (control.type === "file") return false;
    if (control.localName !== "select") return control.value !== control.defaultValue;
    const marked = [...control.options].filter((option) => option.defaultSelected);
    const usual = marked.length ? marked : control.multiple ? [] : [...control.options].slice(0, 1);
    return [...control.options].some((option) => option.selected !== usual.includes(option));
  });
}

/** Put values into a form. What it has no control for, as rows that a press of a button had added, is sent along unseen. */
export function fill(form, values) {
  const given = new Map();
  for (const [name, value] of values) given.set(name, [...(given.get(name) ?? []), value]);
  const used = new Set();
  for (const control of form.elements) {
    if (!control.name || control.name === TOKEN || control.type === "file") continue;
    if (BUTTONS.includes(control.type)) {
      used.add(control.name); // that button was pressed, and is not now
      continue;
    }
    used.add(control.name);
    if (fillOne(control, given)) unfold(control);
  }
  for (const [name, rest] of given) {
    if (used.has(name) && !rest.length) continue;
    if (used.has(name) && [...form.elements].some((control) => control.name === name && isSet(control))) continue;
    for (const value of rest) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

function isSet(control) {
  return ["checkbox", "radio", "select-one", "select-multiple", ...BUTTONS].includes(control.type);
}

/** Give a control its value. Whether that is another one than before. */
function fillOne(control, given) {
  const values = given.get(control.name);
  if (control.type === "checkbox" || control.type === "radio") {
    if (!values && control.type === "radio") return false;
    const on = Boolean(values?.includes(control.value));
    if (control.checked === on) return false;
    control.checked = on;
    return true;
  }
  if (!values) return false;
  if (control.localName === "select") {
    const before = control.value;
    for (const option of control.options) option.selected = values.includes(option.value);
    return control.value !== before;
  }
  if (!values.length || control.value === values[0]) {
    values.shift();
    return false;
  }
  control.value = values.shift();
  return true;
}

function unfold(control) {
  for (let fold = control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}
