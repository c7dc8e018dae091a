// The engine in a worker: Python for browsers (Pyodide), and in it the same engine as on the server. Only the file that
// begins this worker may run WebAssembly; pages may not.

let desk = null;

async function start({ runtime, engine, pyodide }) {
  const bytes = fetch(engine).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${engine}`);
    return answer.arrayBuffer();
  });
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: `${runtime}python.bin`,
    lockFileContents: { info: pyodide, packages: {} },
  });
  python.FS.writeFile("/engine.zip", new Uint8Array(await bytes));
  python.runPython("import sys; sys.path.insert(0, '/engine.zip'); from engine.browser.desk import Desk; desk = Desk()");
  desk = python.globals.get("desk");
}

self.addEventListener("message", async ({ data: { number, begin, question } }) => {
  try {
    if (begin) await start(begin);
    self.postMessage({ number, answer: desk.answer(question) });
  } catch (error) {
    self.postMessage({ number, error: String(error) });
  }
});
