// A game log that comes packed by gzip. Only this door unpacks it: what is verified and stored is the log inside.

/** The log inside, marked as `unpacked`; any other file, a damaged one too, as it is. Never more than `most` bytes and
 * one are unpacked, whatever the file claims. Raises DOMException where it cannot be read. */
export async function unpacked(log, most) {
  const [first, second] = new Uint8Array(await log.blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b || !globalThis.DecompressionStream) return log;
  const parts = [];
  const reader = log.blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let size = 0; size <= most; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch (error) {
    if (error instanceof DOMException) throw error;
    return log;
  }
  return { name: log.name.replace(/\.gz$/i, ""), blob: new Blob(parts), unpacked: true };
}
