import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { temporaryDirectory } from '../../support/temporary.ts';
import { DOWN, rehearseRooms, ROOMS_AGENT } from './rooms-fixture.ts';

describe('the verdict of a rehearsal', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDirectory()));
  const run = (suite: Parameters<typeof rehearseRooms>[1], ...args: string[]) => rehearseRooms(folder, suite, ...args);

  it('is that of the checks where the vendor of the judge fails, and else undecided', async () => {
    const suite = (says: string) => ({
      judge: { llm: DOWN },
      server: 'service.mjs',
      expect: { says: [says], judged: ['The agent is polite.'] },
    });
    const failed = await run(suite('free breakfast'));
    assert.equal(failed.code, 1, failed.out);
    assert.include(failed.out, 'says free breakfast: the agent never says it');
    const untold = await run(suite('Booked: one'));
    assert.equal(untold.code, 2, untold.out);
    assert.include(untold.out, 'The agent is polite.: undecided (0 of 1 judgements).');
  });

  it('is an error where a vendor of the agent fails, unless all is as expected', async () => {
    const down = {
      ...ROOMS_AGENT,
      config: { ...ROOMS_AGENT.config, models: { ...ROOMS_AGENT.config.models, llm_config: DOWN } },
    };
    await writeFile(join(folder, 'down.json'), JSON.stringify(down));
    const suite = { agent: 'down.json', server: 'service.mjs' };
    const untold = await run({ ...suite, expect: { says: ['Booked'] } });
    assert.equal(untold.code, 2, untold.out);
    assert.equal(untold.runs[0]?.verdict, 'error');
    assert.match(untold.out, /A vendor of the agent failed: /);
    assert.match(untold.out, /says Booked: the agent never says it/);
    const persona = { script: [{ when: 'which room', say: 'bye', end: true }] };
    const passed = await run({ ...suite, persona, expect: { ended: 'caller_left' } });
    assert.equal(passed.code, 0, passed.out);
  });

  it('is a failure where the caller stops waiting, whatever else is expected', async () => {
    const expect = { never_says: ['x!'] };
    const script = { title: 'waits', caller: [{ after: { agent_says: 'Never.' }, says: 'hello' }], expect };
    const waiting = await run({ server: 'service.mjs', personas: {}, conversations: [script] });
    assert.equal(waiting.code, 1, waiting.out);
    assert.include(waiting.out, 'the caller gave up, because what they waited for did not come');
  });

  it('is the worse one of both agents that are compared', async () => {
    await writeFile(join(folder, 'terse.json'), JSON.stringify(ROOMS_AGENT).replaceAll('Booked: {{answer}}', 'Done'));
    const suite = { agent: 'terse.json', server: 'service.mjs', expect: { says: ['Booked: one'] } };
    const fixed = await run(suite, '--compare', 'agent.json');
    assert.equal(fixed.code, 1, 'a run of the first agent fails');
    assert.match(fixed.out, /▲ a room \(caller\): 0 of 1 passed, now 1/);
    const alike = await run({ ...suite, agent: 'agent.json' }, '--compare', 'agent.json');
    assert.equal(alike.code, 0, alike.out);
  });
});
