// The values of a form: read, compared and put back. Passwords, codes, files and the token of the page are not among them.

const TOKEN = "csrfmiddlewaretoken";
const SECRET = /(^|[-_])(password\d?|passwd|code|token|secret|otp)$/i;
const BUTTONS = ["submit", "button", "image", "reset"];

/** Whether something in the form must not be kept or sent again: then it is the browser's alone. */
export function isSecret(form) {
  return [...form.elements].some(
    (control) => control.type === "password" || (control.name !== TOKEN && SECRET.test(control.name ?? "")),
  );
}

/** The token of the page in it: for this request, and no other. */
export function tokenOf(form) {
  return new FormData(form).get(TOKEN) ?? "";
}

/** Names with values, in their order. */
export function valuesOf(form) {
  return [...new FormData(form)].filter(([name, value]) => name !== TOKEN && typeof value === "string");
}

/** Whether somebody has changed anything that people see. */
export function isChanged(form) {
  return [...form.elements].some((control) => {
    if (!control.name || control.type === "hidden" || BUTTONS.includes(control.type)) return false;
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
