/**
 * G.722 at 64 kbit/s: https://www.itu.int/rec/T-REC-G.722. Two bands of 8 kHz, joined to 16 kHz by a quadrature mirror
 * filter. Each byte has six bits of the lower band and two of the upper. Blocks are named as in the recommendation.
 */
interface Band {
  /** Quantisers of this band by code: the output value, and the coarser one that the predictor adapts to. */
  readonly output: Int32Array;
  readonly adaptive: Int32Array;
  /** What each coarse code adds to the logarithm of the scale. */
  readonly steps: Int32Array;
  readonly largestLog: number;
  readonly shift: number;
  readonly smallestScale: number;
}

// prettier-ignore
const LOWER: Band = {
  output: Int32Array.of(
    -136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232, -9360, -8576, -7856,
    -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032, -1688, -1360, -1040, -728,
    24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456,
    4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432, -136,
  ),
  adaptive: Int32Array.of(0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0),
  steps: Int32Array.of(-60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60),
  largestLog: 18_432,
  shift: 8,
  smallestScale: 32,
};

const UPPER: Band = {
  output: Int32Array.of(-7408, -1616, 7408, 1616),
  adaptive: Int32Array.of(-7408, -1616, 7408, 1616),
  steps: Int32Array.of(798, -214, 798, -214),
  largestLog: 22_528,
  shift: 10,
  smallestScale: 8,
};

// prettier-ignore
const MANTISSAS = Int32Array.of(
  2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834,
  2896, 2960, 3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
);
const FILTER = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
const ZEROS = 6;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const short = (value: number): number => within(value, -32_768, 32_767);
const at = (values: Int32Array, index: number): number => values[index] as number;
const isNegative = (value: number): boolean => value < 0;

/** State of one band. Decoding a code depends on all previous ones. */
class BandDecoder {
  readonly #band: Band;
  #log = 0;
  #scale: number;
  #predicted = 0;
  #predictedByZeros = 0;
  /** The last reconstructed values, the last partially reconstructed values and the last differences, newest first. */
  #values: [number, number] = [0, 0];
  #partial: [number, number] = [0, 0];
  readonly #differences = new Int32Array(ZEROS);
  #poles: [number, number] = [0, 0];
  readonly #zeros = new Int32Array(ZEROS);

  constructor(band: Band) {
    this.#band = band;
    this.#scale = band.smallestScale;
  }

  /** Decodes one code. Its upper bits are the coarse code. */
  decode(code: number, coarse: number): number {
    const { output, adaptive } = this.#band;
    const sample = within(this.#predicted + ((this.#scale * at(output, code)) >> 15), -16_384, 16_383);
    const difference = (this.#scale * at(adaptive, coarse)) >> 15;
    this.#rescale(coarse);
    this.#adapt(difference);
    return sample;
  }

  /** LOGSCL and SCALEL, LOGSCH and SCALEH. */
  #rescale(coarse: number): void {
    const { steps, largestLog, shift } = this.#band;
    this.#log = within(((this.#log * 127) >> 7) + at(steps, coarse), 0, largestLog);
    const mantissa = at(MANTISSAS, (this.#log >> 6) & 31);
    const right = shift - (this.#log >> 11);
    this.#scale = (right < 0 ? mantissa << -right : mantissa >> right) << 2;
  }

  /** ADAPTL and ADAPTH: the predictor with two poles and six zeros. */
  #adapt(difference: number): void {
    const value = short(this.#predicted + difference);
    const partial = short(this.#predictedByZeros + difference);
    this.#movePoles(partial);
    this.#moveZeros(difference);
    this.#values = [value, this.#values[0]];
    this.#partial = [partial, this.#partial[0]];
    const [first, second] = this.#poles;
    const byPoles = short(((first * short(this.#values[0] * 2)) >> 15) + ((second * short(this.#values[1] * 2)) >> 15));
    let byZeros = 0;
    for (let index = ZEROS - 1; index >= 0; index -= 1)
      byZeros = short(byZeros + ((at(this.#zeros, index) * short(at(this.#differences, index) * 2)) >> 15));
    this.#predictedByZeros = byZeros;
    this.#predicted = short(byPoles + byZeros);
  }

  /** UPPOL2 and UPPOL1. */
  #movePoles(partial: number): void {
    const [first, second] = this.#poles;
    const isLike = this.#partial.map((each) => isNegative(each) === isNegative(partial));
    const pull = short(first * 4);
    const towards = (isLike[0] ? Math.min(32_767, -pull) : pull) >> 7;
    const nextSecond = within(towards + (isLike[1] ? 128 : -128) + ((second * 32_512) >> 15), -12_288, 12_288);
    const bound = 15_360 - nextSecond;
    const nextFirst = (isLike[0] ? 192 : -192) + ((first * 32_640) >> 15);
    this.#poles = [within(nextFirst, -bound, bound), nextSecond];
  }

  /** UPZERO. */
  #moveZeros(difference: number): void {
    const step = difference === 0 ? 0 : 128;
    for (let index = 0; index < ZEROS; index += 1) {
      const isLike = isNegative(at(this.#differences, index)) === isNegative(difference);
      this.#zeros[index] = short((isLike ? step : -step) + ((at(this.#zeros, index) * 32_640) >> 15));
    }
    this.#differences.copyWithin(1, 0, ZEROS - 1);
    this.#differences[0] = difference;
  }
}

/** Decoder of one stream. Each byte becomes two 16-bit samples at 16 kHz. */
export function g722Decoder(): (bytes: Uint8Array) => Int16Array {
  const [lower, upper] = [new BandDecoder(LOWER), new BandDecoder(UPPER)];
  const line = new Int32Array(2 * FILTER.length);
  return (bytes) => {
    const pcm = new Int16Array(bytes.length * 2);
    for (const [place, byte] of bytes.entries()) {
      const low = lower.decode(byte & 0x3f, (byte & 0x3f) >> 2);
      const high = upper.decode(byte >> 6, byte >> 6);
      line.copyWithin(0, 2);
      line[line.length - 2] = low + high;
      line[line.length - 1] = low - high;
      let [even, odd] = [0, 0];
      for (const [tap, factor] of FILTER.entries()) {
        odd += at(line, 2 * tap) * factor;
        even += at(line, 2 * tap + 1) * at(FILTER, FILTER.length - 1 - tap);
      }
      pcm[2 * place] = short(even >> 11);
      pcm[2 * place + 1] = short(odd >> 11);
    }
    return pcm;
  };
}
