import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { atEndOfTest } from '../support/temporary.ts';

const LONGEST_MS = 120_000;
const RUNTIMES = 3;
/** Reports of a socket that lost its call to another one. */
const NOT_FOUND = 4404;

describe('a ticket at three runtimes at once', function () {
  this.timeout(LONGEST_MS);

  for (const webCalls of ['ticket', 'open'])
    it(`admits one browser to its call, and registers no other, with WEB_CALLS=${webCalls}`, async () => {
      const api = await openPlatform({ services: ['api'] });
      const env = { API_BASE_URL: api.apiBaseUrl, WEB_CALLS: webCalls };
      const runtimes: OpenPlatform[] = [];
      for (let count = 0; count < RUNTIMES; count += 1) {
        const runtime = await openPlatform({ services: ['runtime'], env });
        runtimes.push(runtime);
      }
      const user = await joinPlatform({ apiBaseUrl: api.apiBaseUrl, runtimeUrl: runtimes[0]!.runtimeUrl });
      const registered = await user.api.ask<{ call_id: string; ticket: string }>('POST', '/calls/web', {
        agent_id: user.agentId,
      });
      const path = `/agent/${user.orgId}/${user.agentId}?ticket=${encodeURIComponent(registered.ticket)}`;
      const ends = await Promise.all(
        runtimes.map(async ({ runtimeUrl }) => {
          const caller = await SyntheticCaller.connect(runtimeUrl.replace('http', 'ws') + path);
          caller.send({
            id: '1',
            label: 'rtvi-ai',
            type: 'client-ready',
            data: { version: '1.0.0', about: { library: 'tests' } },
          });
          const isAdmitted = caller.waitFor(({ type }) => type === 'bot-ready', LONGEST_MS / 4).then(() => 'admitted');
          const end = await Promise.race([isAdmitted, caller.closed.then(({ code }) => code)]);
          if (end === 'admitted') atEndOfTest(() => caller.hangUp());
          isAdmitted.catch(() => undefined);
          return end;
        }),
      );
      assert.sameMembers(ends, ['admitted', NOT_FOUND, NOT_FOUND]);
      const { calls } = await user.api.ask<{ calls: { call_id: string }[] }>('GET', `/calls/org/${user.orgId}`);
      assert.deepEqual(
        calls.map(({ call_id }) => call_id),
        [registered.call_id],
      );
    });
});
