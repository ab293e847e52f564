import { assert } from 'chai';
import { KnowledgeRetriever } from '../../../application/runtime/knowledge-retriever.ts';
import type { Excerpt } from '../../../domain/knowledge/grounding.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const EXCERPTS = [{ text: 'We open at nine.', source_filename: 'hours.pdf', page: 2 }] as unknown as readonly Excerpt[];

/** An agent's knowledge behind an API with this retrieval latency. */
function world(findsAfterMs: number) {
  const clock = fakeClock();
  const requests: AbortSignal[] = [];
  const controlPlane = {
    retrieve: (_org: string, _question: object, signal: AbortSignal): Promise<readonly Excerpt[]> =>
      new Promise((resolve, reject) => {
        requests.push(signal);
        clock.after(findsAfterMs, () => resolve(EXCERPTS));
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const knowledge = { mode: 'context', documentIds: ['d1'], topK: 3, followUps: 'rules' } as const;
  const recall = new KnowledgeRetriever({ controlPlane, clock, log: rememberingLog().log }, 'o1', knowledge);
  return { clock, requests, recall };
}

describe('KnowledgeRetriever', () => {
  it('requests the same query once while it runs', async () => {
    const { clock, requests, recall } = world(700);
    recall.prefetch('When?');
    const found = [recall.retrieve('When?', 800), recall.retrieve('When?', 800)];
    await clock.advanceAsync(700);
    const excerpts = (await Promise.all(found)).map((each) => each.excerpts);
    assert.deepEqual(excerpts, [EXCERPTS, EXCERPTS]);
    assert.deepEqual(
      requests.map(({ aborted }) => aborted),
      [false],
    );
  });

  it('cancels a query on timeout and requests it again later', async () => {
    const { clock, requests, recall } = world(801);
    for (const times of [1, 2]) {
      const found = recall.retrieve('When?', 800);
      await clock.advanceAsync(800);
      assert.deepEqual(await found, { question: 'When?', lookup: 'failed', excerpts: [] });
      assert.lengthOf(requests, times);
      assert.isTrue(requests.at(-1)?.aborted);
    }
  });
});
