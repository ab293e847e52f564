import type { Embedder } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { comparison } from './lexical-comparison.ts';
import { add, dot, lengthOf, WordCodes } from './lexical-codes.ts';
import { profileOf, type Profile } from '../lib/words.ts';
import { shortness } from './lexical-shortness.ts';

export const LEXICAL_MODEL = 'local-lexical-384';

const DIMENSIONS = 384;
/** Correction rounds: each compares the weight of every word in the vector with its target and adds the difference. */
const CORRECTIONS = 3;
/** Words below this weight are not corrected. */
const CORRECTED = 0.1;
/** Texts per tick of the event loop: a few milliseconds of work. */
const AT_ONCE = 8;

/**
 * Encodes words and their parts in 384 numbers: no model, no network, the same on every machine. It finds text with the
 * same words, inflections and small typos in any language. It does not know meaning. Runs in the calling thread.
 */
export function lexicalEmbedder(): Required<Embedder> {
  // The last dimension holds no words: it corrects the distance of short passages.
  const codes = new WordCodes(DIMENSIONS - 1);
  return {
    model: LEXICAL_MODEL,
    embed: (texts, as, signal) =>
      sliced(texts, signal, (text) =>
        as === 'passage' ? passageVector(text, codes) : vectorOf(sum(profileOf(text), codes), 0),
      ),
    async compare(question, texts) {
      const { compare, lacking } = comparison(question);
      const compared = await sliced(texts, undefined, compare);
      const shares = lacking(compared);
      return compared.map(({ distance }, at) => ({ distance, lacking: shares[at]! }));
    },
  };
}

/** Processes the texts and yields to the event loop between batches. */
async function sliced<T>(
  texts: readonly string[],
  signal: AbortSignal | undefined,
  work: (text: string) => T,
): Promise<T[]> {
  const done: T[] = [];
  const key = Symbol('texts');
  for (const [at, text] of texts.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await eventLoopQueue.next(key);
    signal?.throwIfAborted();
    done.push(work(text));
  }
  return done;
}

function passageVector(text: string, codes: WordCodes): Vector {
  const profile = profileOf(text);
  // A passage without words needs a vector too.
  const words = profile.size > 0 ? profile : new Map([[text.slice(0, 40), 1]]);
  const vector = sum(words, codes);
  for (let round = 0; round < CORRECTIONS; round += 1)
    for (const [stem, weight] of words) {
      if (weight < CORRECTED) continue;
      const code = codes.of(stem);
      add(vector, code, weight - dot(code, vector));
    }
  const kept = shortness(words);
  return vectorOf(vector, lengthOf(vector) * Math.sqrt(1 / kept ** 2 - 1));
}

function sum(profile: Profile, codes: WordCodes): Float64Array {
  const vector = new Float64Array(DIMENSIONS - 1);
  for (const [stem, weight] of profile) add(vector, codes.of(stem), weight);
  return vector;
}

function vectorOf(words: Float64Array, rest: number): Vector {
  const length = Math.sqrt(dot(words, words) + rest ** 2) || 1;
  return Float32Array.from([...words, rest], (part) => part / length);
}
