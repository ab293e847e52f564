import { invalid } from '../../domain/errors.ts';

/** Deepest JSON: deeper than any valid document, and safe for recursive code. */
const DEPTH_MAX = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `]` and, 32 above them, `{` and `}`. */
const [OPENING, CLOSING, BRACE] = [0x5b, 0x5d, 0x20];

/**
 * How deep the brackets of a JSON text nest, and how many values it has, while its bytes arrive. What stands inside strings does
 * not count. Stops at one value more than there may be.
 */
export class JsonShape {
  readonly #mostValues: number;
  #depth = 0;
  #deepest = 0;
  #values = 1;
  #isQuoted = false;
  /** Bytes of an escape that the next bytes begin with. */
  #escaped = 0;

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** Reads the next bytes. */
  add(json: Uint8Array): this {
    let [depth, deepest, values, quoted] = [this.#depth, this.#deepest, this.#values, this.#isQuoted];
    let at = this.#escaped;
    for (; at < json.length && values <= this.#mostValues; at += 1) {
      const byte = json[at]!;
      if (quoted && byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = !quoted;
      else if (quoted) continue;
      else if (byte === COMMA) values += 1;
      else if ((byte & ~BRACE) === OPENING) [deepest, values] = [Math.max(deepest, (depth += 1)), values + 1];
      else if ((byte & ~BRACE) === CLOSING) depth -= 1;
    }
    this.#escaped = Math.max(0, at - json.length);
    [this.#depth, this.#deepest, this.#values, this.#isQuoted] = [depth, deepest, values, quoted];
    return this;
  }

  /** What is wrong with the bytes so far, or null. */
  get fault(): Error | null {
    if (this.#deepest > DEPTH_MAX) return invalid(`The body must not be nested deeper than ${DEPTH_MAX} levels`);
    if (this.#values > this.#mostValues) return invalid(`The body must not hold more than ${this.#mostValues} values`);
    return null;
  }
}
