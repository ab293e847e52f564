const DATA_SECTION = 11;
/** Kinds of data: at a constant place of the memory, and the same of a memory with a number. */
const [PLACED, NUMBERED] = [0, 2];
/** The instruction i32.const. */
const CONSTANT = 0x41;
const HEADER_BYTES = 8;

/** Where in the memory the last data of a WebAssembly module begin. Linkers put variables behind constants. */
export function lastDataOffset(bytes: Uint8Array): number {
  const reader = new Reader(bytes, HEADER_BYTES);
  while (reader.byte() !== DATA_SECTION) reader.skip(reader.number());
  reader.number();
  let offset = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    const kind = reader.number();
    if (kind === NUMBERED) reader.number();
    else if (kind !== PLACED) throw new Error('The module has data without a place');
    if (reader.byte() !== CONSTANT) throw new Error('The module has data at a computed place');
    offset = reader.number();
    // The end of the expression.
    reader.skip(1);
    reader.skip(reader.number());
  }
  return offset;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('The module has no data');
    this.#at += 1;
    return byte;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** An unsigned LEB128 number. */
  number(): number {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      number += (byte % 128) * factor;
      if (byte < 128) return number;
    }
  }
}
