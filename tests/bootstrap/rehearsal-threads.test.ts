import { assert } from 'chai';
import { Deferred } from '../../application/deferred.ts';
import type { RehearsalPlan, RehearsedCampaign } from '../../application/ports/rehearsals.ts';
import { threadedRehearsals } from '../../bootstrap/rehearsal/rehearsal-threads.ts';

describe('threadedRehearsals', () => {
  it('runs one rehearsal at a time, lets three wait and refuses further ones', async () => {
    const threads: Deferred<RehearsedCampaign>[] = [];
    const rehearsals = threadedRehearsals({} as never, () => {
      const thread = new Deferred<RehearsedCampaign>();
      threads.push(thread);
      return thread.promise;
    });
    const run = () => rehearsals.run({} as RehearsalPlan).then(() => 'done', String);
    const [first, ...waiting] = [run(), run(), run(), run()];
    assert.match(await run(), /Too many campaigns are being rehearsed: try again in a minute/);
    assert.lengthOf(threads, 1);
    threads[0]!.resolve({} as RehearsedCampaign);
    assert.equal(await first, 'done');
    const later = run();
    for (let at = 1; at <= waiting.length + 1; at += 1) {
      threads[at]!.resolve({} as RehearsedCampaign);
      await (waiting[at - 1] ?? later);
    }
    assert.lengthOf(threads, 5);
  });
});
