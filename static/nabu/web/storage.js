// What all that is kept on this device goes through: IndexedDB as promises.

/** A database with these stores (name -> key path), which are made where they are missing. */
export function openDatabase(name, version, stores) {
  const asked = indexedDB.open(name, version);
  asked.addEventListener("upgradeneeded", () => {
    for (const [store, keyPath] of Object.entries(stores)) {
      if (!asked.result.objectStoreNames.contains(store)) asked.result.createObjectStore(store, { keyPath });
    }
  });
  return done(asked);
}

/** Begins to write in a store. "strict": on the disk, not only on its way there. A battery may be empty the moment after. */
export function writing(database, name, durability = "strict") {
  return database.transaction(name, "readwrite", { durability });
}

/** The result of a request. */
export function done(asked) {
  return new Promise((resolve, reject) => {
    asked.addEventListener("success", () => resolve(asked.result));
    for (const name of ["error", "blocked"]) asked.addEventListener(name, () => reject(asked.error));
  });
}

/** When everything of a transaction is on the disk. */
export function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", resolve);
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}
