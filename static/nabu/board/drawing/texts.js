// What the page says, in the reader's language: the server sends the texts, the values are put in here.

/** Return `say(key, values)`. With a count there are two texts, key_one and key_other, and `plural` says which. */
export function speaker(texts) {
  const rules = new Intl.PluralRules(document.documentElement.lang || "en");
  const say = (key, values = {}) => {
    const text = texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return typeof value === "number" ? inDigits(value) : String(value ?? whole);
    });
  };
  const plural = (key, count, values = {}) => {
    const form = rules.select(count) === "one" ? "one" : "other";
    return say(`${key}_${form}`, { count, ...values });
  };
  return { say, plural };
}

/** A number as the reader writes it. */
export function inDigits(number) {
  const digits = new Intl.NumberFormat(document.documentElement.lang || "en").format(number);
  return digits.replace(/^-/, "−");
}
