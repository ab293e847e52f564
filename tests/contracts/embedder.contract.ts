import { assert } from 'chai';
import type { Embedder } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import type { Contract } from '../support/contract.ts';

/** As many texts as no server takes at once, each about something of its own. */
const MANY = Array.from({ length: 150 }, (_, at) => `Passage ${at} is about the number ${at * 7919}.`);

const ODD = ['', '   ', '!?', 'a', '🙂', 'नमस्ते', '開館時間', '\u0000', 'word '.repeat(3_000), 'x'.repeat(5_000)];

const cosine = (a: Vector, b: Vector): number => {
  const dot = (x: Vector, y: Vector): number => x.reduce((sum, part, at) => sum + part * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

export const embedderContract: Contract<Embedder> = {
  'gives one vector a text, in their order, all equally long': async (embedder) => {
    const together = await embedder.embed(MANY, 'passage');
    assert.lengthOf(together, MANY.length);
    assert.lengthOf(new Set(together.map(({ length }) => length)), 1);
    for (const at of [0, 31, 32, 77, 149]) {
      const [alone] = await embedder.embed([MANY[at]!], 'passage');
      assert.approximately(cosine(alone!, together[at]!), 1, 1e-6);
    }
    assert.isBelow(cosine(together[0]!, together[149]!), 0.9999);
  },

  'gives nothing for nothing': async (embedder) => {
    assert.isEmpty(await embedder.embed([], 'passage'));
  },

  'gives a passage a direction, whatever is in it': async (embedder) => {
    for (const vector of await embedder.embed(ODD, 'passage')) {
      assert.isTrue(vector.every((part) => Number.isFinite(part)));
      assert.isTrue(vector.some((part) => part !== 0));
    }
  },

  'places a question near the passage that has its words': async (embedder) => {
    const passages = await embedder.embed(
      [
        'The library opens at nine in the morning and closes at six.',
        'Dogs must be kept on a lead in the whole park.',
        'पुस्तकालय सुबह नौ बजे खुलता है और शाम को बंद होता है।',
      ],
      'passage',
    );
    const questions = ['when does the library open', 'are dogs allowed in the park', 'पुस्तकालय कितने बजे खुलता है'];
    for (const [at, vector] of (await embedder.embed(questions, 'question')).entries()) {
      const near = passages.map((passage) => cosine(vector, passage));
      assert.equal(near.indexOf(Math.max(...near)), at, questions[at]);
    }
  },

  'stops when its signal aborts': async (embedder) => {
    const stopping = new AbortController();
    const work = embedder.embed(MANY, 'passage', stopping.signal);
    stopping.abort(new Error('stopped'));
    const outcome = await work.then(
      () => null,
      (error: unknown) => error,
    );
    assert.equal((outcome as Error | null)?.message, 'stopped');
  },
};
