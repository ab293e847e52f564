import { assert } from 'chai';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { lexicalThread } from '../../adapters/embedder/lexical-thread.ts';
import { refusalOf } from '../support/refusals.ts';

const PASSAGES = Array.from({ length: 40 }, (_, at) =>
  Array.from({ length: 150 }, (_each, word) => `word${(at * 7 + word * 13) % 977}ing`).join(' '),
);

describe('the local embedder in a thread', () => {
  const [there, here] = [lexicalThread(), lexicalEmbedder()];
  after(() => there.close());

  it('gives the numbers and distances that it gives here', async () => {
    assert.deepEqual(await there.embed(PASSAGES, 'passage'), await here.embed(PASSAGES, 'passage'));
    const question = 'word13ing and word26ing';
    assert.deepEqual(await there.embed([question], 'question'), await here.embed([question], 'question'));
    assert.deepEqual(await there.compare(question, PASSAGES), await here.compare(question, PASSAGES));
  });

  it('leaves the event loop to others while it compares', async () => {
    await there.compare('word13ing', PASSAGES);
    const turns = await turnsDuring(() => there.compare('word13ing', PASSAGES));
    assert.isAbove(turns, 10 * (await turnsDuring(() => here.compare('word13ing', PASSAGES))));
  });

  it('answers a question before the end of a document that came first', async () => {
    const ended: string[] = [];
    const document = there.embed(Array.from({ length: 8 }, () => PASSAGES).flat(), 'passage');
    await Promise.all([
      document.then(() => ended.push('document')),
      there.embed(['word13ing'], 'question').then(() => ended.push('question')),
    ]);
    assert.deepEqual(ended, ['question', 'document']);
  });

  it('answers nothing once it is closed', async () => {
    await there.close();
    assert.equal((await refusalOf(there.embed(PASSAGES, 'passage'))).problem, 'outage');
  });
});

/** How often the event loop turns until this is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const turn = (): void => {
    if (isDone) return;
    turns += 1;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}
