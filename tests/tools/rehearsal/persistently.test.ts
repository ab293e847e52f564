import { assert } from 'chai';
import { ApiRefusal } from '../../../tools/lib/installation-api.ts';
import { persistently } from '../../../tools/rehearsal/persistently.ts';
import { errorText } from '../../support/refusals.ts';

/** Sends a request that fails with these one after the other, and then succeeds. Answers the pauses. */
async function pausesOf(...failures: readonly Error[]): Promise<{ pauses: number[]; outcome: string }> {
  const pauses: number[] = [];
  const left = [...failures];
  const send = async (): Promise<string> => {
    const failure = left.shift();
    if (failure) throw failure;
    return 'answered';
  };
  const outcome = await persistently(send, { pause: async (ms) => void pauses.push(ms) }).catch(
    (error: Error) => error.message,
  );
  return { pauses, outcome };
}

const away = (): ApiRefusal => new ApiRefusal('No API answers', null);
const answering = (status: number, retryAfterMs: number | null = null): ApiRefusal =>
  new ApiRefusal(`status ${status}`, status, { retryAfterMs });

describe('a request of the command that is repeated', () => {
  it('waits longer each time while the API is away', async () => {
    const { pauses, outcome } = await pausesOf(away(), answering(502), answering(503), away());
    assert.deepEqual(pauses, [500, 1_000, 2_000, 4_000]);
    assert.equal(outcome, 'answered');
  });

  it('waits as long as the API asks for', async () => {
    assert.deepEqual((await pausesOf(answering(429, 20_000), answering(503, 3_000))).pauses, [20_000, 3_000]);
  });

  it('ends after five minutes, or where the API asks for more', async () => {
    const { pauses, outcome } = await pausesOf(...Array.from({ length: 99 }, away));
    assert.isAtMost(
      pauses.reduce((sum, ms) => sum + ms, 0),
      300_000,
    );
    assert.equal(outcome, 'No API answers');
    assert.deepEqual(await pausesOf(answering(429, 3_600_000)), { pauses: [], outcome: 'status 429' });
  });

  it('ends after five minutes that the requests themselves took', async () => {
    let [now, sent] = [0, 0];
    const send = async (): Promise<never> => {
      [now, sent] = [now + 90_000, sent + 1];
      throw away();
    };
    const outcome = persistently(send, { pause: async () => undefined, now: () => now });
    assert.equal(await errorText(outcome), 'No API answers');
    assert.equal(sent, 4);
  });

  it('is not repeated once its signal aborts, during a pause or a request', async () => {
    for (const aborts of ['send', 'pause'] as const) {
      const over = new AbortController();
      let sent = 0;
      const end = (when: string): void => void (when === aborts && over.abort(new Error('over')));
      const send = async (): Promise<never> => {
        sent += 1;
        end('send');
        throw away();
      };
      const outcome = persistently(send, { pause: async () => end('pause'), signal: over.signal });
      assert.equal(await errorText(outcome), 'over');
      assert.equal(sent, 1);
    }
  });

  it('is not repeated after a refusal', async () => {
    for (const refusal of [
      answering(400),
      answering(401),
      answering(413),
      answering(422),
      answering(429),
      answering(500),
      new Error('other'),
    ])
      assert.deepEqual(await pausesOf(refusal), { pauses: [], outcome: refusal.message });
  });
});
