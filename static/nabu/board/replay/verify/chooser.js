// Where a log comes from: files that are chosen or dropped, or a pasted text. A log is a `name` and a `blob`.

export class Chooser {
  /** `onLog(log)`: this one is to be verified. */
  constructor(root, onLog) {
    this.root = root;
    this.onLog = onLog;
    const input = root.querySelector("#verify-file");
    input.addEventListener("change", () => {
      this.#take([...input.files]);
      input.value = ""; // so that the same file can be chosen again
    });
    root.querySelector("[data-verify=paste]").addEventListener("click", () => {
      this.#list([]);
      onLog(textAsLog(root.querySelector("#verify-text").value.trim())); // blank lines come with what is copied
    });
    this.#acceptDrops(root.querySelector("[data-verify=drop]"));
  }

  #take(files) {
    if (!files.length) return;
    this.#list(files.length > 1 ? files : []);
    this.#choose(files[0], this.root.querySelector("[data-verify=files] button"));
  }

  /** The files to choose from where there are several. */
  #list(files) {
    const list = this.root.querySelector("[data-verify=files]");
    list.hidden = !files.length;
    list.replaceChildren(
      ...files.map((file) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "btn btn-ghost w-100 justify-content-start text-break text-wrap text-start";
        button.textContent = file.name;
        button.addEventListener("click", () => this.#choose(file, button));
        const line = document.createElement("li");
        line.append(button);
        return line;
      }),
    );
  }

  #choose(file, button) {
    for (const other of this.root.querySelectorAll("[data-verify=files] button")) {
      other.classList.toggle("active", other === button);
      if (other === button) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    this.onLog({ name: file.name, blob: file });
  }

  #acceptDrops(card) {
    const isFile = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (event) => {
      if (!isFile(event)) return;
      event.preventDefault(); // a browser would leave the page and show the file
      card.classList.toggle("border-primary", card.contains(event.target));
    });
    document.addEventListener("drop", (event) => {
      card.classList.remove("border-primary");
      if (!isFile(event)) return;
      event.preventDefault();
      this.#take([...event.dataTransfer.files]);
    });
  }
}

export function textAsLog(text, name = "game.jsonl") {
  return { name, blob: new Blob([text]) };
}

/** The bytes of a blob in Base64. Raises DOMException where it cannot be read (any more). */
export function coded(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.split(",")[1] ?? ""));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}
